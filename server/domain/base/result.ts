// Expected outcomes as values. Domain functions return a Result; exceptions indicate bugs or broken infrastructure.

export type Result<T, F> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

export const fail = <F>(failure: F): { readonly ok: false; readonly failure: F } => ({
  ok: false,
  failure,
})

/** Marks code that the compiler proves unreachable. Throws if an untyped value reaches it. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
