// Effects of a change on a part, in words. Shared by the page's script and the server.
import type { ChangesMade } from '../../../domain/measurement/part-changes.ts'
import { sizeText } from '../../../domain/models/size-text.ts'
import type { PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import { money } from '../../base/money.ts'

/** Value before and after the changes. */
type BeforeAfter<T> = readonly [before: T, after: T]

export type ChangeView = {
  readonly made: ChangesMade
  readonly heightMm: BeforeAfter<number>
  /** Area of the overhangs, with or without supports. null unless it is known both before and after. */
  readonly overhangMm2: BeforeAfter<number> | null
  /** null for a part without a price. */
  readonly price: BeforeAfter<PriceExplanation> | null
}

/** Returns a sentence per change. */
export function changeSentences(view: ChangeView): readonly string[] {
  const { asked } = view.made
  return [
    ...(asked.orient ? [orientSentence(view)] : []),
    ...(asked.wallMm !== null ? [hollowSentence(view, asked.wallMm)] : []),
    ...(view.made.isTurned || view.made.wallMm !== null ? [fileSentence] : []),
  ]
}

const fileSentence =
  'The basket gets the changed part as an STL file. Your own file stays as it is.'

function orientSentence({ made, heightMm: [before, after], overhangMm2 }: ChangeView): string {
  if (!made.isTurned) return 'The part already lies on its best face, so it was not turned.'
  const height = `height ${sizeText(before)} → ${sizeText(after)}`
  const overhang =
    overhangMm2 === null
      ? ''
      : `, overhangs ${areaText(overhangMm2[0])} → ${areaText(overhangMm2[1])}`
  return `Turned onto its best face: ${height}${overhang}.`
}

const areaText = (mm2: number): string =>
  `${(mm2 / 100).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} cm²`

function hollowSentence({ made, price }: ChangeView, askedMm: number): string {
  if (made.wallMm === null) return made.refusal ?? 'Not hollowed: no cavity fits inside.'
  const wall =
    made.wallMm < askedMm
      ? `Hollow with walls of ${sizeText(made.wallMm)}, because no cavity fits behind ${sizeText(askedMm)}`
      : `Hollow with walls of ${sizeText(made.wallMm)}`
  return price === null ? `${wall}.` : `${wall}: ${savingText(price)}.`
}

function savingText([before, after]: BeforeAfter<PriceExplanation>): string {
  const grams = before.price.gramsPerPart - after.price.gramsPerPart
  const cents = before.price.printCents - after.price.printCents
  // An unknown volume must not be reported as "less than a gram".
  const [unknown] = after.mesh?.notes ?? []
  if (grams <= 0 && unknown !== undefined) return `saves no weight. ${unknown.replace(/[.]$/, '')}`
  const weight =
    grams > 0 ? `saves ${grams.toLocaleString('en-US')} g a part` : 'saves less than a gram a part'
  if (cents > 0) return `${weight} and ${money(cents)}`
  return after.minimumCents > 0
    ? `${weight}, but the price stays at the minimum`
    : `${weight}, and the price stays the same`
}
