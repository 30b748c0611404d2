// Purchases, gift cards and debts: the operators' views and changes.

import { sql } from 'kysely'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import { giftMail } from '../../domain/gift-cards/gift-mail.ts'
import {
  type PurchaseDesk,
  type PurchaseReturned,
  type PurchaseSearch,
  type ReissuedCard,
  returnableCents,
  type SoldPurchase,
} from '../../domain/operators/purchase-desk.ts'
import type { Db, Tx } from '../core/connect.ts'
import { queueMail } from '../core/jobs/queue-mail.ts'
import { owedBackCents } from '../disputes/owed-back.ts'
import { processorIdOf } from '../disputes/purchase-return.ts'
import { purchaseRefundOf } from '../gift-cards/purchase-refunds.ts'
import { goodsOf } from '../gift-cards/purchases.ts'
import { bookMovement } from '../money/ledger.ts'
import { createDebtDesk, debtOf, debtsOf } from './debt-desk.ts'

/** Creates the desk. `baseUrl` is the base of links in mails. */
export const createPurchaseDesk = (db: Db, { baseUrl }: { baseUrl: string }): PurchaseDesk => ({
  find: (wanted, limit) => find(db, wanted, limit),
  read: async (id) => {
    const row = await soldOf(db).where('purchases.id', '=', id).executeTakeFirst()
    return row === undefined ? null : ((await withParts(db, [row]))[0] ?? null)
  },
  voidCard: (purchaseId, by) => db.transaction().execute((tx) => voidCard(tx, purchaseId, by)),
  reissue: (card) => db.transaction().execute((tx) => reissue(tx, card, baseUrl)),
  ...createDebtDesk(db),
})

const soldOf = (db: Db) =>
  db
    .selectFrom('purchases')
    .innerJoin('accounts', 'accounts.id', 'purchases.account_id')
    .leftJoin('gift_cards', 'gift_cards.purchase_id', 'purchases.id')
    .selectAll('purchases')
    .select(['accounts.email', 'accounts.credits as held', 'gift_cards.balance_cents'])
    .select(['gift_cards.round', 'gift_cards.voided_at'])

type SoldRow = Awaited<ReturnType<ReturnType<typeof soldOf>['execute']>>[number]

async function find(
  db: Db,
  { text, codeHash, isUnsettled }: PurchaseSearch,
  limit: number,
): Promise<readonly SoldPurchase[]> {
  const pattern = `%${text.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`
  const rows = await soldOf(db)
    .where('purchases.state', '=', 'paid')
    .$if(text !== '', (query) =>
      query.where((where) =>
        where.or([
          where(sql`purchases.id::text`, '=', text.toLowerCase()),
          where(sql`purchases.payment_id`, '=', text),
          where('gift_cards.code_hash', '=', codeHash),
          where(sql`lower(accounts.email)`, 'like', pattern),
          where(sql`lower(purchases.recipient_email)`, 'like', pattern),
        ]),
      ),
    )
    .$if(isUnsettled, (query) => query.where(hasUnsettled))
    .orderBy('purchases.created_at', 'desc')
    .limit(limit)
    .execute()
  return await withParts(db, rows)
}

/** Condition on `purchases`. */
const hasUnsettled = sql<boolean>`(exists (select from purchase_refunds where purchase_id = purchases.id and state = 'open')
  or exists (select from debts where debts.purchase_id = purchases.id and (left_cents > 0 or ${owedBackCents} > 0)))`

