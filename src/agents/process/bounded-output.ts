/** What is kept of a stream: its beginning and its end, whatever it printed in between. */
export type KeptOutput = {
  /** The whole text when nothing was left out, else the kept beginning. */
  head: string
  /** The kept end; empty when nothing was left out. */
  tail: string
  bytes: number
  leftOutBytes: number
}

export type Bounds = { headBytes: number; tailBytes: number }

/** Takes chunks of any size in memory that never exceeds the bounds (a ring, since a million tiny chunks would cost more than their bytes). */
export class BoundedOutput {
  readonly #bounds: Bounds
  readonly #head: Buffer[] = []
  #headLength = 0
  #ring = Buffer.alloc(0)
  #ringStart = 0
  #ringLength = 0
  #bytes = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get bytes(): number {
    return this.#bytes
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    const forHead = Math.min(chunk.length, this.#bounds.headBytes - this.#headLength)
    if (forHead > 0) {
      this.#addToHead(chunk.subarray(0, forHead))
    }
    if (forHead < chunk.length) this.#addToTail(chunk.subarray(Math.max(0, forHead)))
  }

  kept(): KeptOutput {
    const head = Buffer.concat(this.#head)
    const tail = this.#tailBytes()
    const leftOutBytes = this.#bytes - head.length - tail.length
    if (leftOutBytes === 0)
      return { head: Buffer.concat([head, tail]).toString('utf8'), tail: '', bytes: this.#bytes, leftOutBytes }
    return { head: withoutCutEnd(head), tail: withoutCutStart(tail), bytes: this.#bytes, leftOutBytes }
  }

  #addToHead(part: Buffer): void {
    const last = this.#head.at(-1)
    const merged = last !== undefined && last.length < 65_536 ? Buffer.concat([last, part]) : Buffer.from(part)
    if (merged.length > part.length) this.#head.pop()
    this.#head.push(merged)
    this.#headLength += part.length
  }

  #addToTail(part: Buffer): void {
    const limit = this.#bounds.tailBytes
    const piece = part.length > limit ? part.subarray(part.length - limit) : part
    if (piece.length === 0) return
    this.#grow(Math.min(limit, this.#ringLength + piece.length))
    const size = this.#ring.length
    const drop = Math.max(0, this.#ringLength + piece.length - size)
    this.#ringStart = (this.#ringStart + drop) % size
    this.#ringLength -= drop
    const at = (this.#ringStart + this.#ringLength) % size
    const first = Math.min(piece.length, size - at)
    piece.copy(this.#ring, at, 0, first)
    piece.copy(this.#ring, 0, first)
    this.#ringLength += piece.length
  }

  #grow(needed: number): void {
    if (needed <= this.#ring.length) return
    const larger = Buffer.alloc(Math.min(this.#bounds.tailBytes, Math.max(needed, this.#ring.length * 2, 4096)))
    const kept = this.#tailBytes()
    kept.copy(larger)
    this.#ring = larger
    this.#ringStart = 0
  }

  #tailBytes(): Buffer {
    const end = this.#ringStart + this.#ringLength
    const size = this.#ring.length
    if (end <= size) return this.#ring.subarray(this.#ringStart, end)
    return Buffer.concat([this.#ring.subarray(this.#ringStart), this.#ring.subarray(0, end - size)])
  }
}

/** The text for people and classifiers: the gap is said, never closed silently. */
export const textOf = (kept: KeptOutput): string =>
  kept.leftOutBytes === 0 ? kept.head : `${kept.head}\n[${kept.leftOutBytes} bytes left out]\n${kept.tail}`

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

function withoutCutStart(bytes: Buffer): string {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start++
  return bytes.subarray(start).toString('utf8')
}

function withoutCutEnd(bytes: Buffer): string {
  let lead = bytes.length - 1
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead--
  const first = bytes[lead] ?? 0
  const wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  const whole = bytes.length - lead >= wanted ? bytes.length : lead
  return bytes.subarray(0, whole).toString('utf8')
}
