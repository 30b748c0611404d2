// Prompt enhancement without a server: the caller's words, followed by phrases that make the object printable.
import type { Enhancement } from '../../domain/generation/engine/language.ts'

/** Longest prompt that a language model may return. */
export const maxEnhancedCharacters = 1_000

const hangs =
  /\b(?:rings?|earrings?|pendants?|necklaces?|bracelets?|ornaments?|keychains?|key ?rings?|masks?|hooks?|clips?|mounts?|balls?|spheres?|planes?|aeroplanes?|rockets?|birds?|fish|drones?)\b/i
const thin =
  /\b(?:hairs?|fur|feathers?|wings?|antennae?|swords?|spears?|leaf|leaves|trees?|branches|chains?|ropes?|whiskers|flowers?|petals?|spikes?|horns?|antlers?|lace|lattice|insects?|spiders?)\b/i
const figures =
  /\b(?:figures?|figurines?|characters?|person|people|m[ae]n|wom[ae]n|knights?|warriors?|wizards?|robots?|animals?|cats?|dogs?|dragons?|horses?|monsters?|statues?|miniatures?|busts?)\b/i
const lettering =
  /\b(?:text|letters?|lettering|words?|names?|logos?|engrav\w*|inscri\w*|sign|plaque)\b/i
const hollow =
  /\b(?:vases?|pots?|cups?|mugs?|bowls?|box(?:es)?|cases?|containers?|planters?|lamps?|shades?|holders?)\b/i
const detail =
  /\b(?:detailed|intricate|ornate|realistic|elaborate|complex|filigree|baroque|gothic|mechanical|gears?|steampunk|city|castle|cathedral|scene|diorama|armou?r|engine)\b/gi

const conditional = [
  [hollow, 'walls at least 2 mm thick all round'],
  [thin, 'thin parts thickened to at least 2 mm and joined to the body'],
  [figures, 'limbs and accessories fused to the body, feet on a base'],
  [lettering, 'letters raised at least 1 mm and 1 mm wide'],
] as const

export function enhanceByRules(prompt: string, style: string | null): Enhancement {
  const constraints = [
    'one solid, watertight body without loose parts',
    'no wall thinner than 1.2 mm',
    ...conditional.flatMap(([pattern, constraint]) => (pattern.test(prompt) ? [constraint] : [])),
    ...(hangs.test(prompt) ? [] : ['a flat underside to stand on']),
    'overhangs of at most 45 degrees where the shape allows it',
  ]
  // Not cut here: an engine that accepts less adds a note to the result.
  const wish = style === null ? prompt : `${prompt}, ${style} style`
  return {
    enhancedPrompt: `${wish}. For 3D printing: ${constraints.join('; ')}.`,
    addedConstraints: constraints,
    complexity: complexityOf(prompt),
  }
}

/** Estimates the complexity from the length and from words that request detail. */
export function complexityOf(prompt: string): Enhancement['complexity'] {
  const words = prompt.split(/\s+/).length
  const wishes = new Set(prompt.toLowerCase().match(detail) ?? []).size
  const weight = wishes + Math.floor(words / 20)
  if (weight >= 2) return 'complex'
  return weight === 1 || words > 8 ? 'moderate' : 'simple'
}
