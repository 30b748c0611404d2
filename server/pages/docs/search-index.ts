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
  return (query, limit) => {
    const words = [...new Set(wordsOf(query.slice(0, maxCharacters)))].slice(0, maxWords)
    if (words.length === 0) return []
    const scores = words.map((word) => {
      const [inTitles, inTexts] = [matches(titles, word), matches(texts, word)]
      return (at: number) => inTitle * saturated(inTitles.get(at)) + saturated(inTexts.get(at))
    })
    return entries
      .map((entry, at) => ({ entry, score: totalOf(scores, at) * entry.weight }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1))
      .slice(0, limit)
      .map(({ entry: { title, page, path, text } }) => ({
        title,
        page,
        path,
        excerpt: excerptOf(text, words),
      }))
  }
}

/** By word: how often it occurs in each text, by the text's number. */
type Places = ReadonlyMap<string, ReadonlyMap<number, number>>

/** Inverted, because a query reads only what begins with its words: some hundredths of all texts. */
function placesOf(texts: readonly string[]): Places {
  const places = new Map<string, Map<number, number>>()
  for (const [at, text] of texts.entries()) {
    for (const word of wordsOf(text)) {
      const counts = places.get(word) ?? new Map<number, number>()
      places.set(word, counts.set(at, (counts.get(at) ?? 0) + 1))
    }
  }
  return places
}

/** By number of the text: how often it has the word, more for whole words than for beginnings of one. */
function matches(places: Places, query: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [word, counts] of places) {
    if (!word.startsWith(query)) continue
    const weight = word === query ? wholeWord : 1
    for (const [at, count] of counts) found.set(at, (found.get(at) ?? 0) + weight * count)
  }
  return found
}

/** 0 without a match, and at most `wholeWord`. */
const saturated = (count = 0): number => (count * wholeWord) / (count + saturation)

/** 0 unless every word is found. */
function totalOf(scores: readonly ((at: number) => number)[], at: number): number {
  let total = 0
  for (const scoreOf of scores) {
    const score = scoreOf(at)
    if (score === 0) return 0
    total += score
  }
  return total
}

const excerptCharacters = 160

function excerptOf(text: string, words: readonly string[]): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const lower = flat.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const first = Math.max(0, Math.min(...places, flat.length) - excerptCharacters / 4)
  const start = first === 0 || places.length === 0 ? 0 : flat.indexOf(' ', first) + 1
  const end = start + excerptCharacters
  const cut =
    end < flat.length ? `${flat.slice(start, flat.lastIndexOf(' ', end))} …` : flat.slice(start)
  return start === 0 ? cut : `… ${cut}`
}
