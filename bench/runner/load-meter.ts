// Measures the load of the machine before a row and while it is measured.
import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../lib/statistics.ts'
import type { Load } from './load.ts'
import type { OwnProcesses } from './own-processes.ts'
import { type CpuTimes, readCpuTimes, readRunQueue } from './proc.ts'

const loops = 20
const queueSamples = 10
const queueSampleMs = 40
const sampleMs = 1_000

export type LoadMeter = {
  /** Measures the idle machine for half a second, and starts the interval of the next row. */
  readonly start: () => Promise<void>
  /** Returns the load since `start`. A second call measures the same interval up to now. */
  readonly read: () => Load
  readonly stop: () => void
}

export function createLoadMeter(own: OwnProcesses): LoadMeter {
  let before: Pick<Load, 'runQueue' | 'calibration'> = { runQueue: null, calibration: null }
  let machine: CpuTimes | null = null
  let ownTicks = 0
  let lastOwn = 0
  /**
   * Sample often, because the time of an orphaned process disappears with it. A decreasing sum is
   * ignored.
   */
  const sample = () => {
    const now = own.ticks()
    ownTicks += Math.max(0, now - lastOwn)
    lastOwn = now
  }
  const timer = setInterval(sample, sampleMs)
  timer.unref()
  return {
    start: async () => {
      before = { runQueue: await readQueue(), calibration: calibrate() }
      machine = readCpuTimes()
      lastOwn = own.ticks()
      ownTicks = 0
    },
    read: () => {
      sample()
      return { ...before, ...sharesOf(machine, readCpuTimes(), ownTicks) }
    },
    stop: () => clearInterval(timer),
  }
}

/** Returns shares of the time of all cores between the two readings. */
export function sharesOf(
  from: CpuTimes | null,
  to: CpuTimes | null,
  ownTicks: number,
): Pick<Load, 'foreignShare' | 'stealShare'> {
  const all = from === null || to === null ? 0 : to.all - from.all
  if (from === null || to === null || all <= 0) return { foreignShare: null, stealShare: null }
  return {
    foreignShare: Math.max(0, to.busy - from.busy - ownTicks) / all,
    stealShare: (to.steal - from.steal) / all,
  }
}

async function readQueue(): Promise<number | null> {
  const queue: number[] = []
  for (let at = 0; at < queueSamples; at++) {
    await sleep(queueSampleMs)
    const length = readRunQueue()
    // Subtract this thread, which runs while it reads.
    if (length !== null) queue.push(Math.max(0, length - 1))
  }
  return queue.length === 0 ? null : median(queue)
}

/**
 * Returns the ratio of the 90th percentile to the fastest of some equal loops of a few
 * milliseconds.
 */
function calibrate(): number {
  const times: number[] = []
  for (let run = -5; run < loops; run++) {
    const startedAt = performance.now()
    let sum = run
    for (let at = 0; at < 3_000_000; at++) sum = (Math.imul(sum, 1_664_525) + at) | 0
    // Use the result, so that the compiler does not remove the loop.
    const ms = performance.now() - startedAt + (sum === 0.5 ? 1 : 0)
    if (run >= 0) times.push(ms)
  }
  return quantile(times, 0.9) / Math.min(...times)
}
