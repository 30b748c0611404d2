// Price of a part, explained line by line. Rendered by the server and by the page's script.

import { infillRange } from '../../../domain/catalog/options.ts'
import type { PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import { minimumCentsPerPart, overtimeCentsPerHour } from '../../../domain/pricing/subtotal.ts'
import { volumeIn } from '../../base/size-texts.ts'
import type { ScriptWords } from '../../languages/script-words.ts'
import { volumeTexts } from '../parts/volume-texts.ts'
import { postagePhrase } from './postage-text.ts'
import { sliceComparison } from './slice-comparison.ts'

export type PriceView = {
  readonly explanation: PriceExplanation
  /** Print subtotals of the page's other parts, which share the postage. */
  readonly otherCents: number
  readonly shippingCents: number
  readonly totalCents: number
  /** Sentence on supports or a changed orientation. Omitted if neither applies. */
  readonly printed?: string | null
  /** Reason why the part is excluded from the total. Empty or omitted for an included part. */
  readonly note?: string
}

type PriceLinesProps = {
  readonly words: ScriptWords
  readonly view: PriceView
  readonly parts: number
}

export function PriceLines({ words, view, parts }: PriceLinesProps) {
  const { explanation, otherCents, printed = null, note = '' } = view
  const { price } = explanation
  return (
    <>
      <dl class="sum">
        <div>
          <dt>{`${partsPriceText(words, explanation)}${note === '' ? '' : `, ${note}`}`}</dt>
          <dd class="sum-value" id="print-price">
            {words.money(price.printCents)}
          </dd>
        </div>
        {parts > 1 ? <OtherLine words={words} count={parts - 1} cents={otherCents} /> : ''}
      </dl>
      {printed === null ? '' : <p class="hint">{printed}</p>}
    </>
  )
}

type NoPriceProps = {
  readonly words: ScriptWords
  readonly text: string
  readonly others: number
  readonly otherCents: number
}

/** Text in place of the price lines: the reason why the part has no price, and the cost of the other parts. */
export function NoPrice({ words, text, others, otherCents }: NoPriceProps) {
  return (
    <>
      <p class="muted empty">{text}</p>
      {others > 0 && (
        <dl class="sum">
          <OtherLine words={words} count={others} cents={otherCents} />
        </dl>
      )}
    </>
  )
}

type OtherLineProps = {
  readonly words: ScriptWords
  readonly count: number
  readonly cents: number
}

function OtherLine({ words, count, cents }: OtherLineProps) {
  return (
    <div>
      <dt>{words.text('sum.others', { count })}</dt>
      <dd class="sum-value">{words.money(cents)}</dd>
    </div>
  )
}

/** Returns the subtotal in words. It is rounded once, so it is not always a multiple of a part's price. */
function partsPriceText(
  words: ScriptWords,
  { price, quantity, perPartCents }: PriceExplanation,
): string {
  if (quantity === 1) return words.text('sum.thisPart')
  const amount = words.money(perPartCents)
  return perPartCents * quantity === price.printCents
    ? `${amount} × ${words.count(quantity)}`
    : words.text('sum.parts', { quantity: words.count(quantity), amount })
}

type WhyProps = {
  readonly words: ScriptWords
  readonly view: PriceView
  readonly country: string
}

export function WhyThisPrice({ words, view, country }: WhyProps) {
  const { explanation, shippingCents } = view
  const { price, minimumCents, overtimeCents, discountCents, discountPercent } = explanation
  // If the minimum applies, it also cancels out the discount.
  const isRounded =
    ((explanation.materialCents + overtimeCents) * discountPercent) % 100 !== 0 ||
    isMaterialRounded(explanation)
  return (
    <table class="why">
      <caption class="visually-hidden">{words.text('why.caption')}</caption>
      <tbody>
        <Row
          name={words.text('why.weight')}
          terms={weightTerms(words, explanation)}
          result={`${words.number(price.gramsPerPart)} g`}
        />
        <Row
          name={words.text('editor.material')}
          terms={materialTerms(words, explanation)}
          result={words.money(explanation.materialCents)}
        />
        {overtimeCents > 0 ? (
          <Row
            name={words.text('why.machine')}
            terms={words.text('why.machineTerms', { amount: words.money(overtimeCentsPerHour) })}
            result={words.money(overtimeCents)}
          />
        ) : (
          ''
        )}
        {discountPercent > 0 && minimumCents === 0 ? (
          <Row
            name={words.text('why.discount')}
            terms={words.text(isRounded ? 'why.discountRounded' : 'break.off', {
              percent: words.exact(discountPercent),
            })}
            result={words.lessMoney(-discountCents)}
          />
        ) : (
          ''
        )}
        {minimumCents > 0 ? (
          <Row
            name={words.text('why.minimum')}
            terms={words.text('why.minimumTerms', { amount: words.money(minimumCentsPerPart()) })}
            result={`+${words.money(minimumCents + discountCents)}`}
          />
        ) : (
          ''
        )}
        <Row name={words.text('why.print')} terms="" result={words.money(price.printCents)} />
        <Row
          name={words.text('why.postage')}
          terms={words.text('why.postageTerms', {
            country: words.country(country),
            amount: words.money(explanation.postageFreeFromCents),
          })}
          result={postagePhrase(words, shippingCents)}
        />
      </tbody>
      {explanation.mesh === null ? '' : <Accuracy words={words} />}
    </table>
  )
}

/** Explains how the weight of a mesh is estimated, and the measured error of the estimate. */
function Accuracy({ words }: { readonly words: ScriptWords }) {
  const { slicer, models, slices, medianPercent, lowPercent, highPercent } = sliceComparison
  return (
    <tfoot>
      <tr>
        <td colspan="2" class="accuracy">
          {words.text('why.accuracy', {
            slices: words.count(slices),
            models: words.count(models),
            slicer,
            min: words.exact(infillRange.min),
            max: words.exact(infillRange.max),
            typical: offText(words, medianPercent),
            low: offText(words, lowPercent),
            high: offText(words, highPercent),
          })}
        </td>
      </tr>
    </tfoot>
  )
}

function offText(words: ScriptWords, value: number): string {
  if (value === 0) return words.text('why.equal')
  const percent = words.exact(Math.abs(value))
  return words.text(value < 0 ? 'why.below' : 'why.above', { percent })
}

function Row({ name, terms, result }: { name: string; terms: string; result: string }) {
  return (
    <tr>
      <th scope="row">
        {name}
        {terms === '' ? '' : <span class="hint">{terms}</span>}
      </th>
      <td>{result}</td>
    </tr>
  )
}

function weightTerms(words: ScriptWords, { mesh, densityHundredths }: PriceExplanation): string {
  if (mesh === null) return words.text('why.slicerWeight')
  const terms = words.text('why.weightTerms', {
    volume: volumeIn(words, mesh.volumeCm3),
    percent: words.fixed(mesh.solidPerMille / 10, mesh.solidPerMille % 10 === 0 ? 0 : 1),
    density: words.fixed(densityHundredths / 100, 2),
  })
  return [terms, ...volumeTexts(words, mesh.volume)].join('. ')
}

function materialTerms(words: ScriptWords, explanation: PriceExplanation): string {
  const { price, rate, factorPercent, quantity } = explanation
  const amount = words.money(rate.centsPerGram)
  const terms = [
    `${words.number(price.gramsPerPart)} g`,
    rate.customColor ? words.text('why.customRate', { amount }) : amount,
    ...(factorPercent === 100
      ? []
      : [words.text('why.premium', { factor: words.exact(factorPercent / 100) })]),
    ...(quantity === 1 ? [] : [words.count(quantity)]),
  ]
  const sum = terms.join(' × ')
  return isMaterialRounded(explanation) ? words.text('why.rounded', { sum }) : sum
}

/** Whether the material cost was rounded. Only the premium factor produces fractions of a cent. */
const isMaterialRounded = ({ price, rate, factorPercent, quantity }: PriceExplanation): boolean =>
  (price.gramsPerPart * rate.centsPerGram * factorPercent * quantity) % 100 !== 0
