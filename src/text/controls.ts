const escapes =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g

/** Everything that is not seen: C0 and C1 but TAB and LF, soft hyphen, fillers, zero-width and byte-order marks. */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u115f\u1160\u180e\u200b\u200c\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d\u180f]/g

/** What turns the order of letters round, and the invisible tag letters: shown by their number, since hiding them is an attack. */
const disguising = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\udb40[\udc00-\uddef]/g

/** A joiner outside of an emoji. */
const strayJoiner = /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu

const showPoint = (char: string): string => `‹U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`

/** The text with its control sequences gone, line ends as LF, hidden characters removed and disguising ones shown. */
export const withoutControls = (text: string): string =>
  text.replace(escapes, '').replace(/\r\n?/g, '\n').replace(unseen, '').replace(strayJoiner, '').replace(disguising, showPoint)
