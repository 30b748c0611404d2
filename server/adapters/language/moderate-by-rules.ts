// Moderation without a server: a word list with categories. It sees words only, no pictures; it is also the first check when
// a server is configured, because moderation servers have no category for parts of weapons.
import type { Moderation } from '../../domain/generation/engine/language.ts'
import {
  artNudity,
  artworks,
  type Category,
  harmlessPhrases,
  livingPeople,
  minorWords,
  misspellings,
  refusedPatterns,
  suggestiveWords,
} from './moderation-words.ts'
import { spellingsOf } from './spellings.ts'

const anyOf = (parts: readonly string[]) => new RegExp(`\\b(?:${parts.join('|')})\\b`, 'g')

const harmlessPattern = anyOf(harmlessPhrases)
const minors = anyOf([minorWords])
const suggestive = anyOf(suggestiveWords)
const works = anyOf(artworks)
const nudityOfWorks = anyOf(artNudity)
const living = anyOf(livingPeople)
const matched = ['sexual', 'violence', 'weapons', 'hate', 'fraud'] as const
const refused = {
  sexual: anyOf(refusedPatterns.sexual),
  violence: anyOf(refusedPatterns.violence),
  weapons: anyOf(refusedPatterns.weapons),
  hate: anyOf(refusedPatterns.hate),
  fraud: anyOf(refusedPatterns.fraud),
}
const corrections = misspellings.map(([wrong, right]) => [anyOf([wrong]), right] as const)

export function moderateByRules(text: string): Moderation {
  const category = refusedCategory(text)
  return category === null ? { kind: 'allowed' } : { kind: 'refused', reason: reasons[category] }
}

export const reasons = {
  minors: 'The prompt puts minors in a sexual context.',
  sexual: 'The prompt asks for sexual content or nudity. Describe something else.',
  violence: 'The prompt asks for graphic violence or self-harm. Describe something else.',
  weapons: 'The prompt asks for a weapon or a part of one. Describe something else.',
  hate: 'The prompt asks for hateful content. Describe something else.',
  fraud: 'The prompt asks for a tool for fraud. Describe something else.',
} as const satisfies Record<Category, string>

function refusedCategory(text: string): Category | null {
  const categories = new Set([...spellingsOf(text)].flatMap(categoriesIn))
  for (const category of ['minors', 'sexual', 'weapons', 'hate', 'violence', 'fraud'] as const) {
    if (categories.has(category)) return category
  }
  return null
}

const has = (text: string, pattern: RegExp) => text.search(pattern) >= 0

function categoriesIn(words: string): readonly Category[] {
  const correct = corrections.reduce((text, [wrong, right]) => text.replaceAll(wrong, right), words)
  const isMinor = has(correct, minors)
  const rest = withoutArt(correct, isMinor).replaceAll(harmlessPattern, ' ; ')
  const matches = matched.filter((category) => has(rest, refused[category]))
  // Words for young people are matched in the whole text: a harmless phrase next to them does not remove them.
  const isSexual = matches.includes('sexual') || has(rest, suggestive)
  return isMinor && isSexual ? ['minors', ...matches] : matches
}

/** Without the nudity of a work of art that the text names, unless it names young or living people as well. */
function withoutArt(words: string, isMinor: boolean): string {
  const isArt = !isMinor && has(words, works) && !has(words, living)
  return isArt ? words.replaceAll(nudityOfWorks, ' ; ') : words
}
