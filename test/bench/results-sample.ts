// Runs and rows of the bench with given figures.
import type { Row } from '../../bench/lib/row.ts'
import type { Load } from '../../bench/runner/load.ts'
import { type Results, storedRow } from '../../bench/runner/results.ts'

export const quiet: Load = { foreignShare: 0.01, stealShare: 0, runQueue: 0, calibration: 1.05 }
export const busy: Load = { ...quiet, foreignShare: 0.4 }

/** Returns a row with an aim of at least 0.8, and a spread from the first of three samples to the last. */
export const sampleRow = (samples: readonly number[], part: Partial<Row> = {}, load = quiet) =>
  storedRow(
    'price',
    {
      name: 'ours / baseline',
      figure: String(samples[1] ?? ''),
      aim: 'at least 0.8',
      met: true,
      detail: '100/s ours, 110/s baseline',
      samples,
      ...part,
    },
    load,
  )

export const sampleResults = (part: Partial<Results> = {}): Results => ({
  schema: 1,
  startedAt: '2026-01-31T12:00:00.000Z',
  seconds: 90,
  commit: '0123abcd',
  dirty: false,
  quick: false,
  ended: 'complete',
  machine: {
    cpu: 'Example CPU',
    cores: 2,
    memoryGiB: 8,
    os: 'Linux 6.1',
    bun: '1.4.5',
    postgres: '18.4',
    loadTool: 'wrk',
  },
  rows: [],
  failed: [],
  skipped: [],
  ...part,
})
