// What the documents of orders and purchases are made from. The rows of both are locked.
import type { Transaction } from 'kysely'
import type { OrderFacts, PurchaseFacts } from '../../domain/billing/make-documents.ts'
import { linesOfOrders } from '../../domain/orders/order-lines.ts'
import { buyerOfRow } from '../accounts/buyer-columns.ts'
import { purchaseOfRow } from '../gift-cards/purchases.ts'
import { createOrderLines } from '../orders/order-lines.ts'
import { orderOfRow } from '../orders/order-rows.ts'
import type { Database } from '../schema/database.ts'
import { issuedOf } from './issued-documents.ts'
import { movedBackOfOrders, movedBackOfPurchases } from './moved-back.ts'

type Tx = Transaction<Database>
type PaidAt = (id: string) => Date

export async function readOrderFacts(
  tx: Tx,
  ids: readonly string[],
  paidAt: PaidAt,
): Promise<readonly OrderFacts[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  // A document states no tracking, and one that cannot be read must not stop the others.
  const orders = rows.map((row) => orderOfRow({ ...row, tracking: null }))
  const lines = await linesOfOrders({ orderLines: createOrderLines(tx) }, orders)
  const movedBack = await movedBackOfOrders(tx, ids)
  const issued = await issuedOf(tx, 'order_id', ids)
  return orders.map((order) => ({
    kind: 'order',
    order,
    lines: lines.get(order.id) ?? [],
    paidAt: paidAt(order.id),
    movedBack: movedBack(order.id),
    issued: issued(order.id),
  }))
}

export async function readPurchaseFacts(
  tx: Tx,
  ids: readonly string[],
  paidAt: PaidAt,
): Promise<readonly PurchaseFacts[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'email', 'company', 'vat_id', 'purchase_order'])
    .select((each) =>
      each
        .selectFrom('orders')
        .select('orders.country')
        .whereRef('orders.account_id', '=', 'accounts.id')
        .where('paid', '=', true)
        .orderBy('orders.created_at', 'desc')
        .limit(1)
        .as('country'),
    )
    .where(
      'id',
      'in',
      rows.map(({ account_id }) => account_id),
    )
    .execute()
  const byAccount = new Map(accounts.map((account) => [account.id, account]))
  const movedBack = await movedBackOfPurchases(tx, ids)
  const issued = await issuedOf(tx, 'purchase_id', ids)
  return rows.flatMap((row) => {
    const account = byAccount.get(row.account_id)
    if (account === undefined) return []
    return {
      kind: 'purchase',
      purchase: purchaseOfRow(row),
      buyer: buyerOfRow(account),
      email: account.email,
      country: account.country,
      paidAt: paidAt(row.id),
      movedBack: movedBack(row.id),
      issued: issued(row.id),
    }
  })
}
