/** Terminal control sequences: CSI, OSC (ended by BEL or ST on its own line) and two-byte escapes. Each alternative is linear. */
const escapes = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\)|[@-Z\\^_=>78])/g

/** Control characters no JSON text may hold outside escapes; tab and line ends are left for the repair of raw line breaks. */
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+/g

/** The text as a person would see it in a terminal: a removed sequence could never have been part of the answer's meaning. */
export const withoutControls = (text: string): string => text.replace(escapes, '').replace(controls, '')

/** Characters that show nothing and stand between JSON tokens only by accident: BOM, zero width, no-break and typographic spaces. */
export const isInvisible = (code: number): boolean =>
  code === 0xfeff ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200f) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x2060 ||
  code === 0x3000
