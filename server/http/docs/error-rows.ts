// Facts about each error code: its statuses and sentences, and the endpoints that return it.
import { type CodeAdvice, type ErrorCode, errorGroups } from '../../domain/errors/catalog.ts'
import type { Endpoint, Reference } from '../../pages/reference/reference-model.ts'
import { constantRefusals } from '../refusals/refusal-of.ts'
import { type ErrorText, otherErrorTexts } from './error-texts.ts'

export type ErrorRow = CodeAdvice & {
  /** At least one, without duplicates. */
  readonly texts: readonly ErrorText[]
  readonly endpoints: readonly Pick<Endpoint, 'id' | 'method' | 'path'>[]
}

export type ErrorSection = { readonly title: string; readonly rows: readonly ErrorRow[] }

/** Operator pages use these codes with separate sentences, which do not help a program. */
const sharedByPages: ReadonlySet<ErrorCode> = new Set(['not_found', 'state_conflict'])

/** Returns all codes in catalog order. */
export function errorSections(reference: Reference): readonly ErrorSection[] {
  const texts = new Map<string, ErrorText[]>()
  const endpoints = new Map<string, Endpoint[]>()
  const add = (code: string, text: ErrorText) => {
    const known = texts.get(code) ?? []
    texts.set(code, known)
    const isKnown = known.some(
      ({ status, sentence }) => status === text.status && sentence === text.sentence,
    )
    if (!isKnown) known.push(text)
  }
  for (const endpoint of reference.sections.flatMap((section) => section.endpoints)) {
    for (const { code, status, sentence } of endpoint.refusals) {
      add(code, { status: Number(status), sentence })
      const returning = endpoints.get(code) ?? []
      endpoints.set(code, returning)
      if (!returning.includes(endpoint)) returning.push(endpoint)
    }
  }
  for (const { code, status, error } of constantRefusals) {
    if (!sharedByPages.has(code)) add(code, { status, sentence: error })
  }
  for (const [code, others] of otherErrorTexts.flatMap((some) => Object.entries(some))) {
    for (const text of others) add(code, text)
  }
  return errorGroups.map(({ title, errors }) => ({
    title,
    rows: errors.map((advice) => ({
      ...advice,
      texts: texts.get(advice.code) ?? [],
      endpoints: endpoints.get(advice.code) ?? [],
    })),
  }))
}
