// A person has taken the parts off a plate: the service counts them, and the running client learns of it with its next report.
import type { Farm } from './farm.ts'
import { Refused, record, textOf } from './http.ts'

/**
 * Returns a sentence for the person. The service knows the reasons, and refuses others by name. Throws a sentence when there is nothing to
 * clear.
 */
export async function clearPlate(
  farm: Pick<Farm, 'clear'>,
  printer: string,
  scrapText: string,
  scrapReason: string | undefined,
): Promise<string> {
  if (!/^\d{1,2}$/.test(scrapText)) throw new Error('Scrap must be a number of parts.')
  try {
    const cleared = await farm.clear(printer, Number(scrapText), scrapReason)
    if (cleared === null) return `${printer} is free.`
    const { orderCode, plate, good, scrap } = cleared
    return `${orderCode}, plate ${plate}: ${good} good, ${scrap} scrap.`
  } catch (error) {
    throw error instanceof Refused ? new Error(sentenceOf(error)) : error
  }
}

/** What the service says about it. */
function sentenceOf({ body, message }: Refused): string {
  try {
    return textOf(record(JSON.parse(body))['error']) || message
  } catch {
    // The response was no JSON.
    return message
  }
}
