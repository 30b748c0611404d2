// What a command says and asks: results on standard output, progress, notes and questions on standard error.
import { createInterface } from 'node:readline/promises'

export type Progress = {
  /** `done` of `total`; without a total only the time is shown. */
  readonly update: (state: { label?: string; done?: number; total?: number }) => void
  /** Removes the line. */
  readonly end: () => void
}

export type Terminal = {
  /** Whether questions can be asked. */
  readonly isInteractive: boolean
  readonly hasProgress: boolean
  /** A line of the result. */
  readonly print: (line: string) => void
  /** A line beside the result. */
  readonly note: (line: string) => void
  readonly bold: (text: string) => string
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly progress: (label: string) => Progress
  readonly confirm: (question: string) => Promise<boolean>
  /** A line that is not shown while it is typed; from a pipe, all of it. */
  readonly readSecret: (question: string) => Promise<string>
  /** All of what is piped in; null on a terminal, and beyond `maxBytes`. */
  readonly readInput: (maxBytes: number) => Promise<Uint8Array | null>
}

const silent: Progress = { update: () => {}, end: () => {} }

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
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    bold: paint(1),
    faint: paint(2),
    good: paint(32),
    bad: paint(31),
    progress: (label) => (hasProgress ? drawProgress(label) : silent),
    confirm: async (question) => {
      const lines = createInterface({ input: stdin, output: stderr })
      // Ctrl-C reaches this interface first while it reads.
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

function drawProgress(label: string): Progress {
  const startedAt = Date.now()
  let state: { label: string; done?: number; total?: number } = { label }
  const draw = () =>
    process.stderr.write(`\r\u001b[2K${progressLine(state, Date.now() - startedAt)}`)
  draw()
  const timer = setInterval(draw, 200)
  timer.unref()
  return {
    update: (change) => {
      state = { ...state, ...change }
    },
    end: () => {
      clearInterval(timer)
      process.stderr.write('\r\u001b[2K')
    },
  }
}

const barCells = 24

/** `Uploading [######------] 50% of 3.2 MB`, or `Slicing ... 4 s`. */
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
  return `${label} [${bar}] ${Math.floor(share * 100)}% of ${(total / 1e6).toFixed(1)} MB`
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
