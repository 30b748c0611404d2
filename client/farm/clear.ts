// Reports that a user cleared a plate. The service counts the parts, and the running client is notified in the response
// to its next report.

import { Refused, record, textOf } from './http.ts'
import type { Farm } from './service/farm.ts'
import type { FullPlate } from './work/state.ts'

/**
 * Clears the plate and returns a sentence for the user. The service knows the valid reasons, and refuses others by
 * name. Throws an error with a sentence if there is nothing to clear. `fullPlate` is the last plate that the running
 * client reported. A later plate is not cleared.
 */
export async function clearPlate(
  farm: Pick<Farm, 'clear'>,
  printer: string,
  scrapText: string,
  scrapReason: string | undefined,
  fullPlate: FullPlate | null = null,
): Promise<string> {
  if (!/^\d{1,2}$/.test(scrapText)) throw new Error('Scrap must be a number of parts.')
  try {
    const cleared = await farm.clear(printer, Number(scrapText), scrapReason, fullPlate)
    if (cleared === null) return `${printer} is free.`
    const { orderCode, plate, good, scrap } = cleared
    return `${orderCode}, plate ${plate}: ${good} good, ${scrap} scrap.`
  } catch (error) {
    throw error instanceof Refused ? new Error(sentenceOf(error)) : error
  }
}

/** Returns the service's sentence. */
function sentenceOf({ body, message }: Refused): string {
  try {
    return textOf(record(JSON.parse(body))['error']) || message
  } catch {
    // The response was not JSON.
    return message
  }
}
