// Finds the known word nearest to a mistyped one.

/** Returns the known word with the fewest edits, at most two (one for words of up to four letters), or undefined. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const limit = word.length <= 4 ? 1 : 2
  const ranked = known
    .map((candidate) => ({
      candidate,
      distance: editDistance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** Returns ` Did you mean --material?`, or ''. */
export function suggestion(word: string, known: readonly string[], prefix = ''): string {
  const nearestWord = findNearest(word, known)
  return nearestWord === undefined ? '' : ` Did you mean ${prefix}${nearestWord}?`
}

/**
 * Returns the number of insertions, deletions, substitutions and swaps of adjacent characters (optimal string
 * alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edits = [
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        ...(swapped ? [(beforeLast[j - 2] ?? 0) + 1] : []),
      ]
      row.push(Math.min(...edits))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
