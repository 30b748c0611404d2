// The shape of the tables in this folder: the status and the sentence of each kind of failure, in the words of contract.md 8.

/** A refusal as it is sent: the body is `error` and `more`. The code is a header, from codes.ts. */
export type Refusal<More = Details> = Besides<More> & {
  readonly status: number
  readonly error: string
}

/** What a refusal may have besides its status and sentence: fields beside `error`, and headers. */
type Besides<More> = {
  readonly more?: More
  readonly headers?: Readonly<Record<string, string>>
}

type Details = Readonly<Record<string, unknown>>

type Row<More> = readonly [status: number, error: string, besides?: Besides<More>]

export type ByKind<F extends { readonly kind: string }> = {
  readonly [Each in F as Each['kind']]: Each
}

export type FailureOf<Kinds, K extends keyof Kinds> = {
  readonly [Kind in K]: Kinds[Kind] & { readonly kind: Kind }
}[K]

type Table<Kinds, More> = {
  readonly [K in keyof Kinds]: Row<More> | ((failure: FailureOf<Kinds, K>) => Row<More>)
}

/** A row for every kind of `F`, made from the failure where it has facts: a missing or a surplus kind does not compile. */
export type Refusals<F extends { readonly kind: string }, More = Details> = Table<ByKind<F>, More>

/** The refusal, made by the row of the failure's kind. */
export function refusalFrom<Kinds, More, K extends keyof Kinds>(
  table: Table<Kinds, More>,
  failure: FailureOf<Kinds, K>,
): Refusal<More> {
  const row = table[failure.kind]
  const [status, error, besides] = typeof row === 'function' ? row(failure) : row
  return { status, error, ...besides }
}

/** The header that says when to try again. */
export const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })
