// The machine time of a part: from its estimate, from its price when the model cannot be estimated, and unknown until
// then.
import { expect, test } from 'bun:test'
import type { CertainEstimate } from '../../../server/domain/measurement/processing.ts'
import { planByStoredEstimate } from '../../../server/domain/planning/plan-part.ts'
import { estimatedPart, printOptions } from '../../../testing/orders.ts'

const part = {
  file: { sha256: 'ab'.repeat(32), format: 'stl' },
  options: printOptions({ quantity: 2 }),
  price: { centihoursPerPart: 150 },
  sizeMm: [10, 10, 10],
} as const

const planWith = (kept: CertainEstimate | null) =>
  planByStoredEstimate({ printEstimates: { read: async () => kept } }, part)

test('a model without an estimate has no planned time yet', async () => {
  expect(await planWith(null)).toEqual({ plannedSeconds: null, supports: null })
})

test('an estimated model takes the time of its estimate', async () => {
  // Two parts of 950 seconds.
  expect(await planWith(estimatedPart)).toEqual({
    plannedSeconds: 1900,
    supports: {
      decision: 'none',
      filamentCm3: 0,
      seconds: 0,
      unsupportedMm2: 0,
      turnedMm: null,
    },
  })
})

test('a model that cannot be estimated takes the hours of its price', async () => {
  const kept = { kind: 'unreadable', code: 'no_sections', message: 'Nothing is printed.' } as const
  // Two parts of 1.5 hours.
  expect(await planWith(kept)).toEqual({ plannedSeconds: 10_800, supports: null })
})
