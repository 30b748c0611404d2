// Lists debts for operators and closes them.
import { type Selectable, sql } from 'kysely'
import type { Debt, DebtClosing, PurchaseDesk } from '../../domain/operators/purchase-desk.ts'
import type { Db, Tx } from '../core/connect.ts'
import { owedBackCents, payBack } from '../disputes/owed-back.ts'
import { bookNew } from '../money/ledger.ts'
import type { Database } from '../schema/database.ts'

export const createDebtDesk = (
  db: Db,
): Pick<PurchaseDesk, 'openDebts' | 'closeDebt' | 'payBack'> => ({
  openDebts: async (limit) => {
    const rows = await debtsOf(db)
      .where((where) => where.or([where('left_cents', '>', 0), where(owedBackCents, '>', 0)]))
      .orderBy('debts.at')
      .limit(limit)
      .execute()
    return rows.map(debtOf)
  },
  closeDebt: (closing) => db.transaction().execute((tx) => closeDebt(tx, closing)),
  payBack: (debt) =>
    db.transaction().execute(async (tx) => {
      const paid = await payBack(tx, debt)
      return paid === 'done' ? await readDebt(tx, debt.id) : paid
    }),
})

export const debtsOf = (db: Db) =>
  db
    .selectFrom('debts')
    .innerJoin('accounts', 'accounts.id', 'debts.account_id')
    .selectAll('debts')
    .select(['accounts.email', owedBackCents.as('owedBack')])

const readDebt = async (db: Db, id: string): Promise<Debt> =>
  debtOf(await debtsOf(db).where('debts.id', '=', id).executeTakeFirstOrThrow())

export const debtOf = (
  row: Selectable<Database['debts']> & { email: string; owedBack: number },
): Debt => ({
  id: row.id,
  purchaseId: row.purchase_id,
  email: row.email,
  cents: row.cents,
  leftCents: row.left_cents,
  owedBackCents: row.owedBack,
  note: row.note,
  at: row.at,
})

async function closeDebt(tx: Tx, { id, how, by, note }: DebtClosing): Promise<Debt | null> {
  const before = await tx
    .selectFrom('debts')
    .selectAll()
    .where('id', '=', id)
    .where('left_cents', '>', 0)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return null
  const { left_cents: cents } = before
  const column = how === 'settled' ? 'settled_cents' : 'written_off_cents'
  await tx
    .updateTable('debts')
    .set({
      left_cents: 0,
      [column]: before[column] + cents,
      closed_by: by,
      note,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  // A debt can grow after it was closed, and is then closed again.
  const again = before[column] === 0 ? '' : `:${before[column]}`
  const movement = {
    credit: 'debts',
    cents,
    purchaseId: before.purchase_id,
    accountId: before.account_id,
  } as const
  await bookNew(
    tx,
    how === 'settled'
      ? { ...movement, kind: 'debt_settled', debit: 'bank', source: `debt_settled:${id}${again}` }
      : {
          ...movement,
          kind: 'debt_written_off',
          debit: 'losses',
          source: `debt_written_off:${id}${again}`,
        },
  )
  return await readDebt(tx, id)
}
