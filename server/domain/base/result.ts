// Expected outcomes as values: every domain function answers a Result, exceptions are bugs or broken machines.

export type Result<T, F> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

export const fail = <F>(failure: F): { readonly ok: false; readonly failure: F } => ({
  ok: false,
  failure,
})

/** Marks a place the compiler proves unreachable; throws if a value from outside the types gets there. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
