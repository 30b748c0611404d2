// Sends parts to the basket: the only time that a file leaves the browser.

import { pricesChangedId, pricesChangedText } from '../../pages/cart/prices-changed.tsx'
import { withCountry } from '../../pages/cart/with-country.ts'
import { orderFields } from '../../pages/quotes/order-fields.ts'
import { showCount } from './basket-count.ts'
import { explainPart } from './part-price.ts'
import { fileToUpload, type PartState, unitsToUpload } from './part-state.ts'

export type AddOutcome =
  | {
      readonly ok: true
      /** A line of the basket costs something else than its buyer saw last. */
      readonly hasChanged: boolean
    }
  | { readonly ok: false; readonly sentence: string }

/**
 * Sends the parts as they are at the beginning, and stops at the first that is refused. One that is changed or removed before its turn is
 * left out. `onAdded`: `isSame` unless the part was changed while it was sent.
 */
export async function addToBasket(
  parts: readonly PartState[],
  { country, isOnPage, onAdded }: AddOptions,
): Promise<AddOutcome> {
  let hasChanged = false
  for (const [part, asShown] of parts.map((one) => [one, { ...one }] as const)) {
    const isSame = () => isOnPage(part) && part.revision === asShown.revision
    if (!isSame()) continue
    const added = await addPart(asShown, country)
    if (!added.ok) return added
    hasChanged ||= added.hasChanged
    onAdded(part, isSame())
  }
  return { ok: true, hasChanged }
}

export type AddOptions = {
  readonly country: string
  readonly isOnPage: (part: PartState) => boolean
  readonly onAdded: (part: PartState, isSame: boolean) => void
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
    return { ok: true, hasChanged: basket.getElementById(pricesChangedId) !== null }
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

type AddedNoteProps = {
  readonly outcome: AddOutcome
  /** Sentences on the parts that were not ready, and those that were changed meanwhile. */
  readonly left: readonly string[]
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
  if (!outcome.ok) {
    const failed = paragraph('failed', outcome.sentence)
    failed.setAttribute('role', 'alert')
    nodes.push(failed)
  }
  if (outcome.ok && outcome.hasChanged) nodes.push(paragraph('changed', pricesChangedText))
  nodes.push(...left.filter((text) => text !== '').map((text) => paragraph('left', text)))
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
