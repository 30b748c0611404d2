// Cuts a stream of bytes into lines and keeps its end, in bounded memory whatever comes.

const LONGEST_LINE = 4096
const TAIL = 4096

export class LineReader {
  private readonly decoder = new TextDecoder()
  private line = ''
  private last = ''

  private readonly onLine: (line: string) => void

  constructor(onLine: (line: string) => void) {
    this.onLine = onLine
  }

  /** The last 4 kB so far. */
  get tail(): string {
    return this.last
  }

  push(bytes: Uint8Array): void {
    const text = this.decoder.decode(bytes, { stream: true })
    this.last = (this.last + text).slice(-TAIL)
    const [first = '', ...rest] = text.split('\n')
    this.extend(first)
    for (const part of rest) {
      this.end()
      this.extend(part)
    }
  }

  /** Hands out a last line without an end. */
  end(): void {
    if (this.line !== '') this.onLine(this.line)
    this.line = ''
  }

  /** What goes beyond the longest line is dropped. */
  private extend(text: string): void {
    this.line = (this.line + text).slice(0, LONGEST_LINE)
  }
}
