// Moderation without a server: a word list with categories. It checks only words, not pictures. It is also the first check when a server
// is configured, because moderation servers have no category for parts of weapons.
import type { Moderation, RefusedCategory } from '../../domain/generation/engine/language.ts'
import {
  artNudity,
  artworks,
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
  if (category === null) return { kind: 'allowed' }
  return { kind: 'refused', part: 'text', found: { by: 'rules', category } }
}

function refusedCategory(text: string): RefusedCategory | null {
  const categories = new Set([...spellingsOf(text)].flatMap(categoriesIn))
  for (const category of ['minors', 'sexual', 'weapons', 'hate', 'violence', 'fraud'] as const) {
    if (categories.has(category)) return category
  }
  return null
}

const has = (text: string, pattern: RegExp) => text.search(pattern) >= 0

function categoriesIn(words: string): readonly RefusedCategory[] {
  const correct = corrections.reduce((text, [wrong, right]) => text.replaceAll(wrong, right), words)
  const isMinor = has(correct, minors)
  const rest = withoutArt(correct, isMinor).replaceAll(harmlessPattern, ' ; ')
  const matches = matched.filter((category) => has(rest, refused[category]))
  // Words for young people are matched in the complete text, so a harmless phrase next to them does not hide them.
  const isSexual = matches.includes('sexual') || has(rest, suggestive)
  return isMinor && isSexual ? ['minors', ...matches] : matches
}

/** Removes the nudity of a work of art named in the text, unless the text also names young or living people. */
function withoutArt(words: string, isMinor: boolean): string {
  const isArt = !isMinor && has(words, works) && !has(words, living)
  return isArt ? words.replaceAll(nudityOfWorks, ' ; ') : words
}
