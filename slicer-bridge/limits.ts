// What one run of the slicer may cost, and the words before its command line that make the kernel
// see to it.
import { existsSync } from 'node:fs'

export type SlicerLimits = {
  /** Of one rung, by the clock. Default 30 s. */
  readonly wallMs: number
  /**
   * Processor time of one rung over all its threads. Default 60 s: the heaviest model measured needs
   * 27 s. It holds when our own timer cannot run, as when this process is gone.
   */
  readonly cpuSeconds: number
  /** Writable private memory. Default 1.5 GB; 0.37 GB were seen at 1.3 million triangles. */
  readonly memoryBytes: number
  /** Default 100 MB, which is what the g-code reader takes. 31 MB were seen. */
  readonly gcodeBytes: number
  /** Standard output and error together. Default 8 MB. */
  readonly printedBytes: number
  /** 0 is the service's own priority, 19 the lowest. Default 5. */
  readonly nice: number
}

export const DEFAULT_LIMITS: SlicerLimits = {
  wallMs: 30_000,
  cpuSeconds: 60,
  memoryBytes: 1_500_000_000,
  gcodeBytes: 100 << 20,
  printedBytes: 8 << 20,
  nice: 5,
}

const OPEN_FILES = 256

/** The kernel's help that this machine offers. Without it the wall and output limits still hold. */
export type Guards = {
  /** util-linux: processor, memory, file size and core limits. */
  readonly prlimit: string | null
  /** util-linux: the slicer dies with this process, and gains no privileges. */
  readonly setpriv: string | null
  /** coreutils: lets the slicer's progress through a pipe line by line instead of at its end. */
  readonly lineBuffering: string | null
}

const LINE_BUFFERING = ['/usr/libexec/coreutils/libstdbuf.so', '/usr/lib/coreutils/libstdbuf.so']

export function findGuards(): Guards {
  return {
    prlimit: Bun.which('prlimit'),
    setpriv: Bun.which('setpriv'),
    lineBuffering: LINE_BUFFERING.find((path) => existsSync(path)) ?? null,
  }
}

/** The words that go before the command. Each replaces itself by the next: one process, one id. */
export function guardWords(guards: Guards, limits: SlicerLimits): string[] {
  const { prlimit, setpriv } = guards
  const words = setpriv ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL'] : []
  if (!prlimit) return words
  return [
    ...words,
    prlimit,
    // The soft limit sends a signal of its own, so that a stop for time is told from any other.
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 2}`,
    // Not --as: that counts address space, of which every thread reserves 64 MB.
    `--data=${limits.memoryBytes}`,
    `--fsize=${limits.gcodeBytes}`,
    `--nofile=${OPEN_FILES}`,
    '--core=0',
  ]
}

/** The slicer's whole environment. */
export function guardEnvironment({ lineBuffering }: Guards): Record<string, string> {
  return lineBuffering ? { LD_PRELOAD: lineBuffering, _STDBUF_O: 'L' } : {}
}
