// Sends parts to the basket: the only time that a file leaves the browser.

import { orderFields } from '../../pages/quote/order-fields.ts'
import { withCountry } from '../../pages/shop/with-country.ts'
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
    const basket = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!response.ok) return { ok: false, sentence: sentenceOf(basket, response.status, part) }
    showCount(basket)
    return { ok: true }
  } catch {
    // The connection failed: fetch rejects for nothing else here.
    return {
      ok: false,
      sentence: `${part.file.name} was not added: the connection broke. Try again.`,
    }
  }
}

/** A refusal is the basket's page with a notice. */
function sentenceOf(basket: Document, status: number, { file }: PartState): string {
  const notice = basket.querySelector('[role="alert"]')?.textContent?.trim()
  return notice === undefined || notice === ''
    ? `${file.name} was not added (${status}). Try again in a moment.`
    : `${file.name} was not added. ${notice}`
}

/** The header of the basket's page has the number of parts in it. */
function showCount(basket: Document): void {
  const link = 'header nav a[href="/basket"]'
  const counted = basket.querySelector(link)
  if (counted !== null) document.querySelector(link)?.replaceWith(counted)
}

type AddedNoteProps = {
  readonly outcome: AddOutcome
  /** A sentence on the parts that were not ready. */
  readonly left: string
  readonly country: string
}

/** Which parts are in the basket, which were not ready, and the sentence of the one that was refused. */
export function addedNote(
  added: readonly PartState[],
  { outcome, left, country }: AddedNoteProps,
): readonly Node[] {
  const nodes: HTMLElement[] = []
  if (added.length > 0) {
    const done = paragraph('added', '')
    const link = document.createElement('a')
    link.href = withCountry('/basket', country)
    link.textContent = 'Open the basket'
    done.append(`${inBasketText(added)} `, link)
    nodes.push(done)
  }
  if (!outcome.ok) nodes.push(paragraph('failed', outcome.sentence))
  if (left !== '') nodes.push(paragraph('left', left))
  return nodes
}

function paragraph(className: string, text: string): HTMLParagraphElement {
  const made = document.createElement('p')
  made.className = className
  made.textContent = text
  return made
}

function inBasketText(added: readonly PartState[]): string {
  if (added.length > 3) return `${added.length} parts are in the basket.`
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(
    added.map(({ file }) => file.name),
  )
  return `${names} ${added.length === 1 ? 'is' : 'are'} in the basket.`
}
