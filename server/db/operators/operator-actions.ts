// The log of what operators did other than with orders.
import type { OperatorAction, OperatorActions } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { jsonb } from '../core/json.ts'

export function createOperatorActions(db: Db): OperatorActions {
  return {
    record: async (action) => await recordAction(db, action),
    list: async (limit) =>
      await db
        .selectFrom('operator_actions')
        .select(['at', 'by', 'kind', 'subject'])
        .orderBy('at', 'desc')
        .limit(limit)
        .execute(),
  }
}

/** For the transaction that does what the action names. */
export async function recordAction(
  db: Db,
  { by, kind, subject, detail = {} }: OperatorAction,
): Promise<void> {
  await db
    .insertInto('operator_actions')
    .values({ by, kind, subject, detail: jsonb(detail) })
    .execute()
}
