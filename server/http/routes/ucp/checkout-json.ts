// A checkout session in the protocol's format (schemas/shopping/checkout.json). Amounts are in cents.
import { quoteForeign } from '../../../domain/base/text/text.ts'
import { readPrintOptions } from '../../../domain/orders/submit/order-form.ts'
import type { ItemsRefused } from '../../../domain/ucp/failure.ts'
import {
  type CheckoutSession,
  type MissingItem,
  type SessionLine,
  temporaryItemCode,
} from '../../../domain/ucp/session.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { checkoutEnvelope, errorEnvelope } from './profile.ts'

/** Path of the page where a buyer continues a session. */
export const continuePath = (id: string): string => `/ucp/continue/${id}`

type Severity = 'recoverable' | 'requires_buyer_input' | 'unrecoverable'

export type Message =
  | {
      readonly type: 'error'
      readonly code: string
      readonly content: string
      readonly severity: Severity
      readonly path?: string
    }
  | { readonly type: 'info'; readonly code: string; readonly content: string }

type Total = { readonly type: string; readonly amount: number; readonly display_text?: string }

/** Returns the session as JSON. `problems` states why a change was not made. */
export function checkoutJson(
  session: CheckoutSession,
  baseUrl: string,
  problems: readonly Message[] = [],
) {
  const { id, lines, country, shippingCents, isCancelled, expiresAt } = session
  const priced = lines.map(priceOf)
  const discountCents = sum(priced.map((line) => line.discountCents))
  const subtotalCents = sum(priced.map((line) => line.subtotalCents))
  return {
    ucp: checkoutEnvelope,
    id,
    status: isCancelled ? 'canceled' : 'requires_escalation',
    currency: 'USD',
    line_items: lines.map((line, index) => {
      const price = priceOf(line)
      return {
        id: `line_${index + 1}`,
        item: { id: line.itemId, title: titleOf(line), price: price.unitCents },
        quantity: line.quantity,
        totals: [...partTotals(price), total(line.printCents)],
      }
    }),
    totals: [
      ...partTotals({ subtotalCents, discountCents }),
      { type: 'fulfillment', amount: shippingCents, display_text: `Postage to ${country}` },
      total(subtotalCents - discountCents + shippingCents),
    ] satisfies Total[],
    messages: isCancelled
      ? problems
      : [...problems, ...session.missing.map(missingMessage), ...messagesOf(session)],
    links: (['terms', 'privacy', 'refunds'] as const).map((name) => ({
      type: linkTypes[name],
      url: `${baseUrl}/${name}`,
    })),
    expires_at: expiresAt.toISOString(),
    ...(!isCancelled && { continue_url: `${baseUrl}${continuePath(id)}` }),
  }
}

const linkTypes = {
  terms: 'terms_of_service',
  privacy: 'privacy_policy',
  refunds: 'refund_policy',
} as const

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/**
 * Returns the line's unit price and discount. The protocol requires price x quantity as the line amount. Several copies
 * cost less than the same number of single copies and are rounded together. Therefore, the price is for one copy,
 * rounded up, and the difference is a discount.
 */
function priceOf({ printCents, quantity }: SessionLine) {
  const unitCents = Math.ceil(printCents / quantity)
  const subtotalCents = unitCents * quantity
  return { unitCents, subtotalCents, discountCents: subtotalCents - printCents }
}

const partTotals = ({
  subtotalCents,
  discountCents,
}: {
  readonly subtotalCents: number
  readonly discountCents: number
}): Total[] => [
  { type: 'subtotal', amount: subtotalCents },
  ...(discountCents === 0
    ? []
    : [{ type: 'items_discount', amount: -discountCents, display_text: 'Rounding' }]),
]

const total = (amount: number): Total => ({ type: 'total', amount })

export function titleOf({ fields, file }: SessionLine): string {
  const options = readPrintOptions(new Map(Object.entries(fields)))
  if (!options.ok) return file.fileName
  const { material, color, quality } = options.value
  return `${file.fileName}: ${material.toUpperCase()}, ${color}, ${quality}`
}

const laterAdvice = (code: string): string =>
  code === temporaryItemCode ? ' Send it again later.' : ''

/**
 * Returns the message on an item that is not in the checkout. It has no `path`, because that refers to an item of the
 * response. The platform may resolve it by an update.
 */
const missingMessage = ({ itemId, code, reason }: MissingItem): Message => ({
  type: 'error',
  code,
  content: `Not in this checkout: ${quoteForeign(itemId)}. ${reason}${laterAdvice(code)}`,
  severity: 'recoverable',
})

function messagesOf({ country, isCountryStated }: CheckoutSession): readonly Message[] {
  const escalation: Message = {
    type: 'error',
    code: 'payment_on_website',
    severity: 'requires_buyer_input',
    content:
      'The buyer enters the address and pays on the website: open continue_url. Nothing is ordered or charged before.',
  }
  const assumed: Message = {
    type: 'info',
    code: 'country_assumed',
    content: `No country was sent, so the postage is that to ${country}. Send context.address_country for another one.`,
  }
  return isCountryStated ? [escalation] : [escalation, assumed]
}

/** Describes why an item is missing. Null if the request can be sent again later, so that it is not missing then. */
export const describeRefusal = (failure: Failure): { code: string; reason: string } | null =>
  isPassing(failure) ? null : { code: itemCodeOf(failure), reason: refusalOf(failure).error }

export const isPassing = (failure: Failure): boolean =>
  failure.kind === 'storage_failed' || [429, 503].includes(refusalOf(failure).status)

/** Returns why the items, or the country, cannot be bought. */
export function problemsOf(
  failure: ItemsRefused<Failure> | Extract<Failure, { kind: 'country_not_served' }>,
  severity: 'recoverable' | 'unrecoverable',
): readonly Message[] {
  if (failure.kind === 'country_not_served') {
    const { error: content } = refusalOf(failure)
    const path = '$.context.address_country'
    return [{ type: 'error', code: 'address_undeliverable', content, severity, path }]
  }
  return failure.refusals.map(({ index, failure: reason }) => {
    const code = itemCodeOf(reason)
    return {
      type: 'error',
      code,
      content: `Item ${index + 1}: ${refusalOf(reason).error}${laterAdvice(code)}`,
      severity: code === temporaryItemCode ? 'recoverable' : severity,
      path: `$.line_items[${index}]`,
    }
  })
}

function itemCodeOf(reason: Failure): string {
  if (reason.kind === 'cart_quantity_invalid') return 'quantity_invalid'
  return isTemporary(reason) ? temporaryItemCode : 'item_unavailable'
}

/** Whether the failure may pass: the same link may serve the file later, or for fewer items. */
const isTemporary = (reason: Failure): boolean =>
  reason.kind === 'import_refused' &&
  (reason.reason === 'timed_out' || reason.reason === 'unreachable')

/** Returns a response without a checkout. The buyer can continue at `continuePage`. */
export const errorJson = (
  messages: readonly Message[],
  { baseUrl, continuePage = '/quote' }: { baseUrl: string; continuePage?: string },
) => ({ ucp: errorEnvelope, messages, continue_url: `${baseUrl}${continuePage}` })
