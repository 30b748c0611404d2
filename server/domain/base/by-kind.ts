// Types of tables with one row per kind of failure: a table that lacks a kind, or has a surplus one, does not compile.

/** The members of a union by their `kind`. */
export type ByKind<F extends { readonly kind: string }> = {
  readonly [Each in F as Each['kind']]: Each
}

/** The failure of the kind `K`. For a union of kinds, the union of their failures. */
export type FailureOf<Kinds, K extends keyof Kinds> = {
  readonly [Kind in K]: Kinds[Kind] & { readonly kind: Kind }
}[K]
