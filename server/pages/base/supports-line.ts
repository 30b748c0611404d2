// Print settings of a part in one line: "Printed with supports: about 9 g, 12 min".
import type { Material } from '../../domain/catalog/options.ts'
import type { ChosenSupports } from '../../domain/farm/line-supports.ts'
import type { PartSupports } from '../../domain/measurement/supports.ts'
import {
  aboutGrams,
  restsOnNothing,
  supportsGrams,
  supportsReason,
} from '../../domain/measurement/supports-text.ts'
import type { ScriptWords } from '../languages/script-words.ts'
import { durationIn, durationText } from './duration.ts'

/** Returns the line for customers in the language of their page; null for a part that is printed without reorientation or supports. */
export function supportsText(
  words: ScriptWords,
  supports: PartSupports,
  material: Material,
): string | null {
  if (supports.decision === 'none') return null
  if (supports.decision === 'turn') return words.text('supports.turned')
  const grams = supportsGrams(supports, material)
  if (grams === null || supports.seconds === null) return words.text('supports.printed')
  const weight =
    grams < 0.5
      ? words.text('units.lessThanGram')
      : words.text('units.aboutGrams', { grams: words.count(Math.round(grams)) })
  return words.text('supports.figures', { weight, time: durationIn(words, supports.seconds) })
}

/** Returns the figures of one part, without a period. */
export function supportsLine(supports: PartSupports, material: Material): string {
  const grams = supportsGrams(supports, material)
  switch (supports.decision) {
    case 'supports':
      return grams === null || supports.seconds === null
        ? 'Printed with supports'
        : `Printed with supports: ${aboutGrams(grams)}, ${durationText(supports.seconds)}`
    case 'turn':
      return 'Turned for printing, without supports'
    case 'none':
      return 'Printed as designed, without supports'
  }
}

/** Returns the line with the reason for the decision, for operators. */
export const supportsWithReason = (supports: PartSupports, material: Material): string =>
  `${supportsLine(supports, material)}. ${supportsReason(supports)}`

/** Returns the automatic decision and an operator's override, for operators. */
export function supportsOnPlates(
  supports: PartSupports | null,
  material: Material,
  chosen: ChosenSupports,
): string | null {
  const decided = supports === null ? null : supportsWithReason(supports, material)
  if (chosen === null) return decided
  if (chosen !== 'mixed') return chosenText(chosen, supports)
  return `${decided === null ? '' : `${decided} `}An operator chose otherwise for some of its plates: see the print jobs.`
}

/** `decided`: the decision that the operator overrode, or null if unknown. */
export function chosenText(chosen: boolean, decided: PartSupports | null): string {
  const text = `As designed, ${chosen ? 'with' : 'without'} supports, as an operator chose.`
  const risk = chosen || decided === null ? null : restsOnNothing(decided)
  return risk === null ? text : `${text} ${risk}`
}

/** Returns a sentence for customers, next to a price without supports. */
export function pricedSupports(
  words: ScriptWords,
  supports: PartSupports,
  material: Material,
): string | null {
  const printed = supportsText(words, supports, material)
  if (printed === null) return null
  return supports.decision === 'supports'
    ? words.text('supported.free', { printed })
    : `${printed}.`
}
