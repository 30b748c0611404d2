// A gift card whose payment went back: what is left on it.
import { sql } from 'kysely'
import { bookMovement } from '../money/ledger.ts'
import {
  aboutOf,
  holderOf,
  type PurchaseReturn,
  type PurchaseRow,
  type Taken,
  type Tx,
} from './purchase-return.ts'

/** Concurrent orders wait for the card's row, or have taken their share before. */
export async function takeFromCard(
  tx: Tx,
  purchase: PurchaseRow,
  returned: PurchaseReturn,
): Promise<Taken> {
  const card = await lockCard(tx, purchase)
  const cents = Math.min(returned.cents, card.balance_cents)
  if (cents === 0) return { cents, credits: 0 }
  await change(tx, card.id, { kind: 'reversal', cents: -cents, returnId: returned.id })
  await bookMovement(tx, {
    ...aboutOf(purchase, returned),
    giftCardId: card.id,
    kind: 'gift_card_reversed',
    debit: 'gift_cards',
    credit: holderOf(returned),
    cents,
    source: `gift_card_reversed:${returned.id}`,
  })
  return { cents, credits: 0 }
}

export async function giveBackToCard(
  tx: Tx,
  purchase: PurchaseRow,
  returned: Pick<PurchaseReturn, 'id' | 'kind'>,
  { cents }: Taken,
): Promise<void> {
  const card = await lockCard(tx, purchase)
  await bookMovement(tx, {
    ...aboutOf(purchase, returned),
    giftCardId: card.id,
    kind: 'gift_card_reinstated',
    debit: holderOf(returned),
    credit: 'gift_cards',
    cents,
    source: `gift_card_reinstated:${returned.id}`,
  })
  await change(tx, card.id, { kind: 'reinstatement', cents, returnId: returned.id })
}

const lockCard = (tx: Tx, { id }: PurchaseRow) =>
  tx
    .selectFrom('gift_cards')
    .select(['id', 'balance_cents'])
    .where('purchase_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

async function change(
  tx: Tx,
  cardId: string,
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
