// Runs one command in a process group of its own until it ends or has to be ended. When the promise
// settles, nothing of the group is alive.
import { setPriority } from 'node:os'
import { endGroup, killGroup } from './kill.ts'
import { LineReader } from './line-reader.ts'

export type ProcessRequest = {
  readonly words: readonly string[]
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
    | { readonly kind: 'stopped'; readonly why: Why }
    | { readonly kind: 'not_started' }
  /** The end of what it printed, standard output before standard error. */
  readonly tail: string
}

type Why = 'wall' | 'printed' | 'aborted'
type Child = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

/** Pipes that an escaped child holds open are not waited for longer than this. */
const DRAIN_MS = 200

/** Rejects only with what `onLine` throws. */
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
  const timer = setTimeout(() => stop('wall'), request.wallMs)
  const onAbort = () => stop('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  const printed = readPrinted(child, request, stop)

  const code = await child.exited
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  await endGroup(child.pid, folder)
  const tail = await printed.end()
  if (why) return { how: { kind: 'stopped', why }, tail }
  if (child.signalCode)
    return { how: { kind: 'signalled', signal: String(child.signalCode) }, tail }
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
    // It ended before it could be slowed down: nothing to do.
  }
}

/** `end` gives the tail once both pipes are empty, or throws what `onLine` threw. */
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
      // A listener's fault: it must reach its own caller, and the slicer is of no more use.
      thrown ??= { error }
      stop('aborted')
    })
    return { lines, source, done }
  })
  return {
    end: async () => {
      const timer = setTimeout(() => {
        for (const { source } of pipes) void source.cancel()
      }, DRAIN_MS)
      await Promise.all(pipes.map(({ done }) => done))
      clearTimeout(timer)
      if (thrown) throw thrown.error
      return pipes.map(({ lines }) => lines.tail).join('')
    },
  }
}
