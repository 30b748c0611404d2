// Effects of a change on a part, in words. Shared by the page's script and the server.
import type { ChangesMade } from '../../../domain/measurement/part-changes.ts'
import type { PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import { sizeIn } from '../../base/size-texts.ts'
import { defaultLanguage } from '../../languages/languages.ts'
import type { ScriptWords } from '../../languages/script-words.ts'
import { volumeTexts } from '../parts/volume-texts.ts'

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
export function changeSentences(words: ScriptWords, view: ChangeView): readonly string[] {
  const { asked } = view.made
  return [
    ...(asked.orient ? [orientSentence(words, view)] : []),
    ...(asked.wallMm !== null ? [hollowSentence(words, view, asked.wallMm)] : []),
    ...(view.made.isTurned || view.made.wallMm !== null ? [words.text('changed.file')] : []),
  ]
}

function orientSentence(
  words: ScriptWords,
  { made, heightMm: [before, after], overhangMm2 }: ChangeView,
): string {
  if (!made.isTurned) return words.text('changed.liesWell')
  const height = { before: sizeIn(words, before), after: sizeIn(words, after) }
  if (overhangMm2 === null) return words.text('changed.turned', height)
  const [areaBefore, areaAfter] = overhangMm2
  return words.text('changed.turnedOverhangs', {
    ...height,
    areaBefore: areaText(words, areaBefore),
    areaAfter: areaText(words, areaAfter),
  })
}

const areaText = (words: ScriptWords, mm2: number): string => `${words.fixed(mm2 / 100, 1)} cm²`

function hollowSentence(words: ScriptWords, { made, price }: ChangeView, askedMm: number): string {
  if (made.wallMm === null) return refusalText(words, made)
  const wall = sizeIn(words, made.wallMm)
  const change =
    made.wallMm < askedMm
      ? words.text('changed.thinner', { wall, asked: sizeIn(words, askedMm) })
      : words.text('changed.hollow', { wall })
  return price === null ? `${change}.` : savingText(words, change, price)
}

/** The geometry core states the reason in English only. */
const refusalText = (words: ScriptWords, { refusal }: ChangesMade): string =>
  words.language === defaultLanguage && refusal !== null
    ? refusal
    : words.text('changed.notHollowed')

function savingText(
  words: ScriptWords,
  change: string,
  [before, after]: BeforeAfter<PriceExplanation>,
): string {
  const grams = before.price.gramsPerPart - after.price.gramsPerPart
  const cents = before.price.printCents - after.price.printCents
  // An unknown volume must not be reported as "less than a gram".
  const [note] = after.mesh === null ? [] : volumeTexts(words, after.mesh.volume)
  if (grams <= 0 && note !== undefined) return words.text('changed.savesNoWeight', { change, note })
  const weight =
    grams > 0
      ? words.text('changed.grams', { grams: words.number(grams) })
      : words.text('changed.lessThanGram')
  if (cents > 0) return words.text('changed.saves', { change, weight, amount: words.money(cents) })
  return after.minimumCents > 0
    ? words.text('changed.minimum', { change, weight })
    : words.text('changed.samePrice', { change, weight })
}
