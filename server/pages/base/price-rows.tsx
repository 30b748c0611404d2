// The rows of a price: what a basket, a checkout, an order and a receipt show in the same way.
import { lessMoney, money } from './money.ts'

type RowProps = {
  readonly label: string
  /** Below the label. */
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

export const postageText = (cents: number): string => (cents === 0 ? 'Free' : money(cents))

type GiftProps = {
  readonly giftCents: number
  /** What is left for the card. */
  readonly dueCents: number
  readonly dueLabel: string
  readonly hint?: string
}

/** The gift card's share and the rest; empty without a share. */
export function GiftRows({ giftCents, dueCents, dueLabel, hint }: GiftProps) {
  if (giftCents === 0) return ''
  return (
    <>
      <PriceRow
        label="Gift card"
        value={lessMoney(giftCents)}
        {...(hint !== undefined && { hint })}
      />
      <PriceRow label={dueLabel} value={money(dueCents)} />
    </>
  )
}
