// Rows of a price, shared by basket, checkout, order and receipt.
import type { Words } from '../languages/words.ts'

type RowProps = {
  readonly label: string
  /** Text below the label. */
  readonly hint?: string
  readonly value: string
}

export function PriceRow({ label, hint, value }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <span>{label}</span>
        {hint === undefined ? '' : <span class="hint">{hint}</span>}
      </th>
      <td>{value}</td>
    </tr>
  )
}

export const postageCell = (cents: number, words: Words): string =>
  cents === 0 ? words.text('price.free') : words.money(cents)

type GiftProps = {
  readonly words: Words
  readonly giftCents: number
  /** Remaining amount to charge to the card. */
  readonly dueCents: number
  readonly dueLabel: string
  readonly hint?: string
}

/** The gift card's share and the remaining amount. Empty without a share. */
export function GiftRows({ giftCents, dueCents, dueLabel, hint, words }: GiftProps) {
  if (giftCents === 0) return ''
  return (
    <>
      <PriceRow
        label={words.text('price.giftCard')}
        value={words.lessMoney(giftCents)}
        {...(hint !== undefined && { hint })}
      />
      <PriceRow label={dueLabel} value={words.money(dueCents)} />
    </>
  )
}
