// Sends parts to the basket: the only time that a file leaves the browser.
import { orderFields } from '../../pages/quote/order-fields.ts'
import { fileToUpload, type PartState, unitsToUpload } from './part-state.ts'
import { explainPart } from './render-price.ts'

export type AddOutcome = { readonly ok: true } | { readonly ok: false; readonly sentence: string }

/** Stops at the first part that is refused. */
export async function addToBasket(
  parts: readonly PartState[],
  country: string,
  onAdded: (part: PartState) => void,
): Promise<AddOutcome> {
  for (const part of parts) {
    const added = await addPart(part, country)
    if (!added.ok) return added
    onAdded(part)
  }
  return { ok: true }
}

async function addPart(part: PartState, country: string): Promise<AddOutcome> {
  const price = explainPart(part, country)?.price
  if (price === undefined) return { ok: false, sentence: `${part.file.name} has no price yet.` }
  const form = new FormData()
  for (const [name, value] of orderFields(part.fields)) form.set(name, value)
  const units = unitsToUpload(part)
  if (units !== null) form.set('units', units)
  form.set('country', country)
  form.set('expectedCents', String(price.printCents))
  form.set('file', fileToUpload(part))
  try {
    const response = await fetch('/basket/parts', {
      method: 'POST',
      body: form,
    })
    return response.ok ? { ok: true } : { ok: false, sentence: await sentenceOf(response, part) }
  } catch {
    // The connection failed: fetch rejects for nothing else here.
    return {
      ok: false,
      sentence: `${part.file.name} was not added: the connection broke. Try again.`,
    }
  }
}

/** A refusal is the basket's page with a notice. */
async function sentenceOf(response: Response, { file }: PartState): Promise<string> {
  const body = new DOMParser().parseFromString(await response.text(), 'text/html')
  const notice = body.querySelector('[role="alert"]')?.textContent?.trim()
  return notice || `${file.name} was not added (${response.status}). Try again in a moment.`
}
