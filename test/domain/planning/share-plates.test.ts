// Plates that jobs of several orders share: who is on them, within which bounds, and that parts lie apart.

import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/order-id.ts'
import type { PlateBed } from '../../../server/domain/planning/arrange/plate-bed.ts'
import {
  type OpenJob,
  type SharedPlate,
  sharePlates,
} from '../../../server/domain/planning/arrange/share-plates.ts'
import { boxSilhouette, withBorder } from '../../../server/domain/planning/arrange/silhouette.ts'
import { cases } from '../../../testing/depth.ts'
import { faultsOf, randomSilhouette, silhouetteOf } from '../../../testing/models/silhouettes.ts'
import { seededRandom } from '../../../testing/money/price-inputs.ts'

const bed = (side: number, shape: PlateBed['shape'] = 'rectangle'): PlateBed => ({
  widthMm: side,
  depthMm: side,
  heightMm: 200,
  shape,
})
const small = boxSilhouette(20, 20)
const job = (id: string, rest: Partial<OpenJob> = {}): OpenJob => ({
  id,
  orderId: orderIdOf(`order-${id}`),
  silhouette: small,
  heightMm: 10,
  copies: 1,
  seconds: 3600,
  dueInSeconds: null,
  ...rest,
})
const hours = 3600
const bounds = { maxSeconds: 20 * hours, maxOrders: 8 }
const share = (
  jobs: readonly OpenJob[],
  beds: readonly PlateBed[] = [bed(200)],
  standing: readonly SharedPlate[] = [],
) => sharePlates(jobs, beds, bounds, standing)
const ids = (plates: readonly SharedPlate[]) => plates.map(({ jobIds }) => jobIds.join(' '))

describe('who is on a plate', () => {
  test('the jobs that follow the most urgent one, up to eight orders', () => {
    const jobs = Array.from({ length: 10 }, (_, at) => job(`${at}`))
    expect(ids(share(jobs))).toEqual(['0 1 2 3 4 5 6 7', '8 9'])
  })

  test('jobs of an order that is on it already, beyond eight jobs', () => {
    const jobs = Array.from({ length: 10 }, (_, at) => job(`${at}`, { orderId: orderIdOf('one') }))
    expect(ids(share(jobs))).toEqual(['0 1 2 3 4 5 6 7 8 9'])
  })

  test('as many as print within 20 hours; the next plate begins with the first that was left out', () => {
    const jobs = [9, 9, 3, 2, 1].map((long, at) => job(`${at}`, { seconds: long * hours }))
    expect(ids(share(jobs))).toEqual(['0 1 3', '2 4'])
  })

  test('a job that takes longer is alone', () => {
    expect(ids(share([job('long', { seconds: 30 * hours }), job('short')]))).toEqual([
      'long',
      'short',
    ])
  })

  test('nothing that makes an order late which would be in time alone', () => {
    // Half of the 10 hours until the first one is due: its own 2 and 3 of others.
    const urgent = job('urgent', { seconds: 2 * hours, dueInSeconds: 10 * hours })
    const others = [2, 2, 1].map((long, at) => job(`${at}`, { seconds: long * hours }))
    expect(ids(share([urgent, ...others]))).toEqual(['urgent 0 2', '1'])
    // A plate of 4 hours is too long for what is due in 6.
    const soon = job('soon', { dueInSeconds: 6 * hours })
    expect(ids(share([job('long', { seconds: 3 * hours }), soon]))).toEqual(['long', 'soon'])
    // One that is late anyway bounds nothing.
    const late = job('late', { dueInSeconds: -hours })
    expect(ids(share([late, ...others]))).toEqual(['late 0 1 2'])
  })

  test('whole jobs only', () => {
    // 190 mm inside the margins: 7 x 7 of 20 mm with 6 mm between them take 176 mm.
    const jobs = [job('a', { copies: 40 }), job('b', { copies: 10 }), job('c', { copies: 9 })]
    expect(ids(share(jobs))).toEqual(['a c', 'b'])
  })

  test('no part that is taller than the bed; none that fits no bed is on a plate at all', () => {
    const jobs = [job('a'), job('tower', { heightMm: 250 }), job('b')]
    expect(ids(share(jobs))).toEqual(['a b'])
    const beds = [bed(200), { ...bed(300), heightMm: 300 }]
    expect(ids(share(jobs, beds))).toEqual(['a b', 'tower'])
    expect(ids(share([job('wide', { silhouette: boxSilhouette(250, 20) })]))).toEqual([])
  })
})

