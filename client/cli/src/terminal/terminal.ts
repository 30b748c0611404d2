// Input and output of a command: results on standard output; progress, notes and questions on standard error.
import { createInterface } from 'node:readline/promises'

export type Progress = {
  /** Shows `done` of `total`. Without a total, shows only the elapsed time. */
  readonly update: (state: { label?: string; done?: number; total?: number }) => void
  /** Removes the line. */
  readonly end: () => void
}

export type Terminal = {
  /** Whether the command can ask questions. */
  readonly isInteractive: boolean
  readonly hasProgress: boolean
  /** Prints a line of the result. */
  readonly print: (line: string) => void
  /** Prints a line that is not part of the result. */
  readonly note: (line: string) => void
  readonly bold: (text: string) => string
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly progress: (label: string) => Progress
  readonly confirm: (question: string) => Promise<boolean>
  /** Reads a line without echo. From a pipe, reads everything. */
  readonly readSecret: (question: string) => Promise<string>
  /** Reads all piped input. Returns null on a terminal, and beyond `maxBytes`. */
  readonly readInput: (maxBytes: number) => Promise<Uint8Array | null>
}

const silent: Progress = { update: () => {}, end: () => {} }
const clearLine = '\r\u001b[2K'

/** Creates the notes and the progress line of a terminal. A note appears above the progress line. */
export function createStatusLines(
  write: (text: string) => void,
  hasProgress: boolean,
): Pick<Terminal, 'note' | 'progress'> {
  let redraw: (() => void) | null = null
  return {
    note: (line) => {
      write(redraw === null ? `${line}\n` : `${clearLine}${line}\n`)
      redraw?.()
    },
    progress: (label) => {
      if (!hasProgress) return silent
      const startedAt = Date.now()
      let state: { label: string; done?: number; total?: number } = { label }
      const draw = () => write(`${clearLine}${progressLine(state, Date.now() - startedAt)}`)
      redraw = draw
      draw()
      const timer = setInterval(draw, 200)
      timer.unref()
      return {
        update: (change) => {
          state = { ...state, ...change }
        },
        end: () => {
          clearInterval(timer)
          redraw = null
          write(clearLine)
        },
      }
    },
  }
}

export function createTerminal(environment: NodeJS.ProcessEnv): Terminal {
  const { stdin, stdout, stderr } = process
  const hasColor =
    stdout.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
  const paint = (code: number) => (text: string) =>
    hasColor ? `\u001b[${code}m${text}\u001b[0m` : text
  const hasProgress = stderr.isTTY === true && environment['TERM'] !== 'dumb'
  const isInteractive = stdin.isTTY === true && stderr.isTTY === true
  return {
    isInteractive,
    hasProgress,
    ...createStatusLines((text) => void stderr.write(text), hasProgress),
    print: (line) => void stdout.write(`${line}\n`),
    bold: paint(1),
    faint: paint(2),
    good: paint(32),
    bad: paint(31),
    confirm: async (question) => {
      const lines = createInterface({ input: stdin, output: stderr })
      // While this interface reads, it receives Ctrl-C first.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      try {
        return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
      } finally {
        lines.close()
      }
    },
    readSecret: async (question) =>
      stdin.isTTY === true ? readHidden(question) : (await readAll(stdin)).trim(),
    readInput: async (maxBytes) => (stdin.isTTY === true ? null : readBytes(stdin, maxBytes)),
  }
}

const barCells = 24

/** Returns `Uploading [######------] 50% of 3.2 MB`, or `Slicing ... 4 s`. */
export function progressLine(
  { label, done, total }: { label: string; done?: number; total?: number },
  elapsedMs: number,
): string {
  if (done === undefined || total === undefined || total <= 0 || done >= total) {
    return `${label} ... ${Math.floor(elapsedMs / 1000)} s`
  }
  const share = done / total
  const filled = Math.round(share * barCells)
  const bar = `${'#'.repeat(filled)}${'-'.repeat(barCells - filled)}`
  return `${label} [${bar}] ${Math.floor(share * 100)}% of ${(total / (1024 * 1024)).toFixed(1)} MB`
}

async function readHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  stdin.setRawMode(true)
  stderr.write(question)
  stdin.setEncoding('utf8')
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return typed.trim()
        if (character === '\u0003') process.kill(process.pid, 'SIGINT')
        else if (character === '\u007f' || character === '\b') typed = typed.slice(0, -1)
        else if (character >= ' ') typed += character
      }
    }
    return typed.trim()
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

async function readBytes(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readAll(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}
