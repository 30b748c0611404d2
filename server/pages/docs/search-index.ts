// Full-text search of the documentation in memory. A page matches if every word of the query is the start of one of its
// words, so results appear while the user types the last word. Plurals of the query also find the singular. Words such as
// "how" and "my" are ignored. The help index (server/domain/support) ranks whole questions instead.

/** Section of a page with a heading. */
export type SearchEntry = {
  readonly title: string
  /** Title of the section's page. */
  readonly page: string
  readonly path: string
  /** Plain text. */
  readonly text: string
  /** Hidden words that readers search for but the text does not contain. */
  readonly keywords?: string
  /** Score factor: 1 for guides, less for long lists. */
  readonly weight: number
}

export type SearchResult = {
  readonly title: string
  readonly page: string
  readonly path: string
  /** Text around the first match. */
  readonly excerpt: string
}

export type SearchIndex = (query: string, limit: number) => readonly SearchResult[]

/** Score factor: a match in a title equals eight in the text. A whole-word match scores higher than a prefix match. */
const inTitle = 8
const wholeWord = 1.5
/** Each further occurrence in the same text adds less. */
const saturation = 4
const maxWords = 8
const maxCharacters = 200

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Question words that do not help to find an answer. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and are can do does for how i in is it my of on the there to what when where which why you your'.split(
    ' ',
  ),
)

/** Returns the words to search for. A query that has only stop words keeps them. */
function searchedWords(query: string): readonly string[] {
  const words = [...new Set(wordsOf(query.slice(0, maxCharacters)))]
  const telling = words.filter((word) => !stopWords.has(word))
  return (telling.length === 0 ? words : telling).slice(0, maxWords)
}

export function createSearchIndex(entries: readonly SearchEntry[]): SearchIndex {
  const titles = placesOf(entries.map(({ title }) => title))
  const texts = placesOf(entries.map(({ text, keywords = '' }) => `${text} ${keywords}`))
  const excerpts = entries.map(({ text }) => excerptsOf(text))
  return (query, limit) => {
    const words = searchedWords(query)
    if (words.length === 0) return []
    const totals = totalsOf(
      words.map((word) => {
        const [inTitles, inTexts] = [matches(titles, word), matches(texts, word)]
        return inTitles.map((count, at) => inTitle * saturate(count) + saturate(inTexts[at] ?? 0))
      }),
    )
    return entries
      .map((entry, at) => ({
        entry,
        excerptFor: excerpts[at],
        score: (totals[at] ?? 0) * entry.weight,
      }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1))
      .slice(0, limit)
      .map(({ entry: { title, page, path }, excerptFor }) => ({
        title,
        page,
        path,
        excerpt: excerptFor?.(words) ?? '',
      }))
  }
}

type Places = {
  readonly texts: number
  /** Sorted, so that words with the same prefix are adjacent. */
  readonly words: readonly string[]
  /** For each word, the indexes of its texts, each followed by the number of occurrences. */
  readonly counts: readonly Uint32Array[]
}

/** Builds an inverted index, so that a query reads only words with its prefix: a few percent of all texts. */
function placesOf(texts: readonly string[]): Places {
  const places = new Map<string, Map<number, number>>()
  for (const [at, text] of texts.entries()) {
    for (const word of wordsOf(text)) {
      const counts = places.get(word) ?? new Map<number, number>()
      places.set(word, counts.set(at, (counts.get(at) ?? 0) + 1))
    }
  }
  const words = [...places.keys()].sort()
  const counts = words.map((word) => Uint32Array.from([...(places.get(word) ?? [])].flat()))
  return { texts: texts.length, words, counts }
}

/**
 * Returns the singular of an English plural: `code` for `codes`, `country` for `countries`. Returns null for other words.
 * It matches whole words only, because `cor` of `cors` begins words such as `correct`.
 */
function singularOf(word: string): string | null {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : null
}

/**
 * Returns how often each text contains words that begin with the word of the query, or its singular. Whole-word matches
 * score higher than prefix matches.
 */
function matches({ texts, words, counts }: Places, query: string): Float64Array {
  const hits = new Float64Array(texts)
  const add = (index: number, weight: number) => {
    const pairs = counts[index] ?? new Uint32Array()
    for (let at = 0; at < pairs.length; at += 2) {
      const text = pairs[at] ?? 0
      hits[text] = (hits[text] ?? 0) + weight * (pairs[at + 1] ?? 0)
    }
  }
  for (let i = firstFrom(words, query); words[i]?.startsWith(query); i++) {
    add(i, words[i] === query ? wholeWord : 1)
  }
  const singular = singularOf(query)
  if (singular !== null) {
    const place = firstFrom(words, singular)
    if (words[place] === singular) add(place, wholeWord)
  }
  return hits
}

/** Returns the index of the first word that does not sort before the query. */
function firstFrom(words: readonly string[], query: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < query) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return low
}

/** Returns a score from 0 (no match) up to `wholeWord`. */
const saturate = (count: number): number => (count * wholeWord) / (count + saturation)

/** Returns the sum over all words for each text, or 0 unless every word matches. */
function totalsOf([first = new Float64Array(), ...others]: readonly Float64Array[]): Float64Array {
  return first.map((score, at) => {
    let total = score
    for (const scores of others) {
      const next = scores[at] ?? 0
      if (next === 0) return 0
      total = total === 0 ? 0 : total + next
    }
    return total
  })
}

const excerptCharacters = 160

/**
 * Returns a function that extracts the text around the first matching word. Work that depends only on the text is done
 * once, because texts are as long as a guide's section.
 */
function excerptsOf(text: string): (words: readonly string[]) => string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const lower = flat.toLowerCase()
  return (words) => excerptOf(flat, lower, words)
}

/** Returns the index of the first word that begins with `word`, or null. */
function placeOf(lower: string, word: string | null): number | null {
  if (word === null) return null
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(lower[at - 1] ?? ' ')) return at
  }
  return null
}

function excerptOf(flat: string, lower: string, words: readonly string[]): string {
  const places = words.flatMap(
    (word) => placeOf(lower, word) ?? placeOf(lower, singularOf(word)) ?? [],
  )
  const first = Math.max(0, Math.min(...places, flat.length) - excerptCharacters / 4)
  const start = first === 0 || places.length === 0 ? 0 : flat.indexOf(' ', first) + 1
  const end = start + excerptCharacters
  const cut =
    end < flat.length ? `${flat.slice(start, flat.lastIndexOf(' ', end))} …` : flat.slice(start)
  return start === 0 ? cut : `… ${cut}`
}
