// Plans in real hours (decisions.md 53): orders of every interface are planned by the estimate of their models or by what their slicer
// states, and never by the hours of their price. Times of PrusaSlicer 2.5 with the quoting profile are what the plans are compared with.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createFarmLoad } from '../../../server/db/farm/load/read-load.ts'
import type { Material } from '../../../server/domain/catalog/options.ts'
import { flowMm3PerS, printings } from '../../../server/domain/catalog/printing.ts'
import { planOrders } from '../../../server/domain/farm/plan-orders.ts'
import type { Estimated } from '../../../server/domain/measurement/processing.ts'
import { shipPromise } from '../../../server/domain/orders/ship-promise.ts'
import { planPart } from '../../../server/domain/planning/plan-part.ts'
import { flowFor } from '../../../slicer-bridge/printing-settings.ts'
import { binaryStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { scriptedSlicer } from '../../../testing/models/slicing.ts'
import { printOptions } from '../../../testing/orders.ts'
import { good, mustClaim, openFarm, SLICED } from '../../../testing/people/farm.ts'
import { buyer, checkoutBody, post, storeCube } from '../../../testing/people/shop.ts'
import type { FilePart } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const slicer = scriptedSlicer()
const service = useService(() => ({ env: { SLICER_PATH: slicer.path } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
afterAll(() => slicer.end())
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.db.deleteFrom('print_job_events').execute()
  await service.db.deleteFrom('print_jobs').execute()
  await service.db.deleteFrom('printers').execute()
  await service.db
    .updateTable('orders')
    .set({ status: 'DELIVERED' })
    .where('status', '<>', 'DELIVERED')
    .execute()
})

/** 12 x 8 x 30 mm: alone it waits for its layers to cool. */
const BLOCK: FilePart = { name: 'block.stl', bytes: binaryStl(box([12, 8, 30])) }
const cube = (sizeMm: number): FilePart => ({ name: 'cube.stl', bytes: cubeStl({ sizeMm }) })

const plan = () => planOrders(service.deps, new AbortController().signal)
const orderOf = async (code: string) => {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`no order ${code}`)
  return order
}
/** As an order from before it was decided, or one whose estimate took too long. */
async function forgetPlan(code: string): Promise<void> {
  await service.db.deleteFrom('print_estimates').execute()
  const unknown = { planned_seconds: null, supports: null }
  await service.db.updateTable('orders').set(unknown).where('code', '=', code).execute()
}
const plannedOf = async (code: string) => (await orderOf(code)).plannedSeconds
const load = () => createFarmLoad(service.db, { cacheMs: 0 }).read()
const jobSeconds = async (code: string) => {
  const jobs = await service.deps.printJobs.listByOrder((await orderOf(code)).id)
  return jobs.map(({ hoursHundredths }) => 36 * hoursHundredths)
}

/** Within 10 % of what PrusaSlicer says. */
function expectAbout(found: unknown, sliced: number): void {
  expect(Number(found) / sliced).toBeGreaterThan(0.9)
  expect(Number(found) / sliced).toBeLessThan(1.1)
}

const readText = async (path: string) =>
  await (await service.fetch(path, { headers: { cookie: farm.cookie } })).text()

describe('an order is planned', () => {
  test('by the worker, where its model was not estimated; its price stays', async () => {
    const code = await farm.order({ quantity: '4' }, BLOCK)
    await forgetPlan(code)
    const before = await orderOf(code)
    expect(before.plannedSeconds).toBeNull()
    await plan()
    const after = await orderOf(code)
    // Four of them on a plate, sliced: 1,755 s. One after the other they take twice as long.
    expectAbout(after.plannedSeconds, 1_755)
    const { plannedSeconds = null, supports = null } = after
    expect(after).toEqual({ ...before, plannedSeconds, supports })
    expect(after.supports?.decision).toBe('none')
    expect(await plan()).toBe(false)
  })

  test('when it is placed', async () => {
    const first = await farm.order({}, cube(20))
    const second = await farm.order({ quantity: '1' }, cube(20))
    // A cube of 20 mm, sliced: 707 s.
    expectAbout(await plannedOf(second), 707)
    expect(await plannedOf(second)).toBe((await plannedOf(first)) ?? -1)
  })

  test('by what its own file states, each part for itself', async () => {
    const code = await farm.order({ quantity: '3' }, SLICED)
    expect(await plannedOf(code)).toBe(3 * 3_600)
  })

  test('line by line, when it is of the website', async () => {
    const ada = await buyer(service)
    const items = [
      { modelUrl: await storeCube(service, ada, 20), color: 'Black', quantity: 1 },
      { modelUrl: await storeCube(service, ada, 21), color: 'Red', quantity: 2 },
    ]
    const [, { code }] = await post(service, ada, '/api/checkout', checkoutBody(items))
    await plan()
    const order = await orderOf(code)
    const lines = await service.deps.orderLines.listByOrder(order)
    const [one = 0, two = 0] = lines.map(({ plannedSeconds }) => plannedSeconds ?? 0)
    expectAbout(one, 707)
    // Two slightly larger cubes cool while the other is printed.
    expect(two).toBeGreaterThan(one)
    expect(order.plannedSeconds).toBe(one + two)
  })

  test('with the hours of its price, when its model cannot be read any more', async () => {
    const code = await farm.order({}, cube(27))
    await forgetPlan(code)
    await service.db.deleteFrom('measurements').execute()
    await service.db
      .updateTable('orders')
      .set({ file_uri: sql`file_uri || '-gone'` })
      .where('code', '=', code)
      .execute()
    await plan()
    const { price, plannedSeconds } = await orderOf(code)
    expect(plannedSeconds).toBe(36 * price.hoursHundredthsPerPart)
  })
})

describe('what is printed counts', () => {
  const estimated: Estimated = {
    kind: 'estimated',
    filamentCm3: 10,
    seconds: 1000,
    plates: [{ copies: 2, seconds: 1800 }],
    layers: 100,
    rangePercent: 5,
    supports: {
      decision: 'supports',
      unsupportedMm2: 100,
      filamentCm3: 3,
      seconds: 200,
      turned: null,
    },
  }
  const planOf = (
    estimate: Estimated,
    sizeMm: readonly [number, number, number],
    material: Material = 'pla',
  ) =>
    planPart(
      {
        options: printOptions({ quantity: 2, material }),
        price: { hoursHundredthsPerPart: 1 },
        sizeMm,
      },
      estimate,
    )

  verifies('decision.supports.plans', 'with supports, on each of the parts of a plate', () => {
    // 1,800 s for two, and 200 s of supports for each.
    expect(planOf(estimated, [20, 20, 20]).plannedSeconds).toBe(2200)
  })

  test('in a soft material, at the flow that printers push it with', () => {
    // 13 cm3 of filament for each of two parts, at 2 mm3/s.
    expect(planOf(estimated, [20, 20, 20], 'tpu').plannedSeconds).toBe(13_000)
    // 0.1 cm3 takes 50 s of flow, and the estimate is longer.
    const thin = {
      ...estimated,
      filamentCm3: 0.1,
      supports: { ...estimated.supports, filamentCm3: 0 },
    }
    expect(planOf(thin, [20, 20, 20], 'tpu').plannedSeconds).toBe(2200)
  })

  test('plates of printers without a preset of their own are sliced with the same flow', () => {
    expect(flowMm3PerS.tpu).toBe(flowFor(printings.tpu, 12))
    expect(flowFor(printings.pla, 12)).toBe(12)
  })

  verifies('decision.supports.plans', 'turned, on the plate that the turned parts need', () => {
    const turned = {
      filamentCm3: 9,
      seconds: 700,
      plates: [{ copies: 2, seconds: 1300 }],
      layers: 50,
      rangePercent: 5,
    }
    const turnedTo = (dimensionsMm: readonly [number, number, number]): Estimated => ({
      ...estimated,
      supports: { ...estimated.supports, decision: 'turn', turned: { ...turned, dimensionsMm } },
    })
    expect(planOf(turnedTo([20, 20, 20]), [20, 20, 20]).plannedSeconds).toBe(1300)
    // One of them fills the plate, so each has its own: 2 x 700 s.
    expect(planOf(turnedTo([300, 300, 20]), [20, 20, 300]).plannedSeconds).toBe(1400)
  })
})

describe('print jobs', () => {
  test('take the time of their plate, also when nobody estimated it before', async () => {
    const code = await farm.order({ quantity: '4' }, { ...BLOCK, name: 'other.stl' })
    await service.db.deleteFrom('print_estimates').execute()
    await farm.queue(code)
    const [seconds, ...others] = await jobSeconds(code)
    expect(others).toEqual([])
    expectAbout(seconds, 1_755)
  })

  test('of an order that the desk accepts in one click, too', async () => {
    const code = await farm.order({ quantity: '4' }, BLOCK)
    await plan()
    const step = `accept:${code}:${(await orderOf(code)).version}`
    const stepped = await service.fetch('/operator/queue/step', {
      method: 'POST',
      headers: { cookie: farm.cookie, origin: service.baseUrl },
      body: new URLSearchParams({ step }),
      redirect: 'manual',
    })
    expect(stepped.status).toBe(303)
    const [seconds] = await jobSeconds(code)
    expectAbout(seconds, 1_755)
  })

  test('count only the remaining time that their printer reports', async () => {
    const code = await farm.order({ quantity: '2' }, SLICED)
    await farm.queue(code)
    expect((await load()).queuedHours).toBeCloseTo(2, 6)
    const { id, lease } = await mustClaim(farm)
    const beat = { lease, printing: true, progress: 0.5, remainingSeconds: 900 }
    await good(farm.asFarm(`/api/farm/jobs/${id}/heartbeat`, beat))
    expect((await load()).queuedHours).toBeCloseTo(1.25, 6)
    await good(farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: 1 }))
    expect((await load()).queuedHours).toBeCloseTo(1, 6)
  })
})

