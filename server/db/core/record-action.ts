// A line in the log of what operators did other than with orders.
import type { OperatorAction } from '../../domain/operators/ports.ts'
import type { Db } from './connect.ts'
import { jsonb } from './json.ts'

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
