// Promised dates follow the planned hours of earlier orders (decisions.md 53).
import { expect, test } from 'bun:test'
import { createFarmLoad } from '../../../server/db/farm/load/read-load.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { withShipPromise } from '../../../server/domain/orders/promise/ship-promise.ts'
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

test('promised dates of many orders at one moment account for each other', async () => {
  const farmLoad = createFarmLoad(service.db, { queueCacheMs: 3_600_000 })
  const order = await orderOf(await farm.order({ quantity: '8' }, SLICED))
  await service.db.updateTable('orders').set({ status: 'DELIVERED' }).execute()
  // A Monday.
  const now = new Date('2026-11-23T12:00:00Z')
  const clock = { ...service.deps.clock, now: () => now }
  const days: number[] = []
  for (let placed = 0; placed < 200; placed += 1) {
    const another = { id: orderIdOf(crypto.randomUUID()) }
    const date = await withShipPromise({ ...service.deps, farmLoad, clock }, async (promise) =>
      promise(another, [order]),
    )
    days.push((date.getTime() - now.getTime()) / 86_400_000)
  }
  // 8 h each at 4 printers of 20 h: a tenth of a day each, after the earlier ones. A plate takes at most its 8 h on
  // one printer, of which a quarter is already counted: 6 h of 20. Plus a packing day.
  const expected = days.map((_, before) => {
    const whole = Math.ceil((before * 8 + 8) / 80 + 6 / 20 + 1 - 1e-9)
    // Nothing ships on a Sunday.
    const weekday = new Date(now.getTime() + whole * 86_400_000).getUTCDay()
    return weekday === 0 ? whole + 1 : whole
  })
  expect(days).toEqual(expected)
  // The 22nd day after a Monday is a Tuesday.
  expect(days.at(-1)).toBe(22)
})