async function withParts(db: Db, rows: readonly SoldRow[]): Promise<readonly SoldPurchase[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [returns, refunds, debts] = await Promise.all([
    db
      .selectFrom('purchase_returns')
      .selectAll()
      .where('purchase_id', 'in', ids)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('purchase_refunds')
      .selectAll()
      .where('purchase_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    debtsOf(db).where('debts.purchase_id', 'in', ids).orderBy('debts.at').execute(),
  ])
  const returnsOf = (row: SoldRow): readonly PurchaseReturned[] =>
    returns
      .filter(({ purchase_id }) => purchase_id === row.id)
      .map(({ id, kind, cents, taken_cents: takenCents, at, reinstated_at: reinstatedAt }) => ({
        id: processorIdOf(id),
        kind,
        cents,
        takenCents,
        at,
        reinstatedAt,
      }))
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    buyerEmail: row.email,
    amountCents: row.amount_cents,
    goods: goodsOf(row),
    paymentId: row.payment_id,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    unspentCents: row.balance_cents ?? unspentOf(row, returnsOf(row)),
    round: row.round ?? 0,
    voidedAt: row.voided_at,
    returns: returnsOf(row),
    refunds: refunds.filter(({ purchase_id }) => purchase_id === row.id).map(purchaseRefundOf),
    debts: debts.filter(({ purchase_id }) => purchase_id === row.id).map(debtOf),
  }))
}

/** Returns the unspent credits. Credits are interchangeable: the account's credits may not be from the returned pack. */
function unspentOf(
  { amount_cents: amountCents, credits, held }: SoldRow,
  returns: readonly PurchaseReturned[],
): number {
  if (credits === null) return 0
  const heldCents = Math.floor((amountCents * Math.min(credits, held)) / credits)
  return Math.min(heldCents, returnableCents({ amountCents, returns }))
}

async function voidCard(tx: Tx, purchaseId: PurchaseId, by: string): Promise<boolean> {
  const card = await tx
    .selectFrom('gift_cards')
    .select(['id', 'balance_cents', 'round'])
    .where('purchase_id', '=', purchaseId)
    .where('voided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (card === undefined) return false
  const { id, balance_cents: cents, round } = card
  await deleteUnsentMail(tx, purchaseId, round)
  await tx
    .updateTable('gift_cards')
    .set({ balance_cents: 0, voided_at: sql`now()`, voided_by: by })
    .where('id', '=', id)
    .execute()
  if (cents === 0) return true
  await tx
    .insertInto('gift_card_entries')
    .values({ gift_card_id: id, kind: 'void', cents: -cents })
    .execute()
  await bookMovement(tx, {
    kind: 'gift_card_voided',
    debit: 'gift_cards',
    credit: 'breakage',
    cents,
    purchaseId,
    giftCardId: id,
    source: `gift_card_voided:${id}`,
  })
  return true
}

/** Deletes a mail with a code that is no longer valid. */
async function deleteUnsentMail(tx: Tx, purchaseId: PurchaseId, round: number): Promise<void> {
  const kind = round === 0 ? `gift:${purchaseId}` : `gift:${purchaseId}:${round}`
  await sql`delete from emails where order_id is null and kind = ${kind} and sent_at is null`.execute(
    tx,
  )
}

async function reissue(
  tx: Tx,
  { purchaseId, round, codeHash, email }: ReissuedCard,
  baseUrl: string,
): Promise<boolean> {
  // Locked before the card, in the same order as in a review of its payment.
  const purchase = await tx
    .selectFrom('purchases')
    .select(['message', 'account_id'])
    .where('id', '=', purchaseId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const card = await tx
    .updateTable('gift_cards')
    .set({ round: round + 1, code_hash: codeHash })
    .where('purchase_id', '=', purchaseId)
    .where('round', '=', round)
    .where('voided_at', 'is', null)
    .returning('balance_cents')
    .executeTakeFirst()
  if (purchase === undefined || card === undefined) return false
  const { message, account_id } = purchase
  await tx
    .updateTable('purchases')
    .set({ recipient_email: email })
    .where('id', '=', purchaseId)
    .execute()
  const { email: from } = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  await deleteUnsentMail(tx, purchaseId, round)
  const mail = giftMail({ amountCents: card.balance_cents, message, from }, email, baseUrl)
  await queueMail(tx, { orderId: null, kind: `gift:${purchaseId}:${round + 1}` }, mail)
  return true
}
