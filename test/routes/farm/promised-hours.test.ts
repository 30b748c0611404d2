// Promised dates follow the planned hours of the orders before them (decisions.md 53).
import { expect, test } from 'bun:test'
import { createFarmLoad } from '../../../server/db/farm/load/read-load.ts'
import { shipPromise } from '../../../server/domain/orders/ship-promise.ts'
import { openFarm, SLICED } from '../../../testing/people/farm.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const orderOf = async (code: string) => {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`no order ${code}`)
  return order
}

test('promised dates of many orders in one moment respect each other', async () => {
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
