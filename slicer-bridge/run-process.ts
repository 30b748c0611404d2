// Runs one command in a process group of its own until it ends or has to be ended. When the promise
// settles, nothing of the group is alive.
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { killGroup, killStragglers } from './kill'
import { LineReader } from './line-reader'

export type ProcessRequest = {
  readonly command: string
  readonly args: readonly string[]
  /** The job's own folder: whatever still works in it afterwards is killed as well. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly wallMs: number
  readonly printedBytes: number
  readonly nice: number
  readonly signal: AbortSignal
  readonly onLine: (line: string) => void
}

export type ProcessEnd = {
  readonly how:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'signalled'; readonly signal: string }
    /** By us. */
    | { readonly kind: 'stopped'; readonly why: 'wall' | 'printed' | 'aborted' }
    | { readonly kind: 'not_started' }
  /** The end of what it printed, standard output before standard error. */
  readonly tail: string
}

/** Pipes that an escaped child holds open are not waited for longer than this. */
const DRAIN_MS = 200

/** Rejects only with what `onLine` throws. */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  if (request.signal.aborted) return { how: { kind: 'stopped', why: 'aborted' }, tail: '' }
  const child = spawn(request.command, request.args, {
    cwd: request.folder,
    env: request.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const [output, errors] = [new LineReader(request.onLine), new LineReader(request.onLine)]
  let printed = 0
  let why: 'wall' | 'printed' | 'aborted' | undefined
  const stop = (reason: typeof why) => {
    why ??= reason
    killGroup(child.pid)
  }
  let thrown: { error: unknown } | undefined
  const read = (reader: LineReader) => (chunk: Buffer) => {
    printed += chunk.length
    if (printed > request.printedBytes) return stop('printed')
    try {
      reader.push(chunk)
    } catch (error) {
      // A listener's fault: it must reach its own caller, not end the process from an event.
      thrown ??= { error }
      stop('aborted')
    }
  }
  child.stdout.on('data', read(output))
  child.stderr.on('data', read(errors))
  const timer = setTimeout(() => stop('wall'), request.wallMs)
  const onAbort = () => stop('aborted')
  request.signal.addEventListener('abort', onAbort, { once: true })
  lowerPriority(child, request.nice)

  const end = await ended(child)
  killGroup(child.pid)
  killStragglers(request.folder)
  await drained(child)
  clearTimeout(timer)
  request.signal.removeEventListener('abort', onAbort)
  if (thrown) throw thrown.error
  output.end()
  errors.end()
  const tail = `${output.tail}${errors.tail}`
  if (end.kind === 'not_started') return { how: end, tail: end.message }
  return { how: why ? { kind: 'stopped', why } : end, tail }
}

type Ended =
  | { kind: 'exited'; code: number }
  | { kind: 'signalled'; signal: string }
  | { kind: 'not_started'; message: string }

/** The process itself; its children may live on. */
function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not_started', message: error.message }))
    child.once('exit', (code, signal) =>
      resolve(signal ? { kind: 'signalled', signal } : { kind: 'exited', code: code ?? -1 }),
    )
  })
}

/** What was printed before the end may still be in the pipes. */
async function drained(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream && !stream.closed)
  const closed = streams.map((stream) => new Promise((resolve) => stream?.once('close', resolve)))
  const timer = setTimeout(() => {
    for (const stream of streams) stream?.destroy()
  }, DRAIN_MS)
  await Promise.all(closed)
  clearTimeout(timer)
}

function lowerPriority(child: ChildProcess, nice: number): void {
  if (child.pid === undefined || nice === 0) return
  try {
    setPriority(child.pid, nice)
  } catch {
    // It ended before it could be slowed down: nothing to do.
  }
}
