// Plates that jobs of several orders share: their jobs, their limits, and the spacing of parts.

import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { type PrintJobId, printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import type { PlateBed } from '../../../server/domain/planning/arrange/plate-bed.ts'
import {
  isOverdue,
  type OpenJob,
  type PlateBounds,
  type Rival,
  type SharedPlate,
  sharePlates,
} from '../../../server/domain/planning/arrange/share-plates.ts'
import { boxSilhouette, withBorder } from '../../../server/domain/planning/arrange/silhouette.ts'
import { cases } from '../../../testing/depth.ts'
import { faultsOf, randomSilhouette, silhouetteOf } from '../../../testing/models/silhouettes.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'

const bed = (side: number, shape: PlateBed['shape'] = 'rectangle'): PlateBed => ({
  widthMm: side,
  depthMm: side,
  heightMm: 200,
  shape,
})
const small = boxSilhouette(20, 20)
type TestJob = Omit<OpenJob, 'rank'>
const job = (id: string, rest: Partial<TestJob> = {}): TestJob => ({
  id: printJobIdOf(id),
  orderId: orderIdOf(`order-${id}`),
  silhouette: small,
  heightMm: 10,
  copies: 1,
  color: 'black',
  triangles: 12,
  seconds: 3600,
  dueInSeconds: null,
  ...rest,
})
const hours = 3600
const bounds: PlateBounds = {
  maxSeconds: 20 * hours,
  maxOrders: 8,
  maxCopies: 50,
  maxTriangles: 1000,
  rivals: () => [],
}
const ranked = (jobs: readonly TestJob[]) => jobs.map((one, rank) => ({ ...one, rank }))
const share = (
  jobs: readonly TestJob[],
  beds: readonly PlateBed[] = [bed(200)],
  standing: readonly SharedPlate[] = [],
) => sharePlates(ranked(jobs), beds, bounds, standing)
const ids = (plates: readonly SharedPlate[]) => plates.map(({ jobIds }) => jobIds.join(' '))

describe('the jobs of a plate are', () => {
  test('those that follow the most urgent one, up to eight orders', () => {
    const jobs = Array.from({ length: 10 }, (_, at) => job(`${at}`))
    expect(ids(share(jobs))).toEqual(['0 1 2 3 4 5 6 7', '8 9'])
  })

  test('all jobs of one order, even more than eight', () => {
    const jobs = Array.from({ length: 10 }, (_, at) => job(`${at}`, { orderId: orderIdOf('one') }))
    expect(ids(share(jobs))).toEqual(['0 1 2 3 4 5 6 7 8 9'])
  })

  test('as many as print within 20 hours; the next plate begins with the first job that was left out', () => {
    const jobs = [9, 9, 3, 2, 1].map((long, at) => job(`${at}`, { seconds: long * hours }))
    expect(ids(share(jobs))).toEqual(['0 1 3', '2 4'])
  })

  test('a job that takes longer is alone', () => {
    expect(ids(share([job('long', { seconds: 30 * hours }), job('short')]))).toEqual([
      'long',
      'short',
    ])
  })

  test('none that would delay an order that is in time alone', () => {
    // A plate may take half of the 10 hours until `urgent` is due: its 2 hours, and 3 of others.
    const urgent = job('urgent', { seconds: 2 * hours, dueInSeconds: 10 * hours })
    const others = [2, 2, 1].map((long, at) => job(`${at}`, { seconds: long * hours }))
    expect(ids(share([urgent, ...others]))).toEqual(['urgent 0 2', '1'])
    // A plate of 4 hours is too long for a job due in 6.
    const soon = job('soon', { dueInSeconds: 6 * hours })
    expect(ids(share([job('long', { seconds: 3 * hours }), soon]))).toEqual(['long', 'soon'])
    // A job that is late anyway limits nothing.
    const late = job('late', { dueInSeconds: -hours })
    expect(ids(share([late, ...others]))).toEqual(['late 0 1 2'])
  })

  const riders = (rivals: readonly Rival[]) => {
    const [lead, ...others] = ranked([job('lead'), job('waits'), job('one'), job('two')])
    const open = [lead, ...others.slice(1)].filter((one) => one !== undefined)
    return ids(sharePlates(open, [bed(200)], { ...bounds, rivals: () => rivals }))
  }

  test('none that would delay a more urgent job elsewhere', () => {
    // The plate may take half of the time that `waits` can wait: 2 hours, and each job takes one.
    const waits = { id: printJobIdOf('waits'), rank: 1, spareSeconds: 4 * hours }
    expect(riders([waits])).toEqual(['lead one', 'two'])
    expect(riders([{ ...waits, spareSeconds: 8 * hours }])).toEqual(['lead one two'])
    // Jobs that are more urgent than the lead are claimed first, and jobs that are less urgent than the others on the
    // plate may wait.
    for (const rank of [-1, 9]) expect(riders([{ ...waits, rank }])).toEqual(['lead one two'])
    // Jobs on the plate do not wait for it.
    expect(riders([{ ...waits, id: printJobIdOf('one'), rank: 2, spareSeconds: 1 }])).toEqual([
      'lead one two',
    ])
  })

  test('those of one color, and those that may be printed in any color behind one of them', () => {
    const [black, red] = [job('black'), job('red', { color: 'red' })]
    const any = job('any', { color: null })
    expect(ids(share([black, red, any]))).toEqual(['black any', 'red'])
    // A plate is claimed by the color of its lead.
    expect(ids(share([any, black, red]))).toEqual(['any', 'black', 'red'])
    const alone = share([any])
    expect(ids(share([black, any], [bed(200)], alone))).toEqual(['black any'])
    expect(ids(share([any, black], [bed(200)], alone))).toEqual(['any', 'black'])
    const led = share([black])
    expect(ids(share([any, black], [bed(200)], led))).toEqual(['black', 'any'])
  })

  test('as many parts and triangles as one file may have', () => {
    const jobs = [30, 30, 20].map((copies, at) => job(`${at}`, { copies }))
    expect(ids(share(jobs, [bed(300)]))).toEqual(['0 2', '1'])
    const fine = [600, 500, 400].map((triangles, at) => job(`${at}`, { triangles }))
    expect(ids(share(fine))).toEqual(['0 2', '1'])
  })

  test('only complete jobs', () => {
    // 190 mm inside the margins: 7 x 7 of 20 mm with 6 mm between them take 176 mm.
    const jobs = [job('a', { copies: 40 }), job('b', { copies: 10 }), job('c', { copies: 9 })]
    expect(ids(share(jobs))).toEqual(['a c', 'b'])
  })

  test('none with a part that is taller than the bed, and a part that fits no bed is on no plate', () => {
    const jobs = [job('a'), job('tower', { heightMm: 250 }), job('b')]
    expect(ids(share(jobs))).toEqual(['a b'])
    const beds = [bed(200), { ...bed(300), heightMm: 300 }]
    expect(ids(share(jobs, beds))).toEqual(['a b', 'tower'])
    expect(ids(share([job('wide', { silhouette: boxSilhouette(250, 20) })]))).toEqual([])
  })
})

test('a plate is for the smallest bed that fits its lead', () => {
  const wide = job('wide', { silhouette: boxSilhouette(250, 20) })
  const beds = [bed(300), bed(200)]
  const side = (jobs: readonly TestJob[]) => share(jobs, beds).map((plate) => plate.bed.widthMm)
  expect(side([job('a'), wide, job('b')])).toEqual([200, 300])
  expect(side([wide, job('a'), job('b')])).toEqual([300])
})

describe('existing plates', () => {
  const jobs = Array.from({ length: 12 }, (_, at) =>
    job(`${at}`, { orderId: orderIdOf(`order-${at >> 1}`) }),
  )
  const standing = share(jobs.slice(0, 10))

  test('stay unchanged without a new job', () => {
    expect(share(jobs.slice(0, 10), [bed(200)], standing)).toEqual(standing)
  })

  test('gain a new job', () => {
    expect(ids(standing)).toEqual(['0 1 2 3 4 5 6 7 8 9'])
    const [plate] = share([...jobs.slice(0, 10), job('new')], [bed(200)], standing)
    expect<readonly string[] | undefined>(plate?.jobIds).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      'new',
    ])
    expect(plate?.copies.slice(0, 10)).toEqual([...(standing[0]?.copies ?? [])])
    expect(plate?.seconds).toBe(11 * hours)
    expect(faultsOf(bed(200), plate?.copies ?? [], () => small)).toEqual([])
  })

  test('gain a job when they have one, and a more urgent one leads', () => {
    const alone = share([job('a')])
    expect(ids(share([job('a'), job('b')], [bed(200)], alone))).toEqual(['a b'])
    expect(ids(share([job('rush'), job('a')], [bed(200)], alone))).toEqual(['rush a'])
  })

  test('leave a job that is more urgent than their lead to a separate plate, and keep growing', () => {
    const rush = [job('rush'), ...jobs.slice(0, 10)]
    const plates = share(rush, [bed(200)], standing)
    expect(ids(plates)).toEqual(['0 1 2 3 4 5 6 7 8 9', 'rush'])
    const [first] = share([...rush, job('new')], [bed(200)], plates.slice(0, 1))
    expect<readonly string[] | undefined>(first?.jobIds).toContain('new')
  })

  test('new jobs that fit none form separate plates', () => {
    const long = [job('x', { seconds: 15 * hours }), job('y', { seconds: 2 * hours })]
    expect(ids(share([...jobs.slice(0, 10), ...long], [bed(200)], standing))).toEqual([
      '0 1 2 3 4 5 6 7 8 9 y',
      'x',
    ])
  })
})

