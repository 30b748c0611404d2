// Value of a gift card or credits whose payment was reversed and restored (docs/money.md, "Money that the processor
// takes back").
import { type CreditsRecord, type GiftCardRecord, type PurchaseReturn, sum } from './record.ts'

/** Withdraws the unspent value; the rest is owed. The sum is at most the remaining price. */
export function takeBack(
  purchase: CreditsRecord | GiftCardRecord,
  { id, by, asked }: Pick<PurchaseReturn, 'id' | 'by'> & { readonly asked: number },
): void {
  const gone = sum(purchase.returns.filter((each) => !each.isReinstated).map((each) => each.cents))
  const cents = Math.min(asked, purchase.amountCents - gone)
  if (cents === 0) return
  const taken =
    purchase.kind === 'gift_card' ? takeFromCard(purchase, cents) : takeCredits(purchase, cents)
  purchase.returns.push({
    id,
    by,
    cents,
    ...taken,
    repaidCents: 0,
    owedCents: cents - taken.takenCents,
    settledCents: 0,
    writtenOffCents: 0,
    isReinstated: false,
  })
}

function takeFromCard(card: GiftCardRecord, cents: number) {
  const left = Math.min(cents, card.balanceCents)
  const voided = Math.min(cents - left, card.breakageCents)
  card.balanceCents -= left
  card.breakageCents -= voided
  return { takenCents: left + voided, takenCredits: 0 }
}

/**
 * Takes as many credits as the part of the price bought, with at most the returned amount of their value; the last
 * one takes the rest.
 */
function takeCredits(credits: CreditsRecord, cents: number) {
  const { pack, amountCents, valueCents } = credits
  const takenCredits = Math.min(Math.ceil((pack * cents) / amountCents), credits.credits)
  const takenCents = Math.min(cents, valueCents)
  const used = takenCredits === credits.credits ? valueCents - takenCents : 0
  credits.credits -= takenCredits
  credits.valueCents -= takenCents + used
  credits.usedCents += used
  return { takenCents, takenCredits }
}

/** Restores everything that was withdrawn, and repaid debts, when the payment is restored. */
export function giveBack(purchase: CreditsRecord | GiftCardRecord, id: string): void {
  const returned = purchase.returns.find((each) => each.id === id && !each.isReinstated)
  if (returned === undefined) return
  returned.isReinstated = true
  const cents = returned.takenCents + returned.repaidCents
  if (purchase.kind === 'credits') {
    purchase.credits += returned.takenCredits
    purchase.valueCents += cents
  } else if (purchase.isVoid) {
    purchase.breakageCents += cents
  } else {
    purchase.balanceCents += cents
  }
}
