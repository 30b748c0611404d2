// Log of what operators did, apart from actions on orders.
import type { OperatorAction } from '../../domain/operators/ports.ts'
import type { Db } from './connect.ts'
import { jsonb } from './values/json.ts'

/** Logs an action, in the transaction that performs it. */
export async function recordAction(
  db: Db,
  { by, kind, subject, detail = {} }: OperatorAction,
): Promise<void> {
  await db
    .insertInto('operator_actions')
    .values({ by, kind, subject, detail: jsonb(detail) })
    .execute()
}
