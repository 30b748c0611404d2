// Moderation without a server: a word list with categories. It sees words only, no pictures; it is also the first check when
// a server is configured, because moderation servers have no category for parts of weapons.
import type { Moderation } from '../../domain/generation/engine/language.ts'
import { type Category, harmlessPhrases, minorWords, refusedPatterns } from './moderation-words.ts'

const anyOf = (parts: readonly string[]) => new RegExp(`\\b(?:${parts.join('|')})\\b`, 'g')

const harmless = anyOf(harmlessPhrases)
const minors = anyOf([minorWords])
const refused = {
  sexual: anyOf(refusedPatterns.sexual),
  violence: anyOf(refusedPatterns.violence),
  weapons: anyOf(refusedPatterns.weapons),
  hate: anyOf(refusedPatterns.hate),
}

/** Texts are short (a prompt and a style); the rest of a longer one is not checked. */
const maxCharacters = 4_000

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
} as const satisfies Record<Category, string>

function refusedCategory(text: string): Category | null {
  const spellings = [plainWords(text), plainWords(unmasked(text))]
  const categories = new Set(spellings.flatMap(categoriesIn))
  for (const category of ['minors', 'sexual', 'weapons', 'hate', 'violence'] as const) {
    if (categories.has(category)) return category
  }
  return null
}

function categoriesIn(words: string): readonly Category[] {
  const rest = words.replaceAll(harmless, ' ; ')
  const has = (pattern: RegExp) => rest.search(pattern) >= 0
  const matches = (['sexual', 'violence', 'weapons', 'hate'] as const).filter((category) =>
    has(refused[category]),
  )
  // Words for young people are matched in the whole text: a harmless phrase next to them does not remove them.
  const isMinors = matches.includes('sexual') && words.search(minors) >= 0
  return isMinors ? ['minors', ...matches] : matches
}

/** Lower-case Latin letters and digits with single spaces: no accents, no width or look-alike forms, no punctuation. */
function plainWords(text: string): string {
  return text
    .slice(0, maxCharacters)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll('%', ' percent ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Undoes the usual disguises: digits for letters inside a word, and spaced letters ("n u d e s"). */
function unmasked(text: string): string {
  return text
    .slice(0, maxCharacters)
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[013457@$!]|[013457@$!](?=\p{L})/gu, (sign) => disguises[sign] ?? sign)
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[\s._*-]+){2,}\p{L}(?![\p{L}\p{N}])/gu, (letters) =>
      letters.replaceAll(/[\s._*-]+/g, ''),
    )
}

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