describe('the throughput page', () => {
  test('counts why prints fail', async () => {
    await farm.queue(await farm.order({}, SLICED))
    for (const reason of ['Spaghetti.', 'Spaghetti.', 'A clogged nozzle.']) {
      const { id, lease } = await mustClaim(farm)
      await good(farm.asFarm(`/api/farm/jobs/${id}/fail`, { lease, reason }))
    }
    const csv = await readText('/operator/throughput.csv?table=failures')
    expect(csv).toBe('reason,times\r\nSpaghetti.,2\r\nA clogged nozzle.,1\r\n')
  })
})

describe('the time at the printer', () => {
  const claimedAgo = (id: string, seconds: number) =>
    service.db
      .updateTable('print_jobs')
      .set({ claimed_at: sql`now() - make_interval(secs => ${seconds})` })
      .where('id', '=', id)
      .execute()
  const printedOf = async (id: string) => {
    const { printed_seconds } = await service.db
      .selectFrom('print_jobs')
      .select('printed_seconds')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return printed_seconds
  }
  const claimOne = async () => {
    await farm.queue(await farm.order({}, SLICED))
    return await mustClaim(farm)
  }

  test('ends when the printer has finished, not when a person counts', async () => {
    const { id, lease } = await claimOne()
    await claimedAgo(id, 4_000)
    const report = { state: 'finished', jobId: id }
    await good(farm.report('p1', report))
    await service.db
      .updateTable('printers')
      .set({ state_since: sql`now() - interval '400 seconds'` })
      .execute()
    await good(farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: 1 }))
    expect(Math.abs(((await printedOf(id)) ?? 0) - 3_600)).toBeLessThan(60)
    expect(await readText(`/operator/jobs/${id}`)).toContain('1 h planned, 1 h at the printer')
  })

  test('is not known of a job that no printer had', async () => {
    const code = await farm.order({}, SLICED)
    const [job] = await farm.queue(code)
    const { id = '', version = 0 } = job ?? {}
    await service.deps.printJobs.change(id, { action: 'finish', scrap: 0, version, by: 'test' })
    expect(await printedOf(id)).toBeNull()
  })
})

