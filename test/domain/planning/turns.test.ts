// Layouts in steps: how long they block the event loop, and the work of one step.

import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { atOnce, type Steps, Turns } from '../../../server/domain/base/turns.ts'
import { arrange, arrangeStepwise } from '../../../server/domain/planning/arrange/arrange.ts'
import { type OpenJob, startSharing } from '../../../server/domain/planning/arrange/share-plates.ts'
import { boxSilhouette } from '../../../server/domain/planning/arrange/silhouette.ts'

/** Returns the number of times that the steps yield, and their result. */
function counted<T>(steps: Steps<T>): { readonly yields: number; readonly value: T } {
  for (let yields = 0; ; yields += 1) {
    const { done, value } = steps.next()
    if (done) return { yields, value }
  }
}

/** Runs steps of the given durations in ms, on a clock that only they advance. */
function timed(steps: readonly number[]) {
  let nowMs = 0
  const turns: number[] = []
  let beganMs = 0
  const run = function* (): Steps<string> {
    for (const ms of steps) {
      nowMs += ms
      yield
    }
    return 'done'
  }
  const pause = async () => {
    turns.push(nowMs - beganMs)
    // Actions of others during their turn do not count.
    nowMs += 100
    beganMs = nowMs
  }
  return { run, turns, terms: { pause, mostMs: 4, nowMs: () => nowMs } }
}

describe('turns', () => {
  test('block the event loop for 4 ms and the rest of a step', async () => {
    const { run, turns, terms } = timed([1, 1, 1, 1, 3, 3, 9, 1])
    expect(await new Turns(terms).take(run())).toBe('done')
    expect(turns).toEqual([4, 6, 9])
  })

  test('count the work done before the steps', async () => {
    const { run, turns, terms } = timed([1, 1, 1, 1, 1])
    const both = new Turns(terms)
    expect(await both.take(run())).toBe('done')
    expect(await both.take(run())).toBe('done')
    expect(turns).toEqual([4, 4])
  })
})

describe('a step', () => {
  const bed = { widthMm: 200, depthMm: 200, heightMm: 200, shape: 'rectangle' } as const
  const box = boxSilhouette(20, 20)
  const job = (id: string, rest: Partial<OpenJob> = {}): OpenJob => ({
    id: printJobIdOf(id),
    orderId: orderIdOf(id),
    silhouette: box,
    heightMm: 10,
    copies: 1,
    color: null,
    triangles: 12,
    seconds: 60,
    dueInSeconds: null,
    rank: 0,
    ...rest,
  })
  const bounds = {
    maxSeconds: 72_000,
    maxOrders: 8,
    maxCopies: 50,
    maxTriangles: 10_000,
    rivals: () => [],
  }

  test('of a layout places one copy', () => {
    const parts = [{ id: 'a', silhouette: box, copies: 9 }]
    const { yields, value } = counted(arrangeStepwise(bed, parts))
    expect(value).toEqual(arrange(bed, parts))
    expect(value).toHaveLength(9)
    expect(yields).toBeGreaterThanOrEqual(8)
  })

  test('of a planner places one copy, and tries one plate', () => {
    const jobs = Array.from({ length: 12 }, (_, at) => job(`${at}`, { copies: 4, rank: at }))
    const sharing = startSharing(jobs, [bed], bounds, [])
    const { yields } = counted(sharing.add(jobs))
    const copies = sharing.plates().flatMap((plate) => plate.copies)
    expect(copies).toHaveLength(48)
    expect(yields).toBeGreaterThanOrEqual(48)
  })

  test('tries one full plate', () => {
    // Two of them do not fit next to each other, although their area would allow it.
    const large = boxSilhouette(100, 100)
    const jobs = Array.from({ length: 6 }, (_, at) => job(`${at}`, { silhouette: large, rank: at }))
    const sharing = startSharing(jobs, [bed], bounds, [])
    atOnce(sharing.add(jobs))
    expect(sharing.plates()).toHaveLength(6)
    const late = job('late', { silhouette: boxSilhouette(95, 95), rank: 6 })
    const { yields } = counted(sharing.add([late]))
    expect(yields).toBeGreaterThanOrEqual(6)
  })
})
