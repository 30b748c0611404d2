// Description of a submit in the OpenAPI document (contract.md 4.2): its rules in prose.

import { thinLimitsText } from '../../../domain/measurement/thin-limits.ts'
import { submitChecks } from '../../../domain/orders/submit/check-submit.ts'
import { safeRepeat } from '../../middleware/idempotency-key.ts'

const outcome =
  'Measures the model, prices it, charges the card saved on the account and queues the print, all in this one request. It returns 201 ' +
  'whether or not the card could be charged, so read `status` and `paid`: an unpaid order exists, waits at `paymentUrl`, and must not be ' +
  'submitted again. `charge` states whether the card was declined, no card is saved, or the charge has not settled yet, and `message` ' +
  'explains it. A charge that has not settled has no `paymentUrl`; read the order again to get the outcome, which is known within ' +
  'minutes. No call changes or cancels an order. Before printing begins, its buyer can ask the farm to cancel it, at /contact. “Prices” ' +
  'on the page /docs/reference lists the prices. A paid order gets one email, the confirmation. A refund gets another, and so does a ' +
  'charge that had not settled in the response and failed later.'

const checks = `Checks stop at the first problem, in this order: ${submitChecks.join(', ')}.`

const maxTotal =
  'With `maxTotal`, an order that costs more is refused (402) after its analysis, before its file is stored and before anything is ' +
  'charged. Send the total that a person has seen, so that a price that has changed since is not charged.'

const dryRun =
  'With `dryRun` set to `true`, the response is 200 and describes the order without placing it: price, postage, size, notes and the ' +
  'amount that the card would be charged. The same checks apply, except the limit on the bytes that an extension token may store, which ' +
  'only an order counts. Nothing is stored, ordered or charged, and no Idempotency-Key is used.'

const fieldNames =
  'A misspelled field name (`materal`, `colour`, `Material`: it differs from a known name by one letter, or by two if the name has six ' +
  'letters or more) is refused before anything is stored or charged. So is a common other name for the country or for an invoice field ' +
  '(`countryCode`, `vat`, `poNumber`, `companyName`). Any other unknown field has no effect, and its name is listed in `ignored`. A field ' +
  'that is sent twice with different values, or under both of its names, is refused.'

const spendingLimits =
  'An order that would exceed a spending limit of the account or of the API key is refused (402) after these checks; no order is written ' +
  'and nothing is charged.'

export const submitDescription = [
  outcome,
  checks,
  maxTotal,
  dryRun,
  thinLimitsText,
  fieldNames,
  spendingLimits,
].join('\n\n')

/** Description of the Idempotency-Key of a submit. */
export const submitKeyDescription = safeRepeat(
  'the card is charged once, even if our database lost the first request in the meantime. A response whose `charge` is `settling` is not ' +
    'stored: a repeated request returns the current state, and makes the charge if the first request was interrupted before sending it. ' +
    'Choose any text, and a different one for every order.',
)
