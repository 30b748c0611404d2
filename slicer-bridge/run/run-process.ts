// Runs one command in its own process group until it exits or has to be killed. When the promise settles, no process of the group is
// running.
import { setPriority } from 'node:os'
import { endGroup, killGroup } from './kill.ts'
import { LineReader } from './line-reader.ts'
import { watchWrites } from './watch-writes.ts'

export type ProcessRequest = {
  readonly words: readonly string[]
  /** The job's folder. Processes that still run in it afterwards are killed as well. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly wallMs: number
  readonly printedBytes: number
  /** Limit for everything that the command writes: printed output and every version of every file together. */
  readonly writtenBytes: number
  readonly nice: number
  readonly signal: AbortSignal
  readonly onLine: (line: string) => void
}

export type ProcessEnd = {
  readonly how:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'signalled'; readonly signal: string }
    /** Killed by this module. */
    | { readonly kind: 'stopped'; readonly why: Why }
    | { readonly kind: 'not_started' }
  /** End of the output, standard output before standard error. */
  readonly tail: string
}

type Why = 'wall' | 'printed' | 'written' | 'aborted'
type Child = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

/** Maximum wait for pipes that an escaped child holds open, in milliseconds. */
const drainMs = 200

/** Runs the command. Rejects only with an error of `onLine`. */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const { signal, folder } = request
  if (signal.aborted) return { how: { kind: 'stopped', why: 'aborted' }, tail: '' }
  const child = start(request)
  if (child instanceof Error) return { how: { kind: 'not_started' }, tail: child.message }
  let why: Why | undefined
  const stop = (reason: Why) => {
    why ??= reason
    killGroup(child.pid)
  }
  const timeout = AbortSignal.timeout(request.wallMs)
  const ending = AbortSignal.any([signal, timeout])
  const onAbort = () => stop(timeout.aborted ? 'wall' : 'aborted')
  ending.addEventListener('abort', onAbort, { once: true })
  const printed = readPrinted(child, request, stop)
  const endWatch = watchWrites(child.pid, request.writtenBytes, () => stop('written'))

  const code = await child.exited
  endWatch()
  ending.removeEventListener('abort', onAbort)
  await endGroup(child.pid, folder)
  const tail = await printed.end()
  if (why) return { how: { kind: 'stopped', why }, tail }
  if (child.signalCode) {
    return { how: { kind: 'signalled', signal: String(child.signalCode) }, tail }
  }
  return { how: { kind: 'exited', code }, tail }
}

function start({ words, folder, environment, nice }: ProcessRequest): Child | Error {
  try {
    const child = Bun.spawn([...words], {
      cwd: folder,
      env: { ...environment },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
    if (nice !== 0) lowerPriority(child.pid, nice)
    return child
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function lowerPriority(pid: number, nice: number): void {
  try {
    setPriority(pid, nice)
  } catch {
    // The process exited before its priority could be lowered, so nothing needs to be done.
  }
}

/** Reads the output. `end` returns the tail once both pipes are closed, or throws an error of `onLine`. */
function readPrinted(
  child: Child,
  { printedBytes, onLine }: ProcessRequest,
  stop: (why: Why) => void,
): { end: () => Promise<string> } {
  let count = 0
  let thrown: { error: unknown } | undefined
  const pipes = [child.stdout, child.stderr].map((stream) => {
    const lines = new LineReader(onLine)
    const source = stream.getReader()
    const read = async () => {
      for (let chunk = await source.read(); !chunk.done; chunk = await source.read()) {
        count += chunk.value.length
        if (count > printedBytes) return stop('printed')
        lines.push(chunk.value)
      }
      lines.end()
    }
    const done = read().catch((error) => {
      // `onLine` failed: its caller gets the error, and the slicer's result is no longer needed.
      thrown ??= { error }
      stop('aborted')
    })
    return { lines, source, done }
  })
  return {
    end: async () => {
      const timer = setTimeout(() => {
        for (const { source } of pipes) void source.cancel()
      }, drainMs)
      await Promise.all(pipes.map(({ done }) => done))
      clearTimeout(timer)
      if (thrown) throw thrown.error
      return pipes.map(({ lines }) => lines.tail).join('')
    },
  }
}
