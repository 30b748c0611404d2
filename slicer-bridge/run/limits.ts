// The resource limits of one slicer run, and the command prefix with which the kernel enforces them.
import { existsSync } from 'node:fs'

export type SlicerLimits = {
  /** Wall-clock time of one attempt. Defaults to 30 s. */
  readonly wallMs: number
  /**
   * CPU time of one attempt over all threads. Defaults to 60 s; the heaviest measured model needs 27 s. Unlike a timer, it also applies
   * when this process has died.
   */
  readonly cpuSeconds: number
  /** Writable private memory. Defaults to 1.5 GB; measured: 0.37 GB at 1.3 million triangles. */
  readonly memoryBytes: number
  /** Defaults to 100 MB, the G-code reader's limit; measured: 31 MB. */
  readonly gcodeBytes: number
  /** Standard output and standard error together. Defaults to 8 MB. */
  readonly printedBytes: number
  /** From 0, the service's priority, to 19, the lowest. Defaults to 5. */
  readonly nice: number
}

export const defaultLimits: SlicerLimits = {
  wallMs: 30_000,
  cpuSeconds: 60,
  memoryBytes: 1_500_000_000,
  gcodeBytes: 100 << 20,
  printedBytes: 8 << 20,
  nice: 5,
}

const maxOpenFiles = 256

/** The tools available on this machine. Without them, the wall-clock and output limits still apply. */
export type Guards = {
  /** util-linux: limits on CPU time, memory, file size and core files. */
  readonly prlimit: string | null
  /** util-linux: the slicer dies with this process and gains no privileges. */
  readonly setpriv: string | null
  /** coreutils: makes the slicer write its progress line by line instead of at exit. */
  readonly lineBuffering: string | null
}

const lineBufferingPaths = [
  '/usr/libexec/coreutils/libstdbuf.so',
  '/usr/lib/coreutils/libstdbuf.so',
]

export function findGuards(): Guards {
  return {
    prlimit: Bun.which('prlimit'),
    setpriv: Bun.which('setpriv'),
    lineBuffering: lineBufferingPaths.find((path) => existsSync(path)) ?? null,
  }
}

/** Returns the prefix of the command. Each program replaces itself with the next by exec: one process, one pid. */
export function guardWords(guards: Guards, limits: SlicerLimits): string[] {
  const { prlimit, setpriv } = guards
  const words = setpriv ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL'] : []
  if (!prlimit) return words
  return [
    ...words,
    prlimit,
    // The soft limit sends SIGXCPU, which distinguishes a CPU timeout from other kills.
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 2}`,
    // Not --as, which limits address space: every thread reserves 64 MB of it.
    `--data=${limits.memoryBytes}`,
    `--fsize=${limits.gcodeBytes}`,
    `--nofile=${maxOpenFiles}`,
    '--core=0',
  ]
}

/** The slicer's complete environment. */
export function guardEnvironment({ lineBuffering }: Guards): Record<string, string> {
  return lineBuffering ? { LD_PRELOAD: lineBuffering, _STDBUF_O: 'L' } : {}
}
