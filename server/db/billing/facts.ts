// The data for the documents of orders and purchases. The rows of both are locked. An order or purchase with an unreadable earlier
// document, such as one of a newer release, is left out: a process that can read it issues what is missing.

import type { OrderId } from '../../domain/base/order-id.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { PurchaseId } from '../../domain/base/purchase-id.ts'
import type { BillingDocument } from '../../domain/billing/document.ts'
import type { OrderFacts, PurchaseFacts } from '../../domain/billing/make-documents.ts'
import { linesOfOrders } from '../../domain/orders/order-lines.ts'
import { buyerOfRow } from '../accounts/buyer-columns.ts'
import type { Tx } from '../core/connect.ts'
import { recover } from '../core/json.ts'
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
  // A document states no tracking, and one that cannot be read must not stop the others.
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

/** The documents of an order or a purchase; null when one of them cannot be read. */
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
