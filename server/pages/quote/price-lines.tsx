// The price of a part and why it is that price, line by line. Rendered by the server, and by the page's script.
import { Html } from '@elysiajs/html'
import type { PriceExplanation } from '../../domain/pricing/explain-price.ts'
import { minimumCentsPerPart, overtimeCentsPerHour } from '../../domain/pricing/subtotal.ts'
import { money } from '../base/money.ts'
import { countryName } from './countries.ts'
import { volumeText } from './sizes.ts'
import { sliceComparison } from './slice-comparison.ts'

export type PriceView = {
  readonly explanation: PriceExplanation
  /** Print subtotals of the other parts of the page; their postage is shared. */
  readonly otherCents: number
  readonly shippingCents: number
  readonly totalCents: number
}

export function PriceLines({ view, parts }: { view: PriceView; parts: number }) {
  const { explanation, otherCents } = view
  const { price, quantity, perPartCents } = explanation
  return (
    <dl class="sum">
      <div>
        <dt>{quantity === 1 ? 'This part' : `${money(perPartCents)} × ${quantity}`}</dt>
        <dd class="sum-value" id="print-price">
          {money(price.printCents)}
        </dd>
      </div>
      {parts > 1 ? (
        <div>
          <dt>{parts === 2 ? 'The other part' : `The other ${parts - 1} parts`}</dt>
          <dd class="sum-value">{money(otherCents)}</dd>
        </div>
      ) : (
        ''
      )}
    </dl>
  )
}

export function WhyThisPrice({ view, country }: { view: PriceView; country: string }) {
  const { explanation, shippingCents } = view
  const { price, minimumCents, overtimeCents, discountCents, discountPercent } = explanation
  return (
    <table class="why">
      <caption class="visually-hidden">How this part’s price is computed</caption>
      <tbody>
        <Row name="Weight" terms={weightTerms(explanation)} result={`${price.gramsPerPart} g`} />
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
        {discountPercent > 0 ? (
          <Row
            name="Quantity discount"
            terms={`${discountPercent}% off`}
            result={`−${money(-discountCents)}`}
          />
        ) : (
          ''
        )}
        {minimumCents > 0 ? (
          <Row
            name="Minimum"
            terms={`a part costs at least ${money(minimumCentsPerPart)}`}
            result={`+${money(minimumCents)}`}
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

/** The weight of a mesh is estimated by a rule; this is how far that was off. */
function Accuracy() {
  const { slicer, models, slices, medianPercent, lowPercent, highPercent } = sliceComparison
  return (
    <tfoot>
      <tr>
        <td colspan="2" class="accuracy">
          The weight is estimated from the volume, by the same rule for every part. Against{' '}
          {String(slices)} real slices of {String(models)} parts at 10 to 100% infill ({slicer}) the
          median difference was {signed(medianPercent)}, and nine of ten were between{' '}
          {signed(lowPercent)} and {signed(highPercent)}: solid parts are billed more than a slice
          uses, thin-walled ones less.
        </td>
      </tr>
    </tfoot>
  )
}

const signed = (percent: number): string =>
  percent === 0 ? '0%' : `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`

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
  return `${volumeText(mesh.volumeCm3)} × ${solid}% filled × ${density} g/cm³, rounded up, per part`
}

function materialTerms({ price, rate, factorPercent, quantity }: PriceExplanation): string {
  const terms = [
    `${price.gramsPerPart} g`,
    `${money(rate.centsPerGram)}${rate.customColor ? ' (color not in stock)' : ''}`,
    ...(factorPercent === 100 ? [] : [`${factorPercent / 100} premium`]),
    ...(quantity === 1 ? [] : [String(quantity)]),
  ]
  return terms.join(' × ')
}
