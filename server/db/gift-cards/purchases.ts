// Purchases of gift cards and credits. The payment delivers each purchase once, in one transaction.

import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { giftCardIdOf } from '../../domain/base/ids/gift-card-id.ts'
import { giftMail } from '../../domain/gift-cards/gift-mail.ts'
import type {
  NewPurchase,
  Purchase,
  PurchaseGoods,
  PurchasePaid,
  PurchasePayment,
  Purchases,
} from '../../domain/gift-cards/ports.ts'
import {
  maxOpenPurchases,
  openCheckoutSeconds,
  reviewedCheckoutHours,
} from '../../domain/limits/open-checkouts.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Db, Tx } from '../core/connect.ts'
import { queueMail } from '../core/jobs/queue-mail.ts'
import { idsToClaim } from '../core/transactions/leases.ts'
import { secondsUntilFree } from '../limits/open-checkouts.ts'
import { isBeingReturned } from '../orders/unmatched/unmatched-refunds.ts'
import type { PurchasesTable } from '../schema/shop.ts'

type Row = Selectable<PurchasesTable>

/** Creates the store. `baseUrl` is the base of links in mails. */
export function createPurchases(db: Db, { baseUrl }: { baseUrl: string }): Purchases {
  return {
    insert: (purchase) => db.transaction().execute((tx) => insertWithin(tx, purchase)),
    withdraw: async (id) => {
      await db
        .deleteFrom('purchases')
        .where('id', '=', id)
        .where('state', '=', 'open')
        .where('checkout_session_id', 'is', null)
        .execute()
    },
    saveCheckout: async (id, sessionId) => {
      await db
        .updateTable('purchases')
        .set({ checkout_session_id: sessionId, checked_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    },
    read: async (id) => {
      const row = await db
        .selectFrom('purchases')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : purchaseOfRow(row)
    },
    markPaid: (payment, giftCodeHash) =>
      db.transaction().execute((tx) => markPaid(tx, payment, { giftCodeHash, baseUrl })),
    claimOpen: async (limit) => {
      const when = sql`state = 'open' and checkout_session_id is not null
        and created_at > now() - make_interval(hours => ${reviewedCheckoutHours}) and checked_at <= now() - interval '1 hour'`
      const rows = await db
        .updateTable('purchases')
        .set({ checked_at: sql`now()` })
        .where('id', 'in', idsToClaim('purchases', { when, earliest: 'checked_at', limit }))
        .returningAll()
        .execute()
      return rows.map(purchaseOfRow)
    },
  }
}

async function insertWithin(tx: Tx, purchase: NewPurchase): ReturnType<Purchases['insert']> {
  await lockAccount(tx, purchase.accountId)
  const rows = sql`select created_at from purchases
    where account_id = ${purchase.accountId} and state = 'open'
      and created_at > now() - make_interval(secs => ${openCheckoutSeconds})`
  const secondsLeft = await secondsUntilFree(tx, rows, maxOpenPurchases)
  if (secondsLeft !== null) return { kind: 'too_many_open', secondsLeft }
  await tx.insertInto('purchases').values(rowOf(purchase)).execute()
  return { kind: 'inserted' }
}

async function markPaid(
  tx: Tx,
  { purchaseId, paymentId, amountCents }: PurchasePayment,
  { giftCodeHash, baseUrl }: { giftCodeHash: string; baseUrl: string },
): Promise<PurchasePaid> {
  const row = await tx
    .updateTable('purchases')
    .set({ state: 'paid', payment_id: paymentId, paid_at: sql`now()` })
    .where('id', '=', purchaseId)
    .where('state', '=', 'open')
    .where('amount_cents', '=', amountCents)
    .where(sql<boolean>`not ${isBeingReturned(sql`${paymentId}`)}`)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return await explainUnpaid(tx, { purchaseId, paymentId, amountCents })
  const { goods } = purchaseOfRow(row)
  if (goods.kind === 'credits') {
    await addCredits(tx, row, goods.credits)
  } else {
    await issueCard(tx, row, { goods, giftCodeHash, baseUrl })
  }
  return 'paid'
}

async function explainUnpaid(
  tx: Tx,
  { purchaseId, paymentId, amountCents }: PurchasePayment,
): Promise<PurchasePaid> {
  const row = await tx
    .selectFrom('purchases')
    .select(['state', 'payment_id', 'amount_cents'])
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  if (row === undefined) return 'no_such_purchase'
  if (row.state === 'open') {
    return row.amount_cents === amountCents ? 'being_returned' : 'wrong_amount'
  }
  return row.payment_id === paymentId ? 'already' : 'duplicate'
}

/** Adds the credits. The unique constraint of the ledger, one line per purchase, backs the conditional update. */
async function addCredits(tx: Tx, { id, account_id }: Row, credits: number): Promise<void> {
  await tx
    .insertInto('credit_entries')
    .values({ account_id, purchase_id: id, kind: 'purchase', credits })
    .execute()
  await tx
    .updateTable('accounts')
    .set({ credits: sql<number>`credits + ${credits}` })
    .where('id', '=', account_id)
    .execute()
}

type Issue = {
  readonly goods: Extract<PurchaseGoods, { kind: 'gift_card' }>
  readonly giftCodeHash: string
  readonly baseUrl: string
}

async function issueCard(
  tx: Tx,
  { id: purchaseId, account_id, amount_cents: cents }: Row,
  { goods, giftCodeHash, baseUrl }: Issue,
): Promise<void> {
  const cardId = giftCardIdOf(randomUUID())
  await tx
    .insertInto('gift_cards')
    .values({
      id: cardId,
      code_hash: giftCodeHash,
      purchase_id: purchaseId,
      amount_cents: cents,
      balance_cents: cents,
    })
    .execute()
  await tx
    .insertInto('gift_card_entries')
    .values({ gift_card_id: cardId, kind: 'issue', cents })
    .execute()
  const buyer = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const card = { amountCents: cents, message: goods.message, from: buyer.email }
  const mail = giftMail(card, goods.recipientEmail, baseUrl)
  await queueMail(tx, { orderId: null, kind: `gift:${purchaseId}` }, mail)
}

const rowOf = ({ id, accountId, amountCents, goods }: NewPurchase) => ({
  id,
  account_id: accountId,
  kind: goods.kind,
  amount_cents: amountCents,
  credits: goods.kind === 'credits' ? goods.credits : null,
  recipient_email: goods.kind === 'gift_card' ? goods.recipientEmail : null,
  message: goods.kind === 'gift_card' ? goods.message : null,
})

export const purchaseOfRow = (row: Row): Purchase => ({
  id: row.id,
  accountId: row.account_id,
  amountCents: row.amount_cents,
  goods: goodsOf(row),
  paymentId: row.payment_id,
  checkoutSessionId: row.checkout_session_id,
})

/** Returns what the purchase contains. The database checks which columns each kind has. */
export function goodsOf({
  id,
  credits,
  recipient_email: recipientEmail,
  message,
}: Pick<Row, 'id' | 'credits' | 'recipient_email' | 'message'>): PurchaseGoods {
  if (credits !== null) return { kind: 'credits', credits }
  if (recipientEmail !== null) return { kind: 'gift_card', recipientEmail, message }
  throw new Error(`The purchase ${id} has no goods.`)
}
