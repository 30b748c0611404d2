// A gift card whose payment was reversed: its remaining value.

import { sql } from 'kysely'
import type { GiftCardId } from '../../domain/base/ids/gift-card-id.ts'
import type { Tx } from '../core/connect.ts'
import { bookMovement } from '../money/ledger.ts'
import {
  type GivenFrom,
  holderOf,
  movementSubjectOf,
  type PurchaseReturn,
  type PurchaseRow,
  type TakenValue,
} from './purchase-return.ts'

/**
 * Takes the remaining value of the card, or of a void card the value that it had when it was voided. Concurrent orders wait for the card's
 * row, or have already taken their share.
 */
export async function withdrawFromCard(
  tx: Tx,
  purchase: PurchaseRow,
  returned: PurchaseReturn,
): Promise<TakenValue> {
  const card = await lockCard(tx, purchase)
  const left = Math.min(returned.cents, card.balance_cents)
  const voided =
    card.voided_at === null ? 0 : Math.min(returned.cents - left, await breakageOf(tx, card.id))
  if (left > 0) await change(tx, card.id, { kind: 'reversal', cents: -left, returnId: returned.id })
  const source = `gift_card_reversed:${returned.booking}`
  const shares = [
    { debit: 'gift_cards', cents: left, source },
    { debit: 'breakage', cents: voided, source: `${source}:voided` },
  ] as const
  for (const share of shares) {
    if (share.cents === 0) continue
    await bookMovement(tx, {
      ...movementSubjectOf(purchase, returned),
      ...share,
      giftCardId: card.id,
      kind: 'gift_card_reversed',
      credit: holderOf(returned),
    })
  }
  return { cents: left + voided, credits: 0 }
}

/** Returns the part of the card's value that is booked as breakage, in cents. */
async function breakageOf(tx: Tx, cardId: GiftCardId): Promise<number> {
  const { cents } = await tx
    .selectFrom('money_movements')
    .select(
      sql<number>`coalesce(sum(case 'breakage' when credit then cents when debit then -cents end), 0)::int`.as(
        'cents',
      ),
    )
    .where('gift_card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  return cents
}

/** Returns value to the card. A trigger books value that returns to a void card as breakage again. */
export async function restoreToCard(
  tx: Tx,
  purchase: PurchaseRow,
  returned: Pick<PurchaseReturn, 'id' | 'kind'>,
  { cents }: TakenValue,
  from: GivenFrom = {
    debit: holderOf(returned),
    source: `gift_card_reinstated:${returned.id}`,
  },
): Promise<void> {
  const card = await lockCard(tx, purchase)
  await bookMovement(tx, {
    ...movementSubjectOf(purchase, returned),
    ...from,
    giftCardId: card.id,
    kind: 'gift_card_reinstated',
    credit: 'gift_cards',
    cents,
  })
  await change(tx, card.id, { kind: 'reinstatement', cents, returnId: returned.id })
}

export const lockCard = (tx: Tx, { id }: PurchaseRow) =>
  tx
    .selectFrom('gift_cards')
    .select(['id', 'balance_cents', 'voided_at'])
    .where('purchase_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

async function change(
  tx: Tx,
  cardId: GiftCardId,
  entry: {
    readonly kind: 'reversal' | 'reinstatement'
    readonly cents: number
    readonly returnId: string
  },
): Promise<void> {
  const { kind, cents, returnId } = entry
  await tx
    .insertInto('gift_card_entries')
    .values({ gift_card_id: cardId, kind, cents, return_id: returnId })
    .execute()
  await tx
    .updateTable('gift_cards')
    .set({ balance_cents: sql`balance_cents + ${cents}` })
    .where('id', '=', cardId)
    .execute()
}
