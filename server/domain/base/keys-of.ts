// Keys of a table whose type names all of them, and tables of such keys.

/**
 * Returns the keys in table order as a non-empty tuple, which picklist schemas require. Object.keys() is typed for
 * objects that may have more keys than their type; a table literal has none.
 */
export const keysOf = <T extends string>(table: Readonly<Record<T, unknown>>): [T, ...T[]] =>
  Object.keys(table) as [T, ...T[]]

/** Returns a table with a value for each of the keys. The keys are all that the type names. */
export const tableOf = <K extends string, Value>(
  keys: readonly K[],
  make: (key: K) => Value,
): Record<K, Value> => Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, Value>
