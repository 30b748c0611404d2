// Reads a stream of lines and raw bytes: both directions of a slice begin with lines, and bytes follow.
import { open } from 'node:fs/promises'

/** The longest line is an event with the end of a slicer's output, whose text is at most 4 kB. */
const maxLineBytes = 64 * 1024
const lineBreak = 10

/** The part that readers of both type libraries share. */
export type ByteReader = {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(reason?: unknown): Promise<void>
}

export class MixedStream {
  readonly #reader: ByteReader
  #held: Uint8Array = new Uint8Array()

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader()
  }

  /** Returns the next line as JSON. Throws when the stream ends before it, and on a line that is too long or not JSON. */
  async json(): Promise<unknown> {
    const parts: Uint8Array[] = []
    let length = 0
    for (;;) {
      const end = this.#held.indexOf(lineBreak)
      const part = end === -1 ? this.#held : this.#held.subarray(0, end)
      parts.push(part)
      length += part.length
      if (length > maxLineBytes) throw new Error('a line is too long')
      if (end !== -1) {
        this.#held = this.#held.subarray(end + 1)
        return JSON.parse(Buffer.concat(parts).toString())
      }
      if (!(await this.#more())) throw new Error('the stream ended within a line')
    }
  }

  /** Writes exactly that many bytes to a file, and reports each piece. Throws when the stream has fewer. */
  async toFile(path: string, bytes: number, onPiece: () => void = () => {}): Promise<void> {
    const file = await open(path, 'w', 0o600)
    try {
      for (let left = bytes; left > 0; ) {
        if (this.#held.length === 0 && !(await this.#more())) {
          throw new Error(`the stream ended ${left} bytes early`)
        }
        const part = this.#held.subarray(0, left)
        this.#held = this.#held.subarray(part.length)
        left -= part.length
        onPiece()
        await file.writeFile(part)
      }
    } finally {
      await file.close()
    }
  }

  /** Ends a pending read, and rejects further ones. */
  async cancel(reason: unknown): Promise<void> {
    await this.#reader.cancel(reason).catch(() => {})
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read()
    this.#held = value ?? new Uint8Array()
    return !done
  }
}
