// The data for the documents of orders and purchases. The rows of both are locked. An order or purchase whose earlier document is
// unreadable, for example because a newer release wrote it, is skipped: a process that can read the document issues what is missing.

import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { BillingDocument } from '../../domain/billing/document.ts'
import type { OrderFacts, PurchaseFacts } from '../../domain/billing/make-documents.ts'
import { linesOfOrders } from '../../domain/orders/record/order-lines.ts'
import { buyerOfRow } from '../accounts/buyer-columns.ts'
import type { Tx } from '../core/connect.ts'
import { recover } from '../core/values/json.ts'
import { purchaseOfRow } from '../gift-cards/purchases.ts'
import { createOrderLines } from '../orders/rows/order-lines.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import { issuedOf } from './issued-documents.ts'
import { movedBackOfOrders, movedBackOfPurchases } from './moved-back.ts'

type Reading = { readonly paidAt: (id: string) => Date; readonly log: Pick<Log, 'error'> }

export async function readOrderFacts(
  tx: Tx,
  ids: readonly OrderId[],
  { paidAt, log }: Reading,
): Promise<readonly OrderFacts[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  // Documents do not state the tracking, and unreadable tracking must not block the other orders.
  const orders = rows.map((row) => orderOfRow({ ...row, tracking: null }))
  const lines = await linesOfOrders({ orderLines: createOrderLines(tx) }, orders)
  const movedBack = await movedBackOfOrders(tx, log, ids)
  const issued = await readableOf(tx, log, 'order_id', ids)
  return orders.flatMap((order) => {
    const earlier = issued(order.id)
    if (earlier === null) return []
    return {
      kind: 'order',
      order,
      lines: lines.get(order.id) ?? [],
      paidAt: paidAt(order.id),
      movedBack: movedBack(order.id),
      issued: earlier,
    }
  })
}

export async function readPurchaseFacts(
  tx: Tx,
  ids: readonly PurchaseId[],
  { paidAt, log }: Reading,
): Promise<readonly PurchaseFacts[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
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
  const movedBack = await movedBackOfPurchases(tx, log, ids)
  const issued = await readableOf(tx, log, 'purchase_id', ids)
  return rows.flatMap((row) => {
    const account = byAccount.get(row.account_id)
    const earlier = issued(row.id)
    if (account === undefined || earlier === null) return []
    return {
      kind: 'purchase',
      purchase: purchaseOfRow(row),
      buyer: buyerOfRow(account),
      email: account.email,
      country: account.country,
      paidAt: paidAt(row.id),
      movedBack: movedBack(row.id),
      issued: earlier,
    }
  })
}

/** Returns the documents of an order or a purchase, or null when one of them cannot be read. */
async function readableOf(
  tx: Tx,
  log: Pick<Log, 'error'>,
  column: 'order_id' | 'purchase_id',
  ids: readonly (OrderId | PurchaseId)[],
): Promise<(id: OrderId | PurchaseId) => readonly BillingDocument[] | null> {
  const issued = await issuedOf(tx, column, ids)
  return (id) =>
    recover(
      log,
      () => issued(id),
      () => null,
    )
}