test('a plate is for the smallest bed that takes its lead', () => {
  const wide = job('wide', { silhouette: boxSilhouette(250, 20) })
  const beds = [bed(300), bed(200)]
  const side = (jobs: readonly OpenJob[]) => share(jobs, beds).map((plate) => plate.bed.widthMm)
  expect(side([job('a'), wide, job('b')])).toEqual([200, 300])
  expect(side([wide, job('a'), job('b')])).toEqual([300])
})

describe('standing plates', () => {
  const jobs = Array.from({ length: 12 }, (_, at) =>
    job(`${at}`, { orderId: orderIdOf(`order-${at >> 1}`) }),
  )
  const standing = share(jobs.slice(0, 10))

  test('stay as they are without a new job', () => {
    expect(share(jobs.slice(0, 10), [bed(200)], standing)).toEqual(standing)
  })

  test('gain a new job; a more urgent one leads', () => {
    expect(ids(standing)).toEqual(['0 1 2 3 4 5 6 7 8 9'])
    const [plate] = share([job('rush'), ...jobs.slice(0, 10)], [bed(200)], standing)
    expect(plate?.jobIds).toEqual(['rush', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(plate?.copies.slice(0, 10)).toEqual([...(standing[0]?.copies ?? [])])
    expect(plate?.seconds).toBe(11 * hours)
    expect(faultsOf(bed(200), plate?.copies ?? [], () => small)).toEqual([])
  })

  test('a plate of one job, too', () => {
    const alone = share([job('a')])
    expect(ids(share([job('a'), job('b')], [bed(200)], alone))).toEqual(['a b'])
  })

  test('new jobs that fit none form their own', () => {
    const long = [job('x', { seconds: 15 * hours }), job('y', { seconds: 2 * hours })]
    expect(ids(share([...jobs.slice(0, 10), ...long], [bed(200)], standing))).toEqual([
      '0 1 2 3 4 5 6 7 8 9 y',
      'x',
    ])
  })
})

test('random jobs: each on one plate, within the bounds, apart and inside, the same every time', () => {
  const random = seededRandom(31)
  for (let run = 0; run < cases(20); run++) {
    const beds = [bed(200, 'round'), bed(220)]
    const jobs = Array.from({ length: 25 }, (_, at) =>
      job(`${at}`, {
        orderId: orderIdOf(`order-${Math.floor(random() * 15)}`),
        silhouette: randomSilhouette(random, 80),
        copies: 1 + Math.floor(random() * 3),
        seconds: Math.round(random() * 6 * hours),
      }),
    )
    const byId = new Map(jobs.map((one) => [one.id, one]))
    const first = share(jobs.slice(0, 15), beds)
    const plates = share(jobs, beds, first)
    expect(share(jobs, beds, share(jobs.slice(0, 15), beds))).toEqual(plates)
    expect(plates.flatMap(({ jobIds }) => jobIds).toSorted()).toEqual([...byId.keys()].toSorted())
    for (const { jobIds, bed: own, copies, seconds } of plates) {
      const onIt = jobIds.flatMap((id) => byId.get(id) ?? [])
      expect(onIt.reduce((sum, one) => sum + one.seconds, 0)).toBe(seconds)
      expect(seconds).toBeLessThanOrEqual(20 * hours)
      expect(new Set(onIt.map(({ orderId }) => orderId)).size).toBeLessThanOrEqual(8)
      expect(jobIds).toEqual(
        jobs.flatMap(({ id }) => (jobIds.includes(id) ? [id] : [])) as [string],
      )
      const parts = onIt.flatMap((one) => Array<string>(one.copies).fill(one.id))
      expect(copies.map(({ part }) => part).toSorted()).toEqual(parts.toSorted())
      expect(faultsOf(own, copies, (id) => byId.get(id)?.silhouette ?? small)).toEqual([])
    }
  }
})

test('a border widens a silhouette by its width on all sides', () => {
  const ring = silhouetteOf(40, 40, (x, y) => Math.hypot(x - 20, y - 20) > 12)
  const wide = withBorder(ring, 3)
  expect([wide.widthMm, wide.depthMm, wide.columns, wide.rows]).toEqual([46, 46, 46, 46])
  const jobs = [
    job('a', { silhouette: withBorder(small, 3) }),
    job('b', { silhouette: withBorder(small, 3) }),
  ]
  const [plate] = share(jobs)
  const [a, b] = plate?.copies ?? []
  // 6 mm between the borders are 12 mm between the parts.
  expect(Math.abs((a?.xMm ?? 0) - (b?.xMm ?? 0))).toBe(32)
})
