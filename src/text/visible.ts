const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d\u180f]|\udb40[\udc00-\uddef]/g

/** A byte that was not UTF-8, as `decodeGit` keeps it, or half a character. */
const lone = /\p{Surrogate}/gu

const shownByte = (unit: string): string => {
  const code = unit.charCodeAt(0)
  return code >= 0xdc80 && code <= 0xdcff ? `⟦byte ${(code & 0xff).toString(16).toUpperCase()}⟧` : '⟦half a character⟧'
}

/** The text with everything that is not seen, or that changes how the rest is seen, as `⟦U+202E⟧`; TAB and LF stay. */
export const visible = (text: string): string =>
  text
    .replace(hidden, char => `⟦U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`)
    .replace(lone, shownByte)
