// Purchases against real Postgres: what is paid for is delivered once, to its buyer, and only for its price.
import { beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { createCredits } from '../../server/db/generation/credits.ts'
import { createPurchases } from '../../server/db/gift-cards/purchases.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { openingCredits } from '../../server/domain/generation/request/credit-cost.ts'
import { use, useDatabase } from '../helpers/use.ts'

const database = useDatabase()
const purchases = use(() => createPurchases(database.db, { baseUrl: 'https://shop.example' }))
const credits = use(() => createCredits(database.db))
const [buyer, neighbor] = [accountIdOf('buyer'), accountIdOf('neighbor')]

beforeAll(async () => {
  for (const id of [buyer, neighbor]) await ensureAccount(database.db, id, `${id}@example.com`)
})

/** An open purchase of 10 credits for 500 cents. */
async function opened(): Promise<string> {
  const id = randomUUID()
  const goods = { kind: 'credits', credits: 10 } as const
  await purchases.insert({ id, accountId: buyer, amountCents: 500, goods })
  return id
}
const pay = (purchaseId: string, paymentId: string, amountCents = 500) =>
  purchases.markPaid({ purchaseId, paymentId, amountCents }, '')
const balances = async () => [await credits.read(buyer), await credits.read(neighbor)]

test('another amount delivers nothing', async () => {
  const id = await opened()
  for (const cents of [0, 499, 501, 50_000]) {
    expect([cents, await pay(id, 'pi_1', cents)]).toEqual([cents, 'wrong_amount'])
  }
  expect(await balances()).toEqual([openingCredits, openingCredits])
  expect(await pay(randomUUID(), 'pi_1')).toBe('no_such_purchase')
})

test('a second payment of a purchase delivers nothing more', async () => {
  const id = await opened()
  expect(await pay(id, 'pi_1')).toBe('paid')
  expect(await pay(id, 'pi_1')).toBe('already')
  expect(await pay(id, 'pi_2')).toBe('duplicate')
  expect(await balances()).toEqual([openingCredits + 10, openingCredits])
  expect(await purchases.read(id)).toMatchObject({ paymentId: 'pi_1' })
})