describe('the load of the farm', () => {
  test('knows its printers, what they print in a day, and how long their model takes', async () => {
    await farm.order({ quantity: '6' }, SLICED)
    const { id: orderId } = await service.db
      .selectFrom('orders')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    await sql`insert into printers (name, model, last_heard_at) values ('a', 'MK4', now()), ('b', 'MK4', now()),
      ('gone', 'MK4', now() - interval '4 days'), ('c', null, now())`.execute(service.db)
    await sql`insert into printers (name, last_heard_at, maintenance_since, maintenance_note, maintenance_by)
      values ('d', now(), now(), 'belt', 'test')`.execute(service.db)
    // 25 prints of an hour: the last 20 took 1.1 hours, those before took 3. Half of the parts were good.
    for (let print = 0; print < 25; print += 1) {
      const file = crypto.randomUUID()
      await sql`insert into print_files (id, order_id, source, parts, uri, file_name, sha256, size_bytes, format, seconds, created_by)
        values (${file}, ${orderId}, 'slice', 2, 'x', 'x.gcode', ${'ab'.repeat(32)}, 1, 'gcode', 3600, 'test')`.execute(
        service.db,
      )
      await sql`insert into print_jobs (id, order_id, plate, parts, state, material, color, nozzle_diameter, centihours, file_kind, own_kind,
          print_file_id, good, scrap, printer, printed_seconds, created_by, finished_at)
        values (${crypto.randomUUID()}, ${orderId}, ${print + 1}, 2, 'done', 'pla', 'Black', 0.4, 100, 'gcode', 'gcode', ${file}, 1, 1,
          ${print % 2 === 0 ? 'a' : 'b'}, ${print < 20 ? 3_960 : 10_800}, 'test',
          current_date - 1 + interval '20 hours' - ${print} * interval '1 minute')`.execute(
        service.db,
      )
    }
    const { printers } = await load()
    const byModel = (printers?.models ?? []).toSorted((one) => (one.model === null ? 1 : -1))
    expect(byModel).toEqual([
      { model: 'MK4', printers: 2, prints: 20, timeRatio: 1.1 },
      { model: null, printers: 1, prints: 0, timeRatio: null },
    ])
    // (20 x 1.1 + 5 x 3) / 2
    expect(printers?.days[0]).toEqual({ printers: 2, printedHours: 18.5 })
    expect(printers?.days[1]).toEqual({ printers: 0, printedHours: 0 })
    expect(printers?.defaultHoursPerDay).toBe(20)
    // 25 prints of an hour took 37 hours; half of their parts were scrap.
    const csv = await readText('/operator/throughput.csv?table=models')
    expect(csv).toContain('model,prints,hours_planned,hours_actual,actual_of_planned,')
    expect(csv).toMatch(/^MK4,25,25,37,1\.48,[\d.]+,[\d.]*,0\.5\r$/m)
    expect(csv).toMatch(/^All,25,25,37,/m)
    expect(await readText('/operator/throughput')).toContain('Do printers take as long as planned?')
  })
})

describe('promised dates', () => {
  test('of many orders in one moment respect each other', async () => {
    const farmLoad = createFarmLoad(service.db, { queueCacheMs: 3_600_000 })
    const order = await orderOf(await farm.order({ quantity: '8' }, SLICED))
    await service.db.updateTable('orders').set({ status: 'DELIVERED' }).execute()
    const now = service.deps.clock.now()
    const clock = { ...service.deps.clock, now: () => now }
    const days: number[] = []
    for (let placed = 0; placed < 200; placed += 1) {
      const promise = await shipPromise({ ...service.deps, farmLoad, clock })
      days.push((promise(order).getTime() - now.getTime()) / 86_400_000)
    }
    // 8 h each at 4 printers of 20 h: a tenth of a day each, after those before it, and a day for packing.
    const expected = days.map((_, before) => Math.ceil((before * 8 + 8) / 80 + 1 - 1e-9))
    expect(days).toEqual(expected)
    expect(days.at(-1)).toBe(21)
  })
})
