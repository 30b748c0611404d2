// Finds the documentation passages that answer a question: BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework: BM25 and Beyond", 2009) over about a hundred passages in memory, plus a measure of how much of the
// question a passage covers.
import { searchTermsOf } from './terms.ts'

/** A section of a public page under one heading. */
export type Passage = {
  readonly title: string
  /** Path of the page with the heading's anchor: `/refunds#...`. */
  readonly path: string
  /** Plain text. Lines that begin with "- " are list items. */
  readonly text: string
  /** `programs`: the API reference, which ranks below texts for customers. */
  readonly audience: 'customers' | 'programs'
  /** Words that occur in questions about the passage but not in its text. */
  readonly keywords?: string
}

export type FoundPassage = Passage & { readonly score: number }

export type HelpIndex = {
  /** Returns the best matches first, at most `limit`; empty if nothing matches well enough. */
  readonly find: (question: string, limit: number) => readonly FoundPassage[]
}

/** The usual BM25 constants: saturation of repeated terms, and the discount of long passages. */
const saturation = 1.2
const lengthShare = 0.75
/** A heading names the topic of its passage. */
const titleWeight = 3
const programsWeight = 0.5
/** Terms of questions for which the API reference ranks as high as other texts. */
const programTerms = new Set(
  ['API', 'endpoint', 'JSON', 'HTTP', 'REST', 'curl', 'field', 'request body'].flatMap(
    searchTermsOf,
  ),
)
/** Minimum share of the question's term weight that a passage must cover to be an answer. */
const leastCoverage = 0.5
/** Further passages are shown if their score is at least this share of the best. */
const leastShareOfBest = 0.75

type Indexed = {
  readonly passage: Passage
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

export function createHelpIndex(passages: readonly Passage[]): HelpIndex {
  const indexed = passages.map(indexOf)
  const averageLength = indexed.reduce((sum, { length }) => sum + length, 0) / (indexed.length || 1)
  const holders = new Map<string, number>()
  for (const { counts } of indexed) {
    for (const term of counts.keys()) holders.set(term, (holders.get(term) ?? 0) + 1)
  }
  const weightOf = (term: string): number => {
    const holding = holders.get(term) ?? 0
    return Math.log(1 + (indexed.length - holding + 0.5) / (holding + 0.5))
  }
  return {
    find: (question, limit) => {
      const terms = [...new Set(searchTermsOf(question))].map(
        (term) => [term, weightOf(term)] as const,
      )
      const whole = terms.reduce((sum, [, weight]) => sum + weight, 0)
      const isForPrograms = terms.length > 2 && terms.some(([term]) => programTerms.has(term))
      const ofPrograms = isForPrograms ? 1 : programsWeight
      const matches = indexed
        .filter(({ counts }) => coverage(terms, counts) >= leastCoverage * whole)
        .map((entry) => ({
          ...entry.passage,
          score:
            scoreOf(entry, terms, averageLength) *
            (entry.passage.audience === 'programs' ? ofPrograms : 1),
        }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      const best = matches[0]?.score ?? 0
      return matches.filter(({ score }) => score >= leastShareOfBest * best).slice(0, limit)
    },
  }
}

function indexOf(passage: Passage): Indexed {
  const { title, text, keywords = '' } = passage
  const heading = searchTermsOf(title)
  const terms = [
    ...Array.from({ length: titleWeight }, () => heading).flat(),
    ...searchTermsOf(keywords),
    ...searchTermsOf(text),
  ]
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { passage, counts, length: terms.length }
}

type Weighted = readonly (readonly [term: string, weight: number])[]

const coverage = (terms: Weighted, counts: ReadonlyMap<string, number>): number =>
  terms.reduce((sum, [term, weight]) => sum + (counts.has(term) ? weight : 0), 0)

function scoreOf({ counts, length }: Indexed, terms: Weighted, average: number): number {
  const norm = saturation * (1 - lengthShare + (lengthShare * length) / average)
  return terms.reduce((sum, [term, weight]) => {
    const count = counts.get(term) ?? 0
    return sum + (weight * count * (saturation + 1)) / (count + norm)
  }, 0)
}
