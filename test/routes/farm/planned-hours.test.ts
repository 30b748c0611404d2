// Plans in real hours (decisions.md 53): orders of every interface are planned by the estimate of their models or by
// the values of their slicer, and never by the hours of their price. Expected times come from PrusaSlicer 2.5 with
// the quoting profile.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createFarmLoad } from '../../../server/db/farm/load/read-load.ts'
import type { Material } from '../../../server/domain/catalog/options.ts'
import { flowMm3PerS, printings } from '../../../server/domain/catalog/printing.ts'
import { planOrders } from '../../../server/domain/farm/plan-orders.ts'
import type { Estimated } from '../../../server/domain/measurement/processing.ts'
import { planPart } from '../../../server/domain/planning/plan-part.ts'
import { flowFor } from '../../../slicer-bridge/settings/printing-settings.ts'
import { binaryStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { printOptions } from '../../../testing/orders.ts'
import { clearFarm, good, mustClaim, openFarm, SLICED } from '../../../testing/people/farm.ts'
import { buyer, checkoutBody, post, storeCube } from '../../../testing/people/shop.ts'
import type { FilePart } from '../../../testing/people/submit.ts'
import { scriptedSlicer } from '../../../testing/slicer/scripted-slicer.ts'
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
  await clearFarm(service)
  await service.db
    .updateTable('orders')
    .set({ status: 'DELIVERED' })
    .where('status', '<>', 'DELIVERED')
    .execute()
})

/** 12 x 8 x 30 mm: printed alone, it waits for its layers to cool. */
const BLOCK: FilePart = { name: 'block.stl', bytes: binaryStl(box([12, 8, 30])) }
const cube = (sizeMm: number): FilePart => ({ name: 'cube.stl', bytes: cubeStl({ sizeMm }) })

const plan = () => planOrders(service.deps, new AbortController().signal)
const orderOf = async (code: string) => {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`no order ${code}`)
  return order
}
/** Makes the order look like one from before plans existed, or like one with an estimate that took too long. */
async function forgetPlan(code: string): Promise<void> {
  await service.db.deleteFrom('print_estimates').execute()
  const unknown = { planned_seconds: null, supports: null }
  await service.db.updateTable('orders').set(unknown).where('code', '=', code).execute()
}
const plannedOf = async (code: string) => (await orderOf(code)).plannedSeconds
const load = () => createFarmLoad(service.db, { cacheMs: 0 }).read()
const jobSeconds = async (code: string) => {
  const jobs = await service.deps.printJobs.listByOrder((await orderOf(code)).id)
  return jobs.map(({ centihours }) => 36 * centihours)
}

/** Expects a value within 10 % of PrusaSlicer's. */
function expectAbout(found: unknown, sliced: number): void {
  expect(Number(found) / sliced).toBeGreaterThan(0.9)
  expect(Number(found) / sliced).toBeLessThan(1.1)
}

describe('an order is planned', () => {
  test('by the worker when its model was not estimated, and its price stays', async () => {
    const code = await farm.order({ quantity: '4' }, BLOCK)
    await forgetPlan(code)
    const before = await orderOf(code)
    expect(before.plannedSeconds).toBeNull()
    await plan()
    const after = await orderOf(code)
    // Four of them on a plate, sliced: 1,755 s. In sequence they take twice as long.
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

  test('by the values of its sliced file, each part separately', async () => {
    const code = await farm.order({ quantity: '3' }, SLICED)
    expect(await plannedOf(code)).toBe(3 * 3_600)
  })

  test('line by line, when it comes from the website', async () => {
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
    // Two slightly larger cubes: each cools while the other is printed.
    expect(two).toBeGreaterThan(one)
    expect(order.plannedSeconds).toBe(one + two)
  })

  test('with the hours of its price, when its model can no longer be read', async () => {
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
    expect(plannedSeconds).toBe(36 * price.centihoursPerPart)
  })
})

describe('the plan follows the print', () => {
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
        price: { centihoursPerPart: 1 },
        sizeMm,
      },
      estimate,
    )

  verifies('decision.supports.plans', 'with supports, on each of the parts of a plate', () => {
    // 1,800 s for two, and 200 s of supports for each.
    expect(planOf(estimated, [20, 20, 20]).plannedSeconds).toBe(2200)
  })

  test('in a soft material, at the flow that printers use for it', () => {
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

  test('plates of printers without a preset are sliced with the same flow', () => {
    expect(flowMm3PerS.tpu).toBe(flowFor(printings.tpu, 12))
    expect(flowFor(printings.pla, 12)).toBe(12)
  })

  verifies('decision.supports.plans', 'rotated, on the plates that the rotated parts need', () => {
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
    // One of them fills the plate, so each has a separate plate: 2 x 700 s.
    expect(planOf(turnedTo([300, 300, 20]), [20, 20, 300]).plannedSeconds).toBe(1400)
  })
})

describe('print jobs', () => {
  test('take the time of their plate, also when it was not estimated before', async () => {
    const code = await farm.order({ quantity: '4' }, { ...BLOCK, name: 'other.stl' })
    await service.db.deleteFrom('print_estimates').execute()
    await farm.queue(code)
    const [seconds, ...others] = await jobSeconds(code)
    expect(others).toEqual([])
    expectAbout(seconds, 1_755)
  })

  test('include those of an order that the desk accepts in one click', async () => {
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
