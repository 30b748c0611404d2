// Orders a quote. The transaction that writes the order spends the quote, so a quote makes one order however often it is sent.
import { readBuyer } from '../accounts/buyer.ts'
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { readNote } from '../catalog/print-options.ts'
import type { FormFields } from '../models/read-units.ts'
import type { PartSize } from '../models/report.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { quoteSubject } from '../orders/identity.ts'
import type { ShippingAddress } from '../orders/order.ts'
import { readReference } from '../orders/reference.ts'
import { readAddress } from '../orders/submit/order-form.ts'
import { placeOrderWith } from '../orders/submit/place-order.ts'
import { limitRefusal } from '../orders/submit/spending-refusal.ts'
import type { SubmitResponse } from '../orders/submit-response.ts'
import { planByStoredEstimate } from '../planning/plan-part.ts'
import { addPostage } from '../pricing/postage.ts'
import type { CountryPrice, QuoteFailure } from './failure.ts'
import type { QuoteDeps } from './ports.ts'
import type { Quote, QuoteMeasurement } from './quote.ts'

export type QuoteOrder = {
  readonly quoteId: string
  /** Shipping fields and those of the buyer by their REST names, including `country` and `note`. */
  readonly fields: FormFields
  /** Called before the first statement that can spend the quote. */
  readonly onSpending?: () => void
  /** Called with the order's code once the order exists, before the card is charged. */
  readonly onPlaced?: (code: string) => void
}

/** A declined card spends the quote as well: the order exists and can be paid (decisions.md 16). */
export async function orderQuote(
  deps: QuoteDeps,
  caller: AccountCaller,
  input: QuoteOrder,
): Promise<Result<{ quote: Quote; response: SubmitResponse }, OrderFailure | QuoteFailure>> {
  const { quoteId } = input
  const usable = await readUsable(deps, caller, quoteId)
  if (!usable.ok) return usable
  const quote = usable.value
  const address = checkAddress(input.fields, quote)
  if (!address.ok) return address
  const buyer = readBuyer(input.fields)
  if (!buyer.ok) return buyer
  const reference = readReference(input.fields.get('reference'))
  if (!reference.ok) return reference
  const { measurement } = quote
  const plan = await planByStoredEstimate(deps, { ...quote, sizeMm: sizeToPlan(measurement) })
  const order = {
    options: { ...quote.options, note: readNote(input.fields.get('note')) },
    address: address.value,
    buyer: buyer.value,
    reference: reference.value,
    price: quote.price,
    file: quote.file,
    size: sizeOf(measurement),
    plannedSeconds: plan.plannedSeconds,
    // The price is that of this print.
    supports: measurement.supports ?? plan.supports,
    idempotencyKey: null,
    source: 'mcp' as const,
    subject: quoteSubject(quoteId),
  }
  const placed = await placeOrderWith(deps, caller, order, async (withCode) => {
    input.onSpending?.()
    const outcome = await deps.quotes.spend({ quoteId, at: deps.clock.now() }, withCode)
    if (outcome === 'inserted') input.onPlaced?.(withCode.code)
    return outcome
  })
  if (placed.kind === 'placed') return ok({ quote, response: placed.response })
  if (placed.kind === 'failed') return fail(placed.failure)
  if (placed.outcome === 'over_limit') {
    return fail(await limitRefusal(deps, caller, quote.price.totalCents))
  }
  // Another call spent the quote, or it has just expired.
  const after = await readUsable(deps, caller, quoteId)
  return after.ok ? fail({ kind: 'quote_spent', orderCode: null }) : after
}

const sizeToPlan = ({ source, dimensionsMm }: QuoteMeasurement) =>
  source === 'sliced_file' ? null : dimensionsMm

const sizeOf = ({ dimensionsMm, unit }: QuoteMeasurement): PartSize | null =>
  unit === null ? null : { dimensionsMm, unit }

async function readUsable(
  deps: Pick<QuoteDeps, 'quotes' | 'clock'>,
  caller: AccountCaller,
  quoteId: string,
): Promise<Result<Quote, QuoteFailure>> {
  const plausible = /^[A-Za-z0-9_-]{1,64}$/.test(quoteId)
  const quote = plausible ? await deps.quotes.readOwned(caller.accountId, quoteId) : null
  if (quote === null) return fail({ kind: 'quote_not_found' })
  if (quote.spent) return fail({ kind: 'quote_spent', orderCode: quote.orderCode })
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
      quoted: priceFor(quote, quote.country),
      asked: priceFor(quote, country),
    })
  }
  return address
}

/** The print subtotal does not depend on the country. */
function priceFor({ price }: Quote, country: string): CountryPrice {
  const { shippingCents, totalCents } = addPostage(price.printCents, country)
  return { country, shippingCents, totalCents }
}
