// Log of what operators did, apart from actions on orders.
import { sql } from 'kysely'
import type { OperatorActions } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'

export function createOperatorActions(db: Db): OperatorActions {
  return {
    record: async (action) => await recordAction(db, action),
    list: async (limit) =>
      await db
        .selectFrom('operator_actions')
        .select(['at', 'by', 'kind', 'subject'])
        .select(sql<string | null>`detail ->> 'reason'`.as('reason'))
        .orderBy('at', 'desc')
        .limit(limit)
        .execute(),
  }
}
