// Orders a quote. The transaction that writes the order marks the quote as used, so that repeated requests make one
// order.

import { readBuyer } from '../accounts/buyer.ts'
import type { AccountCaller } from '../base/caller.ts'
import { parseQuoteId } from '../base/ids/quote-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { readNote } from '../catalog/print-options.ts'
import type { FormFields } from '../models/read-units.ts'
import type { PartSize } from '../models/report.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { quoteSubject } from '../orders/record/identity.ts'
import type { NewOrder, Order, ShippingAddress } from '../orders/record/order.ts'
import { readReference } from '../orders/record/reference.ts'
import type { SubmitResponse } from '../orders/record/submit-response.ts'
import { insertAndCharge } from '../orders/submit/insert-and-charge.ts'
import { readAddress } from '../orders/submit/order-form.ts'
import { refuseOverLimit } from '../orders/submit/refuse-over-limit.ts'
import { planByStoredEstimate } from '../planning/plan-part.ts'
import { addPostage } from '../pricing/postage.ts'
import { pricingTermsId, termsOf } from '../terms/terms-of.ts'
import type { CountryPrice, QuoteFailure } from './failure.ts'
import type { QuoteDeps } from './ports.ts'
import type { Quote, QuoteMeasurement } from './quote.ts'

export type QuoteOrder = {
  /** As the caller sent it. */
  readonly quoteId: string
  /** Shipping and buyer fields under their REST names, including `country` and `note`. */
  readonly fields: FormFields
  /** Called before the first statement that can use the quote. */
  readonly onSpending?: () => void
  /** Called with the order's code after the order is written and before the card is charged. */
  readonly onPlaced?: (code: string) => void
}

export type OrderedQuote = {
  readonly quote: Quote
  readonly order: Order
  readonly response: SubmitResponse
}

/** Orders the quote. If the card is declined, the quote is used nevertheless: the order can still be paid (decisions.md 16). */
export async function orderQuote(
  deps: QuoteDeps,
  caller: AccountCaller,
  input: QuoteOrder,
): Promise<Result<OrderedQuote, OrderFailure | QuoteFailure>> {
  const usable = await readUsable(deps, caller, input.quoteId)
  if (!usable.ok) return usable
  const quote = usable.value
  const { id: quoteId } = quote
  const address = checkAddress(input.fields, quote)
  if (!address.ok) return address
  const buyer = readBuyer(input.fields)
  if (!buyer.ok) return buyer
  const reference = readReference(input.fields.get('reference'))
  if (!reference.ok) return reference
  const { measurement } = quote
  const plan = await planByStoredEstimate(deps, { ...quote, sizeMm: quotedSize(measurement) })
  const order = {
    options: { ...quote.options, note: readNote(input.fields.get('note')) },
    address: address.value,
    buyer: buyer.value,
    reference: reference.value,
    price: quote.price,
    file: quote.file,
    size: sizeOf(measurement),
    plannedSeconds: plan.plannedSeconds,
    // The price applies to this print.
    supports: measurement.supports ?? plan.supports,
    idempotencyKey: null,
    source: 'mcp' as const,
    subject: quoteSubject(quoteId),
  }
  const spend = async (withCode: NewOrder) => {
    input.onSpending?.()
    const outcome = await deps.quotes.spend({ quoteId, at: deps.clock.now() }, withCode)
    if (outcome.kind === 'inserted') input.onPlaced?.(withCode.code)
    return outcome
  }
  const soldBy = await termsOf(deps, quote.termsId)
  const placed = await insertAndCharge(deps, caller, order, spend, soldBy)
  if (placed.kind === 'placed') {
    return ok({ quote, order: placed.order, response: placed.response })
  }
  if (placed.kind === 'failed') return fail(placed.failure)
  if (placed.outcome.kind === 'over_limit') {
    return fail(await refuseOverLimit(deps, caller, quote.price.totalCents))
  }
  // Another call used the quote, or it has just expired.
  const after = await readUsable(deps, caller, quoteId)
  return after.ok ? fail({ kind: 'quote_spent', orderCode: null }) : after
}

export const quotedSize = ({ source, dimensionsMm }: QuoteMeasurement) =>
  source === 'sliced_file' ? null : dimensionsMm

const sizeOf = ({ dimensionsMm, unit }: QuoteMeasurement): PartSize | null =>
  unit === null ? null : { dimensionsMm, unit }

async function readUsable(
  deps: Pick<QuoteDeps, 'quotes' | 'clock'>,
  caller: AccountCaller,
  sentId: string,
): Promise<Result<Quote, QuoteFailure>> {
  const quoteId = parseQuoteId(sentId)
  const quote = quoteId === null ? null : await deps.quotes.readOwned(caller.accountId, quoteId)
  if (quote === null) return fail({ kind: 'quote_not_found' })
  if (quote.isSpent) return fail({ kind: 'quote_spent', orderCode: quote.orderCode })
  if (quote.expiresAt <= deps.clock.now()) {
    return fail({ kind: 'quote_expired', expiredAt: quote.expiresAt })
  }
  return ok(quote)
}

function checkAddress(
  fields: FormFields,
  quote: Quote,
): Result<ShippingAddress, OrderFailure | QuoteFailure> {
  // An agent orders for a buyer, so a blank email is not replaced by the account's.
  const address = readAddress(fields, '')
  if (!address.ok) return address
  const { country, email } = address.value
  if (email === '') return fail({ kind: 'order_email_invalid' })
  if (country !== quote.country) {
    return fail({
      kind: 'quote_country_differs',
      // The quoted postage applies, regardless of the current postage.
      quoted: {
        country: quote.country,
        shippingCents: quote.price.shippingCents,
        totalCents: quote.price.totalCents,
      },
      asked: country,
      askedPrice: quote.termsId === pricingTermsId() ? priceFor(quote, country) : null,
    })
  }
  return address
}

/** Returns the price for a country. The print subtotal does not depend on the country. */
function priceFor({ price }: Quote, country: string): CountryPrice {
  const { shippingCents, totalCents } = addPostage(price.printCents, country)
  return { country, shippingCents, totalCents }
}
