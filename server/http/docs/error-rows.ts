// What each code says: the statuses and sentences that it comes with, and the endpoints that return it.
import { type ErrorCode, errorGroups } from '../../domain/errors/catalog.ts'
import type { Endpoint, Reference } from '../../pages/reference/reference-model.ts'
import { constantRefusals } from '../refusals/refusal-of.ts'
import { otherSayings } from './error-sayings.ts'

/** `tool`: the result of an agent tool, which is HTTP 200. */
export type ErrorStatus = number | 'tool'

/** null = the sentence depends on the tool. */
export type Saying = { readonly status: ErrorStatus; readonly sentence: string | null }

export type ErrorRow = {
  readonly code: ErrorCode
  readonly cause: string
  readonly remedy: string
  /** At least one; no two are equal. */
  readonly sayings: readonly Saying[]
  readonly endpoints: readonly Pick<Endpoint, 'id' | 'method' | 'path'>[]
}

export type ErrorSection = { readonly title: string; readonly rows: readonly ErrorRow[] }

/** Pages of operators have these with sentences of their own, which tell a program nothing. */
const sharedByPages: ReadonlySet<ErrorCode> = new Set(['not_found', 'state_conflict'])

/** Every code, in the order of the catalog. */
export function errorSections(reference: Reference): readonly ErrorSection[] {
  const sayings = new Map<string, Saying[]>()
  const endpoints = new Map<string, Endpoint[]>()
  const add = (code: string, saying: Saying) => {
    const said = sayings.get(code) ?? []
    sayings.set(code, said)
    const isKnown = said.some(
      ({ status, sentence }) => status === saying.status && sentence === saying.sentence,
    )
    if (!isKnown) said.push(saying)
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
  for (const [code, others] of otherSayings.flatMap((some) => Object.entries(some))) {
    for (const saying of others) add(code, saying)
  }
  return errorGroups.map(({ title, errors }) => ({
    title,
    rows: Object.entries(errors).map(([name, [cause, remedy]]) => {
      // The keys of a group are codes.
      const code = name as ErrorCode
      return {
        code,
        cause,
        remedy,
        sayings: sayings.get(code) ?? [],
        endpoints: endpoints.get(code) ?? [],
      }
    }),
  }))
}
