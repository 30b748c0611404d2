// Claims of due rows never take more than their limit, whichever plan PostgreSQL chooses.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { idsToClaim } from '../../../server/db/core/transactions/leases.ts'
import { useOrders } from '../orders-fixture.ts'

const { database, inserted } = useOrders()

/** The first makes PostgreSQL run the subquery once for each row. */
const plans = [
  ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'],
  ['hashjoin', 'mergejoin'],
  ['nestloop', 'mergejoin'],
  ['nestloop', 'hashjoin'],
]

test.each(plans)('without %s', async (...without) => {
  await sql`update orders set charge_state = 'none' where not paid`.execute(database.db)
  for (let order = 0; order < 12; order += 1) await inserted()
  const claimed = await database.db.transaction().execute(async (tx) => {
    for (const name of without) await sql`set local ${sql.ref(`enable_${name}`)} = off`.execute(tx)
    const when = sql`charge_state = 'started'`
    return await tx
      .updateTable('orders')
      .set({ charge_checked_at: sql`now()` })
      .where('id', 'in', idsToClaim('orders', { when, earliest: 'created_at', limit: 3 }))
      .returning('id')
      .execute()
  })
  expect(claimed).toHaveLength(3)
})
