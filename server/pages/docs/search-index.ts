// Full-text search of the documentation in memory. A page is found when every word of the query begins a word of it, so results appear
// while the last word is still being typed; a help index (server/domain/support) ranks whole questions instead.

/** A part of a page under its own heading. */
export type SearchEntry = {
  readonly title: string
  /** The page that it is on. */
  readonly page: string
  readonly path: string
  /** Plain text. */
  readonly text: string
  /** Multiplies the score: 1 for guides, less for long lists. */
  readonly weight: number
}

export type SearchResult = {
  readonly title: string
  readonly page: string
  readonly path: string
  /** The text around the first match. */
  readonly excerpt: string
}

export type SearchIndex = (query: string, limit: number) => readonly SearchResult[]

/** A match in a title counts as much as eight in the text, and one of the whole word more than one of its beginning. */
const inTitle = 8
const wholeWord = 1.5
/** Further occurrences in one text add ever less. */
const saturation = 4
const maxWords = 8
const maxCharacters = 200

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export function createSearchIndex(entries: readonly SearchEntry[]): SearchIndex {
  const titles = placesOf(entries.map(({ title }) => title))
  const texts = placesOf(entries.map(({ text }) => text))
  const excerpts = entries.map(({ text }) => excerptsOf(text))
  return (query, limit) => {
    const words = [...new Set(wordsOf(query.slice(0, maxCharacters)))].slice(0, maxWords)
    if (words.length === 0) return []
    const totals = totalsOf(
      words.map((word) => {
        const [inTitles, inTexts] = [matches(titles, word), matches(texts, word)]
        return inTitles.map((count, at) => inTitle * saturated(count) + saturated(inTexts[at] ?? 0))
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
  /** In order of their characters, so that words with one beginning are neighbors. */
  readonly words: readonly string[]
  /** For each word, the numbers of its texts, each followed by how often the word occurs in it. */
  readonly counts: readonly Uint32Array[]
}

/** Inverted, because a query reads only what begins with its words: some hundredths of all texts. */
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

/** How often each text has the word; whole words count more than beginnings of one. */
function matches({ texts, words, counts }: Places, query: string): Float64Array {
  const hits = new Float64Array(texts)
  for (let i = firstFrom(words, query); words[i]?.startsWith(query); i++) {
    const weight = words[i] === query ? wholeWord : 1
    const pairs = counts[i] ?? new Uint32Array()
    for (let at = 0; at < pairs.length; at += 2) {
      const text = pairs[at] ?? 0
      hits[text] = (hits[text] ?? 0) + weight * (pairs[at + 1] ?? 0)
    }
  }
  return hits
}

/** The place of the first word that does not come before the query. */
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

/** 0 without a match, and at most `wholeWord`. */
const saturated = (count: number): number => (count * wholeWord) / (count + saturation)

/** The sum over all words for each text, 0 unless every word is found. */
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

/** The text around the first of some words. Work that depends on the text alone is done once: texts are as long as a guide's section. */
function excerptsOf(text: string): (words: readonly string[]) => string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const lower = flat.toLowerCase()
  return (words) => excerptOf(flat, lower, words)
}

function excerptOf(flat: string, lower: string, words: readonly string[]): string {
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const first = Math.max(0, Math.min(...places, flat.length) - excerptCharacters / 4)
  const start = first === 0 || places.length === 0 ? 0 : flat.indexOf(' ', first) + 1
  const end = start + excerptCharacters
  const cut =
    end < flat.length ? `${flat.slice(start, flat.lastIndexOf(' ', end))} …` : flat.slice(start)
  return start === 0 ? cut : `… ${cut}`
}
