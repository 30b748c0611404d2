// Converts a call of `api` to its result or an error.
import { refusalOf } from './refusal.ts'

type Called<T> = Promise<
  | { readonly data: T; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: unknown; readonly response: Response }
>

/** Returns the result. Throws RefusalError unless the call succeeded. */
export async function resultOf<T>(called: Called<T>): Promise<T> {
  return (await calledOf(called)).data
}

/** Returns the result with the response, for its headers. */
export async function calledOf<T>(
  called: Called<T>,
): Promise<{ readonly data: T; readonly response: Response }> {
  const { data, error, response } = await called
  if (!response.ok || data === undefined) throw refusalOf(response, error)
  return { data, response }
}

/** Omits the members that are undefined. */
export function omitUndefined<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> }
export function omitUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
}
