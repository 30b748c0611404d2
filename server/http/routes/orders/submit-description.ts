// What the document says of a submit (contract.md 4.2): its rules in prose.

import { thinLimitsText } from '../../../domain/measurement/thin-limits.ts'
import { submitChecks } from '../../../domain/orders/submit/check-submit.ts'
import { safeRepeat } from '../../middleware/idempotency-key.ts'

const outcome =
  'Measures the model, prices it, charges the card saved on the account and queues the print, all in this one request. It returns 201 ' +
  'whether or not the card could be charged, so read `status` and `paid`: an unpaid order exists, waits at `paymentUrl`, and is not to be ' +
  'submitted again. `charge` tells a declined card, a missing card and a charge that is not settled yet apart, and `message` says it in ' +
  'words; a charge that is not settled has no `paymentUrl`, and reading the order tells within minutes how it ended. No call changes or ' +
  'cancels an order; before printing begins its buyer can ask the farm to cancel it, at /contact. “Prices” on the page /docs/reference ' +
  'says what it costs. A paid order gets one mail, the confirmation; a refund gets another, and so does a charge that was not settled at ' +
  'first and then failed.'

const checks = `Checks stop at the first problem, in this order: ${submitChecks.join(', ')}.`

const maxTotal =
  'With `maxTotal` an order that costs more is refused (402) after its analysis, before its file is stored and before anything is charged: ' +
  'send the total that a person has seen, and a price that changed since is not charged.'

const dryRun =
  'With `dryRun` set to `true` the response is 200 and says what the order would be: price, postage, size, notes and what the card would ' +
  'be charged. The same checks refuse it, except for the bytes that an extension token may store, which only an order counts; nothing ' +
  'is stored, ordered or charged, and no Idempotency-Key is used.'

const fieldNames =
  'A field whose name is nearly a known one (`materal`, `colour`, `Material`: one letter, and two in names of six letters and more), or a ' +
  'common other name of the country or of a field for the invoice (`countryCode`, `vat`, `poNumber`, `companyName`), is refused before ' +
  'anything is stored or charged. Any other field that is not in this list changes nothing; its name is in `ignored`. A field that is sent ' +
  'twice with different values, or under both of its names, is refused.'

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

/** What its Idempotency-Key is for. */
export const submitKeyDescription = safeRepeat(
  'the card is charged once, even when our database lost the first request in between. A response whose `charge` is `settling` is not ' +
    'kept: a repeat tells the present state, and makes the charge of an interrupted request that had not left. Any text of yours, ' +
    'different for every order.',
)