describe('a plate has waited too long', () => {
  const plate = (dueInHours: number | null, riderDueInHours: number | null = null) => {
    const due = (at: number | null) => (at === null ? null : at * hours)
    const lead = job('lead', { seconds: 2 * hours, dueInSeconds: due(dueInHours) })
    const rider = job('rider', { seconds: 3 * hours, dueInSeconds: due(riderDueInHours) })
    return ranked([lead, job('waits'), rider]).filter(({ id }) => id !== 'waits')
  }
  const waits = (spareHours: number) => [
    { id: printJobIdOf('waits'), rank: 1, spareSeconds: spareHours * hours },
  ]

  test('when it prints more than 85 % of the time until one of its jobs is due', () => {
    expect(isOverdue(plate(6), [])).toBe(false)
    expect(isOverdue(plate(5.8), [])).toBe(true)
    expect(isOverdue(plate(null, 5.8), [])).toBe(true)
    // Its two hours are already too long.
    expect(isOverdue(plate(1.9), [])).toBe(false)
    expect(isOverdue(plate(null), [])).toBe(false)
    expect(isOverdue(plate(2.1).slice(0, 1), [])).toBe(false)
  })

  test('when a job elsewhere can no longer wait for its plate', () => {
    expect(isOverdue(plate(null), waits(6))).toBe(false)
    expect(isOverdue(plate(null), waits(5.8))).toBe(true)
    expect(isOverdue(plate(null), [{ id: printJobIdOf('rider'), rank: 2, spareSeconds: 0 }])).toBe(
      false,
    )
    for (const rank of [-1, 3]) {
      expect(isOverdue(plate(null), [{ id: printJobIdOf('other'), rank, spareSeconds: 0 }])).toBe(
        false,
      )
    }
  })
})

test('each of many random jobs is on one plate, within the limits, with the same result every time', () => {
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
        jobs.flatMap(({ id }) => (jobIds.includes(id) ? [id] : [])) as [PrintJobId],
      )
      const parts = onIt.flatMap((one) => Array<string>(one.copies).fill(one.id))
      expect(copies.map(({ part }) => part).toSorted()).toEqual(parts.toSorted())
      expect(
        faultsOf(own, copies, (id) => byId.get(printJobIdOf(id))?.silhouette ?? small),
      ).toEqual([])
    }
  }
})

test('a border extends a silhouette by its width on all sides', () => {
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
