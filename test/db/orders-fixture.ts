// Orders of one account in a separate database of the file.
import { beforeAll, expect } from 'bun:test'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import type { OpenDatabase } from '../../server/db/core/connect.ts'
import { createOrders } from '../../server/db/orders/orders.ts'
import { type AccountId, accountIdOf } from '../../server/domain/base/caller.ts'
import type { NewOrder } from '../../server/domain/orders/record/order.ts'
import { newOrder } from '../../testing/orders.ts'
import { use, useDatabase } from '../../testing/use.ts'

export const ordersIn = (database: Pick<OpenDatabase, 'db' | 'pool'>) =>
  createOrders(database, { baseUrl: 'http://localhost:3000', log: console })

export function useOrders() {
  const database = useDatabase({ poolSize: 20 })
  const orders = use(() => ordersIn(database))
  const newAccount = async (name: string): Promise<AccountId> => {
    const id = accountIdOf(name)
    await ensureAccount(database.db, id, `${name}@example.com`)
    return id
  }
  const me = accountIdOf('me')
  beforeAll(async () => void (await newAccount(me)))
  return {
    database,
    orders,
    newAccount,
    me,
    inserted: async (changes: Partial<NewOrder> = {}): Promise<NewOrder> => {
      const order = newOrder(me, changes)
      expect(await orders.insert(order)).toEqual({ kind: 'inserted' })
      return order
    },
    /** Returns `[status, by]` of each event, oldest first. */
    events: async ({ id }: NewOrder) => {
      const rows = database.db.selectFrom('order_events').select(['status', 'by'])
      const found = await rows.where('order_id', '=', id).orderBy('id').execute()
      return found.map(({ status, by }) => [status, by])
    },
  }
}
