// Compares two JSON responses by structure: the names of members and the kind of each value, not the values.

type Json = Readonly<Record<string, unknown>>

/**
 * Returns the differences, one per line, such as `charge.paid: only theirs` or `refund.amount: string here, number
 * theirs`, each named after its API object. Metadata has no fixed names, and a null value has no structure to
 * compare.
 */
export function shapeDifferences(ours: unknown, theirs: unknown, at = ''): readonly string[] {
  if (isRecord(ours) && isRecord(theirs)) return memberDifferences(ours, theirs, at)
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const [mine, other] = [ours[0], theirs[0]]
    return mine === undefined || other === undefined ? [] : shapeDifferences(mine, other, `${at}[]`)
  }
  const [here, there] = [kindOf(ours), kindOf(theirs)]
  if (here === there || here === 'null' || there === 'null') return []
  // An object that one side represents by its id.
  if (new Set([here, there]).isSubsetOf(new Set(['string', 'object']))) return []
  return [`${at}: ${here} here, ${there} theirs`]
}

function memberDifferences(ours: Json, theirs: Json, at: string): readonly string[] {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
  // An object of the API has one structure, wherever it occurs.
  const root = typeof ours['object'] === 'string' ? ours['object'] : at
  return names.flatMap((name) => {
    const path = root === '' ? name : `${root}.${name}`
    if (name === 'metadata') return []
    if (!(name in theirs)) return [`${path}: only ours`]
    if (!(name in ours)) return [`${path}: only theirs`]
    return shapeDifferences(ours[name], theirs[name], path)
  })
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
