// Charge of an order as agents see it: the word in its field, and the sentence next to it.
import * as v from 'valibot'
import { quoteForeign } from '../../server/domain/base/text/text.ts'
import {
  chargeStandingOf,
  chargeStandings,
  standingsText,
} from '../../server/domain/orders/charge/charge-standing.ts'
import { chargeSentenceOf } from '../../server/domain/orders/charge/charge-words.ts'
import { type PaymentState, unpaidReasonOf } from '../../server/domain/orders/record/payment.ts'

const word = v.picklist(chargeStandings)

const meanings = `${standingsText(chargeStandings)}. Unpaid unless charged`

export const chargeWord = v.pipe(word, v.description(`${meanings}.`))

export const readChargeWord = v.pipe(
  v.nullable(word),
  v.description(`${meanings}; null for website orders.`),
)

export const listedChargeWord = v.pipe(
  v.nullable(word),
  v.description(
    `${chargeStandings.slice(0, -1).join(', ')} or ${chargeStandings.at(-1)}, as in get_order; null for website orders.`,
  ),
)

/**
 * Returns the result of the charge, with the processor's quoted text if it was declined, and with the service's reason
 * while it is settling.
 */
export function chargeClause(order: { readonly payment: PaymentState }): string {
  const reason = unpaidReasonOf(order)
  const standing = chargeStandingOf(order)
  if (reason === null || standing === 'charged') return chargeSentenceOf(order)
  if (standing === 'settling') return `${chargeSentenceOf(order)} ${reason}.`
  return chargeSentenceOf(order, quoteForeign(reason))
}
