// The terms from which a page computes prices: those that the server wrote into its form, and later ones from the time
// at which they apply.

import { isObject } from '../../domain/base/is-object.ts'
import { keysOf } from '../../domain/base/keys-of.ts'
import { parseJson } from '../../domain/base/text/parse-json.ts'
import { contractTerms, type Terms, termsSource } from '../../domain/catalog/terms.ts'
import { termsPath } from '../../pages/quotes/terms-path.ts'
import { words } from './page-words.ts'

let current: Terms = contractTerms

/** Reads the terms. Call it before the first price is computed. */
export function readPageTerms(form: HTMLFormElement): void {
  const { terms } = form.dataset
  const stated = terms === undefined ? null : parseJson(terms)
  if (isTerms(stated)) current = stated
  termsSource.read = () => current
}

const pollMs = 60_000

/**
 * Requests later terms when they take effect, every minute, and when the page becomes visible again. The server
 * computes the basket's prices in any case.
 */
export function followTerms(form: HTMLFormElement, onChange: () => void): void {
  let timer = 0
  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void ask(), Math.min(pollMs, Math.max(250, ms)))
  }
  const ask = async () => {
    const answer = document.hidden ? null : await fetchTerms()
    schedule(answer?.msUntilNext ?? pollMs)
    if (answer === null || answer.terms.version === current.version) return
    current = answer.terms
    showRates(form)
    onChange()
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask()
  })
  const { termsNextMs } = form.dataset
  schedule(termsNextMs === undefined || termsNextMs === '' ? pollMs : Number(termsNextMs))
}

/** Whether the value has the fields of terms. The service writes them and computes every price again. */
const isTerms = (value: unknown): value is Terms =>
  isObject(value) &&
  keysOf(contractTerms).every((name) => typeof value[name] === typeof contractTerms[name])

type Answer = { readonly terms: Terms; readonly msUntilNext: number | null }

/** Returns null for a response of a release with other terms. */
function answerIn(value: unknown): Answer | null {
  if (!isObject(value)) return null
  const { terms, msUntilNext } = value
  const isTimed = msUntilNext === null || typeof msUntilNext === 'number'
  return isTerms(terms) && isTimed ? { terms, msUntilNext } : null
}

async function fetchTerms(): Promise<Answer | null> {
  try {
    const response = await fetch(termsPath, { cache: 'no-store' })
    return response.ok ? answerIn(await response.json()) : null
  } catch {
    // Without a network, the page keeps its prices, and the server checks them.
    return null
  }
}

/** Shows the rates from the server next to the materials and the custom color. */
function showRates(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name="material"]')) {
    const rate = input.closest('label')?.querySelector('.rate')
    const material = Object.entries(current.materials).find(([name]) => name === input.value)?.[1]
    if (rate && material) rate.textContent = `${words.money(material.centsPerGram)}/g`
  }
  const custom = form.querySelector('#custom-rate')
  if (custom !== null) custom.textContent = words.money(current.customColorCentsPerGram)
}
