// Cost of an order to the farm, and the margin: a table of /operator/orders/{code}. Operators only.

import { centihoursOfSeconds } from '../../../domain/base/time/centihours.ts'
import type { OrderCost } from '../../../domain/desk/order-cost.ts'
import { costCurrency } from '../../../domain/desk/postage.ts'
import { hours } from '../../base/figures.ts'
import { money, signedMoney } from '../../base/money.ts'
import { PriceRow } from '../../base/price-rows.tsx'
import { priceOf } from './label-panel.tsx'

export function CostPanel({ cost }: { cost: OrderCost | null }) {
  if (cost === null) return ''
  const { milligrams, seconds, filamentCents, printerCents, postageCents, feeCents } = cost
  const { paidCents, returnedCents, marginCents, isPlanned } = cost
  return (
    <section class="panel" aria-labelledby="cost">
      <h2 id="cost">Cost and margin</h2>
      <table class="price">
        <tbody>
          <PriceRow label="Paid" value={money(paidCents)} />
          {returnedCents === 0 ? (
            ''
          ) : (
            <PriceRow label="Refunded and lost" value={signedMoney(-returnedCents)} />
          )}
          <PriceRow
            label="Filament"
            hint={`${(milligrams / 1000).toFixed(1)} g, scrap included`}
            value={signedMoney(-filamentCents)}
          />
          <PriceRow
            label="Printer hours"
            hint={`${hours(centihoursOfSeconds(seconds))}, scrap included`}
            value={signedMoney(-printerCents)}
          />
          <PriceRow label="Postage" hint={postageHint(cost)} value={signedMoney(-postageCents)} />
          {feeCents === null ? (
            ''
          ) : (
            <PriceRow label="Processor’s fee" value={signedMoney(-feeCents)} />
          )}
        </tbody>
        <tfoot>
          <PriceRow label="Margin" value={signedMoney(marginCents)} />
        </tfoot>
      </table>
      {isPlanned ? <p class="hint">Parts that are not printed yet count as planned.</p> : ''}
      {feeCents === null ? <p class="hint">The books have no fee of the processor yet.</p> : ''}
    </section>
  )
}

/** Compares the postage that was charged with the labels that were bought at the desk. */
function postageHint({ chargedPostageCents, labels, parcel, postageCents }: OrderCost): string {
  const charged = `charged ${money(chargedPostageCents)}`
  if (labels.length === 0) return `${charged}; ${unlabeled[parcel]}`
  const all = labels.reduce((sum, each) => sum + each.labels, 0)
  const bought = `${all === 1 ? 'label' : `${all} labels`} bought here`
  if (labels.every(({ currency }) => currency === costCurrency)) {
    return `${charged}; ${bought}, ${signedMoney(chargedPostageCents - postageCents)} left`
  }
  const costs = labels.map(({ cents, currency }) => priceOf({ cents, currency })).join(' and ')
  const counted = parcel === 'none' ? 'not counted' : 'a parcel as configured'
  return `${charged}; ${bought} for ${costs}, which is not converted: ${counted}`
}

/** By the order's parcel, without labels that were bought at the desk. */
const unlabeled: Readonly<Record<OrderCost['parcel'], string>> = {
  planned: 'no label yet, a parcel as configured',
  shipped: 'label not bought here, a parcel as configured',
  none: 'no parcel',
}
