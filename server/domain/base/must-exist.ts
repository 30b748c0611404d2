/** Returns a value that must exist, such as a row that was just written. Throws otherwise. */
export function mustExist<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} vanished`)
  return value
}
