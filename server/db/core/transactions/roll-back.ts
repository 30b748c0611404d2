// Expected outcomes that end a transaction without its writes. Kysely commits whatever the callback returns, so only an exception rolls
// back. The exception does not leave this function.
import type { Db, Tx } from '../connect.ts'

type Run<Outcome> = (tx: Tx, rollBackWith: (outcome: Outcome) => never) => Promise<Outcome>

/** Runs a transaction. `rollBackWith` undoes its writes and makes its argument the outcome. */
export async function transact<Outcome>(db: Db, run: Run<Outcome>): Promise<Outcome> {
  const ends: { readonly error: Error; readonly outcome: Outcome }[] = []
  const rollBackWith = (outcome: Outcome): never => {
    const error = new Error('rolled back')
    ends.push({ error, outcome })
    throw error
  }
  try {
    return await db.transaction().execute((tx) => run(tx, rollBackWith))
  } catch (error) {
    const end = ends.find((each) => each.error === error)
    if (end === undefined) throw error
    return end.outcome
  }
}
