// An existing order, and the result of its charge.
import type { Order } from '../../../typescript/src/index.ts'
import type { CommandResult } from '../command/command.ts'
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { dollars } from './priced-part.ts'

/** Results of an order's charge. */
export const charges = [
  'charged',
  'declined',
  'not_made',
  'no_card',
  'settling',
] as const satisfies readonly ('charged' | NonNullable<Order['charge']>)[]

export type Charge = (typeof charges)[number]

export type PlacedOrder = {
  readonly code: string
  readonly status: string
  readonly paid: boolean
  readonly charge: Charge
  /** In dollars. */
  readonly total: number
  readonly statusUrl: string
  readonly paymentUrl: string | null
  /** The service's sentence about the charge. null if paid. */
  readonly message: string | null
  /** Whether an earlier command placed the order. */
  readonly isRepeated: boolean
}

export function placedOf(order: Order, isRepeated: boolean): PlacedOrder {
  const { code, status, paid, estimatedCost, statusUrl, paymentUrl, message } = order
  return {
    code,
    status,
    paid,
    charge: paid ? 'charged' : (order.charge ?? 'settling'),
    total: estimatedCost,
    statusUrl,
    paymentUrl: paymentUrl ?? null,
    message: message ?? null,
    isRepeated,
  }
}

export const exitCodeOf = (charge: Charge): ExitCode => {
  switch (charge) {
    case 'charged':
      return exitCodes.done
    case 'declined':
    case 'not_made':
    case 'no_card':
      return exitCodes.unpaid
    case 'settling':
      return exitCodes.unknown
  }
}

/** Replaces the field names in the service's message with words for a terminal. */
export const chargeText = (message: string): string =>
  message.replace('paymentUrl' satisfies keyof Order, 'the address below')

export function placedResult(
  placed: PlacedOrder,
  names: { readonly quoteId: string | null; readonly idempotencyKey: string | null },
  terminal: Terminal,
): CommandResult {
  return {
    exitCode: exitCodeOf(placed.charge),
    json: { ...placed, currency: 'USD', ...names },
    lines: [
      ...(placed.isRepeated ? ['This order was placed before; nothing was ordered now.'] : []),
      ...linesOf(placed, terminal),
    ],
  }
}

function linesOf(
  { code, charge, total, statusUrl, paymentUrl, message }: PlacedOrder,
  { good, bad, bold }: Terminal,
): string[] {
  const follow = `Follow it: svc track ${code} --watch, or ${statusUrl}`
  switch (charge) {
    case 'charged':
      return [
        good(
          `Order ${bold(code)} is placed and paid: ${dollars(total)} was charged to the saved card.`,
        ),
        follow,
      ]
    case 'declined':
    case 'not_made':
    case 'no_card':
      return [
        bad(`Order ${code} is placed but not paid.`),
        ...(message === null ? [] : [chargeText(message)]),
        `Do not order again. Pay ${dollars(total)} at ${paymentUrl ?? statusUrl}`,
      ]
    case 'settling':
      return [
        bad(
          `Order ${code} is placed; whether ${dollars(total)} was charged is not known yet and settles within minutes.`,
        ),
        `Do not order again and pay nothing before: svc track ${code}`,
      ]
  }
}
