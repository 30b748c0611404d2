// The lower bound of plates in lab/farm-day, on orders that are counted manually.
import { expect, test } from 'bun:test'
import {
  areaOfBed,
  areaWithGap,
  leastPlates,
  type PlannedJob,
} from '../../lab/farm-day/least-plates.ts'

const spool = { material: 'pla', color: 'Black', nozzleMm: 0.4, infill: 20 } as const
const jobs = (count: number, rest: Partial<PlannedJob> = {}): readonly PlannedJob[] =>
  Array.from({ length: count }, (_, at) => ({
    code: `order-${at}`,
    parts: 1,
    hours: 1,
    areaMm2: 100,
    ...rest,
  }))
const bedMm2 = 10_000

test.each([
  ['eight orders', jobs(8), 1],
  ['nine orders', jobs(9), 2],
  ['nine jobs of one order', jobs(9, { code: 'one' }), 1],
  ['41 hours', jobs(2, { hours: 20.5 - 1e-3 }), 2],
  ['five jobs of 5 hours', jobs(5, { hours: 5 }), 2],
  [
    'two jobs that take a day each beside one of an hour',
    [...jobs(2, { hours: 24 }), ...jobs(1)],
    3,
  ],
  ['51 parts', jobs(1, { parts: 51, areaMm2: 1 }), 2],
  ['twice the bed and a bit', jobs(3, { areaMm2: 7000 }), 3],
  ['nothing', [], 0],
])('%s', (_, planned, plates) => {
  expect(leastPlates(planned, () => spool, bedMm2)).toBe(plates)
})

test('colors, materials, nozzles and infills have separate plates, and jobs without a color fill them', () => {
  const spools = new Map<
    string,
    Parameters<typeof leastPlates>[1] extends (code: string) => infer S ? S : never
  >([
    ['order-0', spool],
    ['order-1', { ...spool, color: 'White' }],
    ['order-2', { ...spool, color: null }],
    ['order-3', { ...spool, material: 'petg' }],
    ['order-4', { ...spool, nozzleMm: 0.6 }],
    ['order-5', { ...spool, infill: 40 }],
  ])
  const of = (code: string) => spools.get(code) ?? spool
  expect(leastPlates(jobs(6), of, bedMm2)).toBe(5)
  // 15 orders without a color and one of each: 17 orders.
  const many = [...jobs(2), ...jobs(15).map((job, at) => ({ ...job, code: `any-${at}` }))]
  const any = (code: string) => (code.startsWith('any') ? { ...spool, color: null } : of(code))
  expect(leastPlates(many, any, bedMm2)).toBe(3)
})

test('two squares of 94 mm with a gap of 6 mm fill a bed of 204 by 104 mm', () => {
  expect(areaOfBed(204, 104)).toBe(200 * 100)
  // 94 x 94 + 6 x 188 + 9 pi.
  expect(areaWithGap(94, 94)).toBeCloseTo(9992.27, 2)
})
