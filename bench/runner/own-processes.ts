// The processes of this run: those that inherited its mark in their environment, and their
// descendants. Both tests are needed, because the local Postgres is not a child of the run, and its
// child processes overwrite their environment.
import { readEnvironment, readPids, readProcess } from './proc.ts'

const variable = 'BENCH_RUN'

export type OwnProcesses = {
  /** Returns the process ids, without this process. */
  readonly pids: () => readonly number[]
  /** Returns the clock ticks of all of these processes and this process. */
  readonly ticks: () => number
}

/** Marks all processes that this process starts from now on. */
export function markOwnProcesses(): OwnProcesses {
  const mark = crypto.randomUUID()
  process.env[variable] = mark
  /**
   * Cache by process, because reading the environment repeatedly is the most expensive step. The
   * key includes the start time, because a process id may be reused.
   */
  const marked = new Map<string, boolean>()
  const isMarked = (pid: number, startedAt: number): boolean => {
    const key = `${pid} ${startedAt}`
    const known = marked.get(key) ?? readEnvironment(pid).includes(`${variable}=${mark}`)
    marked.set(key, known)
    return known
  }
  const read = () => {
    const all = new Map(
      readPids().flatMap((pid) => {
        const found = readProcess(pid)
        return found === null ? [] : [[pid, found] as const]
      }),
    )
    return descendants(
      all,
      (pid) => pid === process.pid || isMarked(pid, all.get(pid)?.startedAt ?? 0),
    ).map((pid) => ({ pid, ticks: all.get(pid)?.ticks ?? 0 }))
  }
  return {
    pids: () => read().flatMap(({ pid }) => (pid === process.pid ? [] : [pid])),
    ticks: () => read().reduce((sum, { ticks }) => sum + ticks, 0),
  }
}

/** Returns root processes and all their descendants. */
export function descendants(
  all: ReadonlyMap<number, { readonly parent: number }>,
  isRoot: (pid: number) => boolean,
): readonly number[] {
  const known = new Map<number, boolean>()
  const belongs = (pid: number): boolean => {
    const before = known.get(pid)
    if (before !== undefined) return before
    // Breaks a cycle, which a reused process id could create.
    known.set(pid, false)
    const parent = all.get(pid)?.parent ?? 0
    const own = isRoot(pid) || (all.has(parent) && belongs(parent))
    known.set(pid, own)
    return own
  }
  return [...all.keys()].filter(belongs)
}
