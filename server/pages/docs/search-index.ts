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

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export function createSearchIndex(entries: readonly SearchEntry[]): SearchIndex {
  const indexed = entries.map((entry) => ({
    entry,
    titleWords: wordsOf(entry.title),
    textWords: wordsOf(entry.text),
  }))
  return (query, limit) => {
    const words = [...new Set(wordsOf(query))].slice(0, maxWords)
    if (words.length === 0) return []
    return indexed
      .map(({ entry, titleWords, textWords }) => {
        const scores = words.map(
          (word) => inTitle * matches(titleWords, word) + matches(textWords, word),
        )
        const found = scores.every((score) => score > 0)
        return { entry, score: found ? sum(scores) * entry.weight : 0 }
      })
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

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** 0 without a match, and at most `wholeWord`. */
function matches(words: readonly string[], query: string): number {
  let count = 0
  for (const word of words) {
    if (word === query) count += wholeWord
    else if (word.startsWith(query)) count += 1
  }
  return (count * wholeWord) / (count + saturation)
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
