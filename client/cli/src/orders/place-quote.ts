// Orders a quote. A quote becomes at most one order, so a command can be repeated safely.

import * as v from 'valibot'
import { pause } from '../../../typescript/src/shared.ts'
import type { Context } from '../command/command.ts'
import { type ToolOutcome, toolError, withCommands } from '../service/agent-tools.ts'
import { CliError, exitCodes } from '../terminal/exit-codes.ts'
import type { Address } from './address.ts'
import { charges, type PlacedOrder, placedOf } from './placed-order.ts'
import { toVersionError } from './quote-part.ts'

/** Longer than the service's limit of 45 seconds. */
const orderTimeoutMs = 60_000
const readTimeoutMs = 30_000
/** Pauses between lookups of an order whose response was lost. The service may still be writing it. */
const lookPausesMs = [0, 1_000, 2_000, 4_000]

const created = v.object({
  order_code: v.string(),
  paid: v.boolean(),
  charge: v.picklist(charges),
  amount: v.number(),
  status: v.string(),
  status_url: v.string(),
  payment_url: v.nullable(v.string()),
})

const listed = v.object({
  orders: v.array(v.object({ order_code: v.string(), quote_id: v.nullable(v.string()) })),
})

export type QuoteOrder = {
  readonly quoteId: string
  readonly address: Address
  readonly country: string
  readonly note: string | undefined
}

/**
 * Places the order. Throws if nothing was ordered, and throws a CliError with the code `unknown` if that could not be
 * determined.
 */
export async function placeQuote(context: Context, order: QuoteOrder): Promise<PlacedOrder> {
  const { callTool, baseUrl } = await context.session()
  const progress = context.terminal.progress('Placing the order')
  context.interruption.doubt = doubtOf(order.quoteId)
  try {
    const outcome = await callTool('create_print_order', argumentsOf(order), orderTimeoutMs)
    if (outcome.kind === 'fields') {
      const read = v.safeParse(created, outcome.fields)
      if (read.success) return await describeUnpaid(context, placedBy(read.output, outcome.text))
    }
    if (outcome.kind === 'lost' && !outcome.wasSent) throw toolError(outcome)
    return await findOut(context, order.quoteId, outcome, baseUrl)
  } finally {
    context.interruption.doubt = null
    progress.end()
  }
}

const argumentsOf = ({ quoteId, address, country, note }: QuoteOrder) => {
  const { recipientName, vatId, purchaseOrder, country: _, ...lines } = address
  return {
    quote_id: quoteId,
    confirm: true,
    recipient_name: recipientName,
    ...lines,
    country,
    ...(vatId === undefined ? {} : { vat_id: vatId }),
    ...(purchaseOrder === undefined ? {} : { purchase_order: purchaseOrder }),
    ...(note === undefined ? {} : { note }),
  }
}

const placedBy = (order: v.InferOutput<typeof created>, sentence: string): PlacedOrder => ({
  code: order.order_code,
  status: order.status,
  paid: order.paid,
  charge: order.charge,
  total: order.amount,
  statusUrl: order.status_url,
  paymentUrl: order.payment_url,
  message: order.paid ? null : withCommands(sentence),
  isRepeated: false,
})

/** Describes an unpaid order with the sentences of its record, which are for users. */
async function describeUnpaid(context: Context, placed: PlacedOrder): Promise<PlacedOrder> {
  if (placed.paid) return placed
  const { client } = await context.session()
  const order = await client.getOrder(placed.code).catch(() => null)
  return order === null ? placed : placedOf(order, false)
}

/**
 * Returns the quote's order, if there is one: after a lost response, and after a refusal because the quote was already
 * used.
 */
async function findOut(
  context: Context,
  quoteId: string,
  outcome: ToolOutcome,
  baseUrl: string,
): Promise<PlacedOrder> {
  const isRefused = outcome.kind === 'refused' && outcome.code !== 'unconfirmed'
  const { client } = await context.session()
  for (const pauseMs of isRefused ? [0] : lookPausesMs) {
    await pause(pauseMs, undefined)
    const code = await codeOfQuote(context, quoteId)
    if (code === null) continue
    const order = await client.getOrder(code).catch(() => null)
    if (order !== null) return placedOf(order, isRefused)
    throw new CliError(
      exitCodes.unknown,
      `Order ${code} exists, and could not be read. Read it later: svc track ${code}`,
      { code, quoteId },
    )
  }
  if (isRefused) throw toolError(outcome)
  const reason = outcome.kind === 'lost' ? outcome.reason : toVersionError(baseUrl).message
  throw new CliError(exitCodes.unknown, `${reason} ${doubtOf(quoteId)}`, { quoteId })
}

const doubtOf = (quoteId: string): string =>
  `The order may have been placed and charged. Find out with: svc track ${quoteId}\n` +
  `A quote becomes at most one order, so repeating svc order ${quoteId} does not charge twice.`

/** Returns null if none of the account's newest orders belongs to the quote, or if they cannot be read. */
export async function codeOfQuote(context: Context, quoteId: string): Promise<string | null> {
  const { callTool } = await context.session()
  const outcome = await callTool('list_my_orders', {}, readTimeoutMs)
  if (outcome.kind !== 'fields') return null
  const read = v.safeParse(listed, outcome.fields)
  if (!read.success) return null
  return read.output.orders.find(({ quote_id }) => quote_id === quoteId)?.order_code ?? null
}
