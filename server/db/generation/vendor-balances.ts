// The last known balances with the vendors of engines.
import { sql } from 'kysely'
import type { VendorBalances } from '../../domain/generation/engine/vendor-balance.ts'
import type { Db } from '../core/connect.ts'

export function createVendorBalances(db: Db): VendorBalances {
  return {
    claim: async (vendor, everySeconds) => {
      const { rows } = await sql`
        insert into vendor_balances as b (vendor, tried_at) values (${vendor}, now())
        on conflict (vendor) do update set tried_at = now()
          where b.tried_at <= now() - make_interval(secs => ${everySeconds})
        returning vendor`.execute(db)
      return rows.length > 0
    },
    save: async ({ vendor, credits, lowBelow }) => {
      await sql`
        insert into vendor_balances as b (vendor, tried_at, credits, low_below, read_at, low_since)
        values (${vendor}, now(), ${credits}, ${lowBelow}, now(), case when ${credits}::float8 < ${lowBelow}::float8 then now() end)
        on conflict (vendor) do update set credits = excluded.credits, low_below = excluded.low_below, read_at = excluded.read_at,
          low_since = case when excluded.low_since is not null then coalesce(b.low_since, excluded.low_since) end`.execute(
        db,
      )
    },
    list: async () => {
      const rows = await db.selectFrom('vendor_balances').selectAll().orderBy('vendor').execute()
      return rows.flatMap(({ vendor, credits, low_below, read_at, low_since }) =>
        credits === null || low_below === null || read_at === null
          ? []
          : [{ vendor, credits, lowBelow: low_below, readAt: read_at, lowSince: low_since }],
      )
    },
  }
}
