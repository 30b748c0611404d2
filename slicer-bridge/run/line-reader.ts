// Splits a byte stream into lines and keeps the end of the stream, in bounded memory.

const maxLineCharacters = 4096
const tailCharacters = 4096

export class LineReader {
  readonly #decoder = new TextDecoder()
  #line = ''
  #last = ''

  readonly #onLine: (line: string) => void

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  /** The last 4 kB so far. */
  get tail(): string {
    return this.#last
  }

  push(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true })
    this.#last = (this.#last + text).slice(-tailCharacters)
    const [first = '', ...rest] = text.split('\n')
    this.#extend(first)
    for (const part of rest) {
      this.end()
      this.#extend(part)
    }
  }

  /** Emits a last line without a line break. */
  end(): void {
    if (this.#line !== '') this.#onLine(this.#line)
    this.#line = ''
  }

  /** Extends the line. Drops characters beyond the maximum line length. */
  #extend(text: string): void {
    this.#line = (this.#line + text).slice(0, maxLineCharacters)
  }
}
