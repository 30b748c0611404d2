// The keys of a table whose type names all of them.

/**
 * The keys in the table's order, as a tuple of at least one, which picklist schemas need. Object.keys() is typed for objects that
 * may have more keys than their type; a table written as a literal has none.
 */
export const keysOf = <T extends string>(table: Readonly<Record<T, unknown>>): [T, ...T[]] =>
  Object.keys(table) as [T, ...T[]]
