// The engines that operators turned off. A change and its line in the log of operators are written in one transaction.
import { sql } from 'kysely'
import type { EngineSwitches } from '../../domain/generation/engine/switches.ts'
import type { Db } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'

export function createEngineSwitches(db: Db): EngineSwitches {
  return {
    list: async () => {
      const rows = await db.selectFrom('engine_switches').selectAll().orderBy('engine').execute()
      return rows.map(({ is_off: isOff, ...row }) => ({ ...row, isOff }))
    },
    set: ({ engine, isOff, reason, by }) =>
      db.transaction().execute(async (tx) => {
        // An engine that was never turned off has no row.
        if (!isOff) {
          const known = await tx
            .selectFrom('engine_switches')
            .select('engine')
            .where('engine', '=', engine)
            .executeTakeFirst()
          if (known === undefined) return false
        }
        const changed = { is_off: isOff, reason, by, since: sql<Date>`now()` }
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('engine_switches')
          .values({ engine, ...changed })
          .onConflict((conflict) =>
            conflict
              .column('engine')
              .doUpdateSet(changed)
              .where('engine_switches.is_off', '<>', isOff),
          )
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n) return false
        const kind = isOff ? 'engine_switched_off' : 'engine_switched_on'
        await recordAction(tx, { by, kind, subject: engine, detail: { reason } })
        return true
      }),
  }
}
