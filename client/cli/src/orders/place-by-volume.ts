// Orders a part without a quote, over the print API with an Idempotency-Key.

import {
  type OrderInput,
  OutcomeUnknownError,
  type SubmittedOrder,
} from '../../../typescript/src/index.ts'
import { keyHours } from '../../../typescript/src/shared.ts'
import type { Context } from '../command/command.ts'
import { CliError, exitCodes } from '../terminal/exit-codes.ts'
import type { Address } from './address.ts'
import { type PlacedOrder, placedOf } from './placed-order.ts'
import { dollars, type PricedPart } from './priced-part.ts'
import { servedCountry } from './served-country.ts'

export type VolumeOrder = {
  readonly part: PricedPart
  readonly address: Address
  readonly note: string | undefined
  readonly idempotencyKey: string
}

/**
 * Places the order. Throws if nothing was ordered, and throws a CliError with the code `unknown` if that could not be
 * determined.
 */
export async function placeByVolume(context: Context, order: VolumeOrder): Promise<PlacedOrder> {
  const { client } = await context.session()
  const { idempotencyKey, part } = order
  const progress = context.terminal.progress('Placing the order')
  const doubt =
    'The order may have been placed and charged. Find out by repeating the command with ' +
    `--idempotency-key ${idempotencyKey}: within ${keyHours} hours it returns the order if there is one, and never charges twice.`
  context.interruption.doubt = doubt
  try {
    const submitted = await client.submitOrder(fieldsOf(order), { idempotencyKey })
    const { code, paid, charged, replayed } = submitted
    if (paid && charged !== undefined && dollars(charged) !== dollars(part.total)) {
      context.terminal.note(
        `The price fell while you decided: ${dollars(charged)} was charged, not ${dollars(part.total)}.`,
      )
    }
    const read = await client.getOrder(code).catch(() => null)
    return read === null ? placedBy(submitted) : placedOf(read, replayed)
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error
    throw new CliError(exitCodes.unknown, doubt, { idempotencyKey })
  } finally {
    context.interruption.doubt = null
    progress.end()
  }
}

/** Reads the response to the submit, which contains less about an unpaid order than a read. */
const placedBy = (order: SubmittedOrder): PlacedOrder => ({
  code: order.code,
  status: order.status,
  paid: order.paid,
  charge: order.paid ? 'charged' : order.paymentUrl === null ? 'settling' : 'declined',
  total: order.estimatedCost,
  statusUrl: order.statusUrl,
  paymentUrl: order.paymentUrl,
  message: order.paid ? null : order.message,
  isRepeated: order.replayed,
})

function fieldsOf({ part, address, note }: VolumeOrder): OrderInput {
  const { material, quality, quantity, color, infill, machine } = part.options
  return {
    ...address,
    modelUrl: part.modelUrl,
    material,
    quality,
    quantity,
    color,
    infill,
    // The displayed price. If the price has risen since, the order is refused instead of charged.
    maxTotal: part.total,
    layerHeight: machine?.layerHeight,
    nozzleDiameter: machine?.nozzle,
    nozzleFlow: machine?.flow,
    country: servedCountry(part.country),
    note,
  }
}
