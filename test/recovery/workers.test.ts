// The workers of `npm run kills -- --workers`: their output for orders that never end, and that none outlives its
// storm.
import { describe, expect, test } from 'bun:test'
import { interruptedBy } from '../../lab/recovery/kills/attempts.ts'
import { compareStories } from '../../lab/recovery/kills/compare-stories.ts'
import { shopOrder } from '../../lab/recovery/kills/shop-order.ts'
import type { Placement, Plan, Unfinished } from '../../lab/recovery/kills/worker-lines.ts'
import { withWorkers } from '../../lab/recovery/kills/worker-processes.ts'

const planFor = (baseUrl: string, deadlineMs: number): Plan => ({
  baseUrl,
  atOnce: 1,
  startAt: Date.now(),
  deadlineMs,
  orders: [{ ...shopOrder(0), apiKey: `svc_live_${'0'.repeat(48)}`, dueMs: 0 }],
})

/** Prices every order at $8 and never settles it; `null`: does not respond at all. */
function serve(submitted: object | null) {
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      if (submitted === null) return new Promise<Response>(() => undefined)
      const form = await request.formData()
      return form.has('dryRun')
        ? Response.json({ dryRun: true, estimatedCost: 8 })
        : Response.json(submitted, { status: 201 })
    },
  })
  return { baseUrl: server.url.origin, close: () => server.stop(true) }
}

const settling = { code: 'SVC-AAAAAA', paid: false, charge: 'settling', estimatedCost: 8 }

describe('a worker', () => {
  for (const [lastWord, submitted] of [
    ['settling', settling],
    ['nothing', null],
  ] as const) {
    test(`gives an order up at its deadline with the last word "${lastWord}"`, async () => {
      const service = serve(submitted)
      const lines: (Placement | Unfinished)[] = []
      await withWorkers(
        [planFor(service.baseUrl, 2_000)],
        (line) => lines.push(line),
        async () => undefined,
      )
      await service.close()
      expect(lines).toMatchObject([{ key: 'shop-0', lastWord }])
    })
  }

  test('is killed when the kills fail, and their error is thrown', async () => {
    const service = serve(null)
    const storm = withWorkers(
      [planFor(service.baseUrl, 3_600_000)],
      () => undefined,
      async () => {
        throw new Error('The service did not start.')
      },
    )
    await expect(storm).rejects.toThrow('The service did not start.')
    await service.close()
  })

  test('that fails stops the others and the kills', async () => {
    const service = serve(null)
    const storm = withWorkers(
      [planFor(service.baseUrl, 3_600_000), planFor('no address', 3_600_000)],
      () => undefined,
      async (isOver) => {
        while (!isOver()) await Bun.sleep(10)
      },
    )
    await expect(storm).rejects.toThrow('A worker failed')
    await service.close()
  })
})

test('only failed requests during an outage count as interrupted', () => {
  const failed = (startedAt: number, endedAt: number) => ({ startedAt, endedAt })
  const outages = [{ from: 100, to: 200 }]
  expect(
    interruptedBy(outages, [
      // In progress at the kill, and sent twice while the service was down.
      { key: 'one', failedAttempts: [failed(90, 101), failed(150, 151), failed(199, 205)] },
      { key: 'two', failedAttempts: [failed(120, 121)] },
      { key: 'before and after', failedAttempts: [failed(10, 99), failed(201, 300)] },
      { key: 'never', failedAttempts: [] },
    ]),
  ).toEqual({ attempts: 4, keys: 2 })
})

describe('the records of an order', () => {
  const told = (...stories: readonly object[]): Placement => ({
    key: 'shop-1',
    code: 'SVC-AAAAAA',
    charge: 'charged',
    price: 8,
    requests: 1,
    failedAttempts: [],
    sentAt: 0,
    finalAt: 1,
    stories: stories.map((story) => ({
      code: 'SVC-AAAAAA',
      paid: true,
      charge: 'charged',
      charged: 8,
      estimatedCost: 8,
      ...story,
    })),
  })

  test('agree when only a charge is paid, at the price known before', () => {
    const unsettled = { charge: 'settling', paid: false, charged: undefined }
    expect(compareStories([told({}, {}, unsettled)])).toEqual([])
  })

  for (const [name, story] of [
    ['another amount', { charged: 9 }],
    ['a charge without its amount', { charged: undefined }],
    ['a charge that is not paid', { paid: false }],
    ['money without a charge', { charge: 'settling', paid: false }],
    ['paid without a charge', { charge: 'settling', charged: undefined }],
  ] as const) {
    test(`disagree: ${name}`, () => {
      expect(compareStories([told(story)])).toHaveLength(1)
    })
  }
})
