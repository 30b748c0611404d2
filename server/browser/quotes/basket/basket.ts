// Sends parts to the basket. This is the only time that a file leaves the browser.

import { pricesChangedId } from '../../../pages/cart/prices-changed.tsx'
import { withCountry } from '../../../pages/cart/with-country.ts'
import { defaultLanguage } from '../../../pages/languages/languages.ts'
import { orderFields } from '../../../pages/quotes/options/order-fields.ts'
import { words } from '../../base/page-words.ts'
import { explainPart } from '../parts/part-price.ts'
import { fileToUpload, type PartState, unitsToUpload } from '../parts/part-state.ts'
import { showCount } from './basket-count.ts'

export type AddOutcome =
  | {
      readonly ok: true
      /** Whether the price of any line in the basket differs from the one that its buyer saw last. */
      readonly hasChanged: boolean
    }
  | {
      readonly ok: false
      readonly sentence: string
      /** The reason, if the service states it in English only and the page is in another language. */
      readonly englishReason?: string
    }

/**
 * Sends the parts in their current state, and stops at the first refusal. Skips a part that is changed or removed
 * before its turn. `onAdded`: `isSame` is false if the part was changed while it was sent.
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
  if (price === undefined) {
    return { ok: false, sentence: words.text('add.noPrice', { file: part.file.name }) }
  }
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
    if (!response.ok) return refusalIn(basket, response.status, part)
    showCount(basket)
    return { ok: true, hasChanged: basket.getElementById(pricesChangedId) !== null }
  } catch {
    // The connection failed: fetch rejects only for this reason here.
    return { ok: false, sentence: words.text('add.broken', { file: part.file.name }) }
  }
}

/** Returns a refusal, which is the basket page with a notice. */
function refusalIn(basket: Document, status: number, { file }: PartState): AddOutcome {
  const reason = basket.querySelector('[role="alert"]')?.textContent?.trim() ?? ''
  const values = { file: file.name, status: String(status), reason }
  if (reason === '') return { ok: false, sentence: words.text('add.refused', values) }
  return basket.documentElement.lang === words.language
    ? { ok: false, sentence: words.text('add.refusedBecause', values) }
    : { ok: false, sentence: words.text('add.notAdded', values), englishReason: reason }
}

type AddedNoteProps = {
  readonly outcome: AddOutcome
  /** Sentences on parts that were not ready or that changed in the meantime. */
  readonly left: readonly string[]
  readonly country: string
}

/** Returns a note on the parts in the basket, the parts that were not ready, and the refused part. */
export function addedNote(
  added: readonly PartState[],
  { outcome, left, country }: AddedNoteProps,
): readonly Node[] {
  const nodes: HTMLElement[] = []
  if (added.length > 0) {
    const done = paragraph('added', '')
    const link = document.createElement('a')
    link.href = withCountry('/basket', country)
    link.textContent = words.text('add.openBasket')
    done.append(`${inBasketText(added)} `, link)
    nodes.push(done)
  }
  if (!outcome.ok) {
    const failed = paragraph('failed', outcome.sentence)
    failed.setAttribute('role', 'alert')
    if (outcome.englishReason !== undefined) {
      const reason = document.createElement('span')
      reason.lang = defaultLanguage
      reason.textContent = outcome.englishReason
      failed.append(' ', reason)
    }
    nodes.push(failed)
  }
  if (outcome.ok && outcome.hasChanged) {
    nodes.push(paragraph('changed', words.text('add.pricesChanged')))
  }
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
  if (added.length > 3) return words.text('added.parts', { count: words.count(added.length) })
  const names = words.list(added.map(({ file }) => file.name))
  return words.text('added.names', { count: added.length, names })
}
