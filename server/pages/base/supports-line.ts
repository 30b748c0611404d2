// How a part is printed, in one line: "Printed with supports: about 9 g, 12 min".
import type { Material } from '../../domain/catalog/options.ts'
import type { ChosenSupports } from '../../domain/farm/line-supports.ts'
import type { PartSupports } from '../../domain/measurement/supports.ts'
import {
  aboutGrams,
  restsOnNothing,
  supportsGrams,
  supportsReason,
} from '../../domain/measurement/supports-text.ts'
import { durationText } from './duration.ts'

/** Figures of one part. Without a full stop. */
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

/** For operators: the line, and why it was decided so. */
export const supportsWithReason = (supports: PartSupports, material: Material): string =>
  `${supportsLine(supports, material)}. ${supportsReason(supports)}`

/** For operators: as it was decided, and what one of them chose instead. */
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

/** `decided`: what the operator overruled; null = not known. */
export function chosenText(chosen: boolean, decided: PartSupports | null): string {
  const text = `As designed, ${chosen ? 'with' : 'without'} supports, as an operator chose.`
  const risk = chosen || decided === null ? null : restsOnNothing(decided)
  return risk === null ? text : `${text} ${risk}`
}

/** For customers: nothing about a part that is printed without a turn or supports. */
export const customerSupports = (supports: PartSupports, material: Material): string | null =>
  supports.decision === 'none' ? null : supportsLine(supports, material)

/** A sentence for customers, next to a price that has no supports. */
export function pricedSupports(supports: PartSupports, material: Material): string | null {
  const line = customerSupports(supports, material)
  if (line === null) return null
  return supports.decision === 'supports' ? `${line}, at no extra charge.` : `${line}.`
}
