// Filament by color: in stock, needed by open orders and used. Grams are those of the orders' parts, which each test states.

import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { spoolShelf } from '../../../testing/people/spools.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const shelf = spoolShelf(service)
beforeEach(async () => {
  await clearFarm(service)
  await service.db.updateTable('orders').set({ status: 'DELIVERED' }).execute()
})

const stock = async () => (await service.deps.spools.stock(14)).colors
const change = (code: string, values: Record<string, unknown>) =>
  service.db.updateTable('orders').set(values).where('code', '=', code).execute()

/** Places a paid order of parts of that many grams each. */
async function ordered(grams: number, fields: Record<string, string> = {}): Promise<string> {
  const code = await farm.order({ material: 'pla', color: 'Black', ...fields })
  await change(code, { grams_per_part: grams })
  return code
}

test('without spools nothing is read, whatever is ordered', async () => {
  await ordered(40)
  expect(await service.deps.spools.stock(14)).toEqual({ colors: [], usedDays: 0 })
})

test('orders commit filament for parts without a good print', async () => {
  await good(farm.report('p1', { state: 'ready' }))
  await shelf.add({ count: 2 })
  await shelf.add({ material: 'petg', color: 'white', fullGrams: 500 })
  const code = await ordered(40, { quantity: '3' })
  const turned = await ordered(12, { material: 'petg', color: 'White' })
  // 10 cm3 of supports are 12.7 g, because PETG has 1.27 g/cm3 (contract.md 2.3).
  await change(turned, { supports: JSON.stringify({ filamentCm3: 10 }) })
  await farm.queue(code)
  const [good1, scrap1] = [await mustClaim(farm), await mustClaim(farm, { printer: 'p2' })]
  const done = (job: typeof good1, count: number) =>
    good(farm.asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: count }))
  await done(good1, 1)
  await done(scrap1, 0)
  // One of three parts is good; the bad one is printed again.
  expect(await stock()).toEqual([
    {
      material: 'petg',
      color: 'white',
      spools: 1,
      stockGrams: 500,
      committedGrams: 24.7,
      usedGrams: 0,
    },
    {
      material: 'pla',
      color: 'Black',
      spools: 2,
      stockGrams: 2000,
      committedGrams: 80,
      usedGrams: 0,
    },
  ])
})

test('unpaid, printed and closed orders commit nothing, and held orders do', async () => {
  await shelf.add()
  const [held, closed, printed] = [await ordered(1), await ordered(10), await ordered(100)]
  const account = await service.account({ card: null })
  const { code: unpaid } = await placed(submit(service, account, { fields: { material: 'pla' } }))
  await change(unpaid, { grams_per_part: 1000, color: 'Black' })
  const release = await statusChange(service.deps, unpaid, { status: 'ACCEPTED', unpaid: true })
  await good(farm.asOperator(`/api/operator/orders/${unpaid}/status`, release))
  await change(held, { held_at: new Date(), held_by: 'ops@example.com', held_reason: 'Address' })
  await change(closed, { status: 'CANCELLED' })
  await change(printed, { status: 'PRINTED' })
  expect((await stock()).map(({ committedGrams }) => committedGrams)).toEqual([1])
})

test('a color that no spool has is listed with what orders need', async () => {
  await shelf.add()
  await ordered(7, { color: 'Lavender' })
  expect(await stock()).toMatchObject([
    { color: 'Black', stockGrams: 1000, committedGrams: 0 },
    { color: 'Lavender', spools: 0, stockGrams: 0, committedGrams: 7 },
  ])
})

test('empty spools are not in stock, and their use counts for 14 days', async () => {
  await good(farm.report('p1', { state: 'ready' }))
  const spool = await shelf.loaded('p1')
  await farm.queue(await ordered(40))
  const job = await mustClaim(farm)
  await good(farm.asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: 1 }))
  await shelf.change(spool, { action: 'empty' })
  expect(await stock()).toMatchObject([{ spools: 0, stockGrams: 0, usedGrams: 40 }])
  await service.db
    .updateTable('spool_movements')
    .set({ at: sql<Date>`now() - interval '14 days 1 minute'` })
    .execute()
  expect(await stock()).toEqual([])
})

test('days of use are those since the first spool, at least 1 and at most 14', async () => {
  const [id = 0] = await shelf.add()
  const days = async (ago: string) => {
    await service.db
      .updateTable('spools')
      .set({ created_at: sql<Date>`now() - ${ago}::interval` })
      .where('id', '=', id)
      .execute()
    return (await service.deps.spools.stock(14)).usedDays
  }
  expect(await days('1 hour')).toBe(1)
  expect(await days('49 hours')).toBe(3)
  expect(await days('20 days')).toBe(14)
})
