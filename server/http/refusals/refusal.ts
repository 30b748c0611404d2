// Type of the tables in this folder: status and sentence of each kind of failure, in the wording of contract.md 8.
import type { ByKind, FailureOf } from '../../domain/base/by-kind.ts'

/** Refusal as sent: the body consists of `error` and `more`. The error code is a header, set in refusal-of.ts. */
export type Refusal<More = Details> = Besides<More> & {
  readonly status: number
  readonly error: string
}

/** Optional parts of a refusal in addition to its status and sentence: other body fields, and headers. */
type Besides<More> = {
  readonly more?: More
  readonly headers?: Readonly<Record<string, string>>
}

type Details = Readonly<Record<string, unknown>>

type Row<More> = readonly [status: number, error: string, besides?: Besides<More>]

type Table<Kinds, More> = {
  readonly [K in keyof Kinds]: Row<More> | ((failure: FailureOf<Kinds, K>) => Row<More>)
}

/** One row per kind in `F`, built from the failure if it has facts. A missing or surplus kind does not compile. */
export type Refusals<F extends { readonly kind: string }, More = Details> = Table<ByKind<F>, More>

/** Builds the refusal with the row for the failure's kind. */
export function refusalFrom<Kinds, More, K extends keyof Kinds>(
  table: Table<Kinds, More>,
  failure: FailureOf<Kinds, K>,
): Refusal<More> {
  const row = table[failure.kind]
  const [status, error, besides] = typeof row === 'function' ? row(failure) : row
  return { status, error, ...besides }
}

/** Returns the header that states when to retry. */
export const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })
