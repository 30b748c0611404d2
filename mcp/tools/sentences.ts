// Type of the tables of refusals: what is wrong and what to do next, for agents. server/http/refusals has the REST sentences.
import type { ByKind, FailureOf } from '../../server/domain/base/by-kind.ts'

type Table<Kinds> = {
  readonly [K in keyof Kinds]: string | ((failure: FailureOf<Kinds, K>) => string)
}

/** One sentence per kind in `F`, built from the failure if it has facts. A missing or surplus kind does not compile. */
export type Sentences<F extends { readonly kind: string }> = Table<ByKind<F>>

/** Returns the sentence of the failure's kind. */
export function sentenceFrom<Kinds, K extends keyof Kinds>(
  table: Table<Kinds>,
  failure: FailureOf<Kinds, K>,
): string {
  const sentence: Table<Kinds>[K] | undefined = table[failure.kind]
  if (sentence === undefined) throw new Error(`There is no sentence for ${String(failure.kind)}.`)
  return typeof sentence === 'function' ? sentence(failure) : sentence
}
