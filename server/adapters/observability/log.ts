// Structured logs: one JSON object per line on stdout, collected and written in batches, without secrets. AsyncLocalStorage adds the facts
// of the current request (8 ns per request measured on Bun 1.4.5; copying the dependencies with a separate logger took 170 ns).

import { AsyncLocalStorage } from 'node:async_hooks'
import { writeSync } from 'node:fs'
import { hasCode } from '../../domain/base/has-code.ts'
import type { Log } from '../../domain/base/ports.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { clearText, redact } from './log-redaction.ts'

const levelRanks = { debug: 10, info: 20, warn: 30, error: 40 } as const
type Level = keyof typeof levelRanks

/** Writes the bytes and returns the number written. Throws the error of write(2). */
export type LogSink = (bytes: Buffer) => number

export type LogOptions = {
  readonly level: Level
  readonly sink?: LogSink
  readonly now?: () => Date
}

/** One finished request. */
export type AccessFacts = {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  /** Present if the request belongs to a caller's trace. */
  readonly traceId?: string
  readonly spanId?: string
}

export type ProcessLog = Log & {
  /** Writes the line of one request. Concatenated without a serializer: 0.2 us, compared with 1 us for `info` (measured 2026-11-21). */
  readonly access: (facts: AccessFacts) => void
  /** Writes the collected lines now. They are also written soon after each line, and when the process exits. */
  readonly flush: () => void
}

const flushAfterMs = 20
const flushAtBytes = 32 * 1024
/** Limit beyond which lines are dropped while the reader does not read. The number of dropped lines is logged. */
const maxBufferBytes = 4 * megabyte
const exitLimitMs = 1_000

const context = new AsyncLocalStorage<Readonly<Record<string, unknown>>>()

/** Adds these facts, such as `{ requestId }`, to every line that `work` logs, however deep. */
export function withLogFacts<T>(facts: Readonly<Record<string, unknown>>, work: () => T): T {
  return context.run(facts, work)
}

export function createLog({
  level,
  sink = toStdout,
  now = () => new Date(),
}: LogOptions): ProcessLog {
  const lines = new LineBuffer(sink)
  const write = (lineLevel: Level) => {
    if (levelRanks[lineLevel] < levelRanks[level]) return () => {}
    return (event: string, facts?: Record<string, unknown>) => {
      const head = { time: now().toISOString(), level: lineLevel, event }
      const clean = redact({ ...context.getStore(), ...facts })
      // A fact with the name of a head field is logged under another name.
      for (const name of ['time', 'level', 'event']) {
        if (name in clean) clean[`${name}_`] = clean[name]
      }
      lines.add(JSON.stringify({ ...head, ...clean, ...head }))
      if (lineLevel === 'error') lines.flush()
    }
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    access:
      levelRanks.info < levelRanks[level]
        ? () => {}
        : (facts) => lines.add(accessLine(now().getTime(), facts)),
    flush: () => lines.flush(),
  }
}

/** Builds the line. `requestId`, the trace and `method` need no escaping: callers' ids are validated, and the server parses methods. */
function accessLine(
  epochMs: number,
  { requestId, method, path, status, ms, traceId, spanId }: AccessFacts,
): string {
  const where = plainPath.test(path) ? `"${path}"` : JSON.stringify(clearText(path))
  const trace = traceId === undefined ? '' : `,"traceId":"${traceId}","spanId":"${spanId}"`
  return `{"time":"${isoTime(epochMs)}","level":"info","event":"request","requestId":"${requestId}","method":"${method}","path":${where},"status":${status},"ms":${ms}${trace}}`
}

/** Needs no escaping and contains no secret, because secrets have an underscore or an @. */
const plainPath = /^[A-Za-z0-9/.-]*$/

let lastMs = Number.NaN
let lastText = ''

/** Cached, because under load a hundred lines share a millisecond. */
function isoTime(epochMs: number): string {
  if (epochMs !== lastMs) {
    lastMs = epochMs
    lastText = new Date(epochMs).toISOString()
  }
  return lastText
}

/** Holds lines until their batch is written and, up to a limit, lines that a slow reader has not read yet. */
class LineBuffer {
  readonly #sink: LogSink
  #text = ''
  #unwritten: Buffer = Buffer.alloc(0)
  #dropped = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(sink: LogSink) {
    this.#sink = sink
    process.once('exit', () => this.#flushPatiently())
  }

  add(line: string): void {
    if (this.#closed) return
    if (this.#text.length + this.#unwritten.length > maxBufferBytes) {
      this.#dropped++
      return
    }
    this.#text += `${line}\n`
    if (this.#text.length >= flushAtBytes) {
      this.flush()
    } else {
      this.#flushLater()
    }
  }

  flush(): void {
    const bytes = Buffer.concat([this.#unwritten, Buffer.from(this.#text)])
    this.#text = ''
    this.#unwritten = bytes.subarray(this.#write(bytes))
    if (this.#unwritten.length > 0) this.#flushLater()
    else if (this.#dropped > 0) this.#tellLoss()
  }

  #tellLoss(): void {
    const dropped = this.#dropped
    this.#dropped = 0
    const time = new Date().toISOString()
    this.add(JSON.stringify({ time, level: 'warn', event: 'log.lines_dropped', dropped }))
  }

  /** Returns the number of bytes written before the reader's pipe was full. */
  #write(bytes: Buffer): number {
    let written = 0
    while (written < bytes.length && !this.#closed) {
      try {
        written += this.#sink(bytes.subarray(written))
      } catch (error) {
        if (hasCode(error, 'EAGAIN')) return written
        // The reader has closed the pipe (EPIPE) or the disk is full: the error cannot be reported anywhere.
        this.#closed = true
      }
    }
    return bytes.length === 0 || this.#closed ? bytes.length : written
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.flush()
    }, flushAfterMs)
    this.#timer.unref()
  }

  #flushPatiently(): void {
    const deadline = Date.now() + exitLimitMs
    this.flush()
    while (this.#unwritten.length > 0 && Date.now() < deadline) {
      Bun.sleepSync(5)
      this.flush()
    }
  }
}

function toStdout(bytes: Buffer): number {
  return writeSync(1, bytes)
}
