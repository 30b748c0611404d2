// Price of a part, explained line by line. Rendered by the server and by the page's script.

import { volumeText } from '../../../domain/models/size-text.ts'
import type { PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import { minimumCentsPerPart, overtimeCentsPerHour } from '../../../domain/pricing/subtotal.ts'
import { money } from '../../base/money.ts'
import { countryName } from './countries.ts'
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

export function PriceLines({ view, parts }: { view: PriceView; parts: number }) {
  const { explanation, otherCents, printed = null, note = '' } = view
  const { price } = explanation
  return (
    <>
      <dl class="sum">
        <div>
          <dt>{`${partsPriceText(explanation)}${note === '' ? '' : `, ${note}`}`}</dt>
          <dd class="sum-value" id="print-price">
            {money(price.printCents)}
          </dd>
        </div>
        {parts > 1 ? <OtherLine count={parts - 1} cents={otherCents} /> : ''}
      </dl>
      {printed === null ? '' : <p class="hint">{printed}</p>}
    </>
  )
}

type NoPriceProps = { readonly text: string; readonly others: number; readonly otherCents: number }

/** Text in place of the price lines: the reason why the part has no price, and the cost of the other parts. */
export function NoPrice({ text, others, otherCents }: NoPriceProps) {
  return (
    <>
      <p class="muted empty">{text}</p>
      {others > 0 && (
        <dl class="sum">
          <OtherLine count={others} cents={otherCents} />
        </dl>
      )}
    </>
  )
}

function OtherLine({ count, cents }: { count: number; cents: number }) {
  return (
    <div>
      <dt>{count === 1 ? 'The other part' : `The other ${count} parts`}</dt>
      <dd class="sum-value">{money(cents)}</dd>
    </div>
  )
}

/** Returns the subtotal in words. It is rounded once, so it is not always a multiple of a part's price. */
function partsPriceText({ price, quantity, perPartCents }: PriceExplanation): string {
  if (quantity === 1) return 'This part'
  return perPartCents * quantity === price.printCents
    ? `${money(perPartCents)} × ${quantity}`
    : `${quantity} parts, about ${money(perPartCents)} each`
}

export function WhyThisPrice({ view, country }: { view: PriceView; country: string }) {
  const { explanation, shippingCents } = view
  const { price, minimumCents, overtimeCents, discountCents, discountPercent } = explanation
  // If the minimum applies, it also cancels out the discount.
  const isRounded =
    ((explanation.materialCents + overtimeCents) * discountPercent) % 100 !== 0 ||
    isMaterialRounded(explanation)
  return (
    <table class="why">
      <caption class="visually-hidden">How this part’s price is computed</caption>
      <tbody>
        <Row
          name="Weight"
          terms={weightTerms(explanation)}
          result={`${price.gramsPerPart.toLocaleString('en-US')} g`}
        />
        <Row
          name="Material"
          terms={materialTerms(explanation)}
          result={money(explanation.materialCents)}
        />
        {overtimeCents > 0 ? (
          <Row
            name="Machine time"
            terms={`hours beyond what the weight covers, ${money(overtimeCentsPerHour)} each`}
            result={money(overtimeCents)}
          />
        ) : (
          ''
        )}
        {discountPercent > 0 && minimumCents === 0 ? (
          <Row
            name="Quantity discount"
            terms={`${discountPercent}% off${isRounded ? ', rounded so that the lines add up' : ''}`}
            result={`−${money(-discountCents)}`}
          />
        ) : (
          ''
        )}
        {minimumCents > 0 ? (
          <Row
            name="Minimum"
            terms={`a part costs at least ${money(minimumCentsPerPart())}, with any discount`}
            result={`+${money(minimumCents + discountCents)}`}
          />
        ) : (
          ''
        )}
        <Row name="Print" terms="" result={money(price.printCents)} />
        <Row
          name="Postage"
          terms={`to ${countryName(country)}, free from ${money(explanation.postageFreeFromCents)}`}
          result={shippingCents === 0 ? 'free' : money(shippingCents)}
        />
      </tbody>
      {explanation.mesh === null ? '' : <Accuracy />}
    </table>
  )
}

/** Explains how the weight of a mesh is estimated, and the measured error of the estimate. */
function Accuracy() {
  const { slicer, models, slices, medianPercent, lowPercent, highPercent } = sliceComparison
  return (
    <tfoot>
      <tr>
        <td colspan="2" class="accuracy">
          The weight is estimated from the volume, by the same rule for every part. Compared with{' '}
          {String(slices)} slices of {String(models)} parts at 10 to 100% infill ({slicer}), the
          typical estimate was {offText(medianPercent)} the sliced weight, and nine of ten were
          between {offText(lowPercent)} and {offText(highPercent)} it: too high for solid parts, too
          low for thin-walled ones. To pay by an exact weight, choose a sliced .gcode or .gcode.3mf
          file: it is billed by the filament and time that its slicer states.
        </td>
      </tr>
    </tfoot>
  )
}

const offText = (percent: number): string =>
  percent === 0 ? 'equal to' : `${Math.abs(percent)}% ${percent < 0 ? 'below' : 'above'}`

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

function weightTerms({ mesh, densityHundredths }: PriceExplanation): string {
  if (mesh === null) return 'as the slicer states it, rounded up, per part'
  const solid = (mesh.solidPerMille / 10).toFixed(mesh.solidPerMille % 10 === 0 ? 0 : 1)
  const density = (densityHundredths / 100).toFixed(2)
  const terms = `${volumeText(mesh.volumeCm3)} × ${solid}% filled × ${density} g/cm³, rounded up, per part`
  return [terms, ...mesh.notes].join('. ')
}

function materialTerms(explanation: PriceExplanation): string {
  const { price, rate, factorPercent, quantity } = explanation
  const terms = [
    `${price.gramsPerPart.toLocaleString('en-US')} g`,
    `${money(rate.centsPerGram)}${rate.customColor ? ' (color not in stock)' : ''}`,
    ...(factorPercent === 100 ? [] : [`${factorPercent / 100} premium`]),
    ...(quantity === 1 ? [] : [String(quantity)]),
  ]
  const sum = terms.join(' × ')
  return isMaterialRounded(explanation) ? `${sum}, rounded to the cent` : sum
}

/** Whether the material cost was rounded. Only the premium factor produces fractions of a cent. */
const isMaterialRounded = ({ price, rate, factorPercent, quantity }: PriceExplanation): boolean =>
  (price.gramsPerPart * rate.centsPerGram * factorPercent * quantity) % 100 !== 0
