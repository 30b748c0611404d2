// "Prices" section of the reference. Every number comes from the tables with which orders are priced.
import {
  domesticPostage,
  flatCountries,
  internationalPostage,
  ownPostages,
} from '../../domain/catalog/countries.ts'
import {
  customColorCentsPerGram,
  materials,
  qualityFactorPercent,
} from '../../domain/catalog/materials.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { throughputCm3PerHour } from '../../domain/pricing/hours.ts'
import { minimumCentsPerPart, overtimeCentsPerHour } from '../../domain/pricing/subtotal.ts'
import { estimateInfillPercent, solidPerMille, wallPercent } from '../../domain/pricing/weight.ts'
import { type Price, twoPrices } from '../../domain/quotes/two-prices.ts'
import type { Markup } from '../../html/markup.ts'
import { money, shortMoney } from '../base/money.ts'
import { discountList } from '../base/terms-text.ts'
import { Prose } from './reference-parts.tsx'
import { StockColors } from './stock-colors.tsx'

const hundredths = (value: number) => (value / 100).toFixed(2)
const premium = hundredths(qualityFactorPercent.premium)
const walls = hundredths(wallPercent)
const inside = hundredths(100 - wallPercent)
const ofBox = hundredths(solidPerMille(estimateInfillPercent) / 10)
const customRate = () => money(customColorCentsPerGram())
const flatUs = () => shortMoney(domesticPostage().flatCents)
const overtimeRate = money(overtimeCentsPerHour)

export function Prices() {
  return (
    <section aria-labelledby="prices">
      <h2 id="prices" class="part">
        Prices
      </h2>
      <div class="panel">
        {priceRules().map(({ id, title, text }) => (
          <>
            <h3 id={id}>{title}</h3>
            <Prose text={text} />
            {tables()[id] ?? ''}
          </>
        ))}
      </div>
    </section>
  )
}

function TwoPricesTable() {
  const shown = ({ grams, totalCents }: Price) => `${formatDollars(totalCents)} (${grams} g)`
  return (
    <table class="rates">
      <thead>
        <tr>
          <th scope="col">Part, black PLA, 20% infill, US postage</th>
          <th scope="col">Order</th>
          <th scope="col">Quote</th>
        </tr>
      </thead>
      <tbody>
        {twoPrices().map(({ name, order, quote }) => (
          <tr>
            <th scope="row">{name.replace(/^./, (letter) => letter.toUpperCase())}</th>
            <td>{shown(order)}</td>
            <td>{shown(quote)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MaterialTable() {
  return (
    <table class="rates">
      <thead>
        <tr>
          <th scope="col">Material</th>
          <th scope="col">Density, g/cm³</th>
          <th scope="col">Rate per gram</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(materials()).map(([name, { centsPerGram, densityHundredths }]) => (
          <tr>
            <th scope="row">{name.toUpperCase()}</th>
            <td>{hundredths(densityHundredths)}</td>
            <td>{money(centsPerGram)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const weightText = `A model weighs \`volume in cm³ x (${walls} + ${inside} x infill) x density\`, with the infill as a \
fraction: 20% is 0.20. Orders take whole percentages; decimals are cut off. The weight of one part is rounded up to whole grams, \
at least one.`

function discountSentence(): string {
  const discounts = discountList('parts')
  return discounts === null
    ? 'There is no discount.'
    : `The discount is \
${discounts}.`
}

const ownPostageText = (): string =>
  ownPostages()
    .map(
      ([country, { flatCents, freeFromCents }]) =>
        `To ${country}: ${shortMoney(flatCents)}, free from ${shortMoney(freeFromCents)}. `,
    )
    .join('')

const printText =
  () => `\`print = grams x rate x quality x quantity x (1 - discount)\`, rounded once to the cent, and at least \
${money(minimumCentsPerPart())} per part. The quality factor is 1 for standard and ${premium} for premium. ${discountSentence()}

A stock color is billed at the material’s rate. An order in any other color, or without a color, is billed at \
${customRate()} per gram.

Nozzle, layer height and flow change \`printHours\` but not the price of a model. The hours are \
\`grams / (density x ${throughputCm3PerHour} x nozzle/0.4 x layer/0.2)\`, divided by 1.6 with high flow.`

const postageSentence =
  () => `Within the US, postage is ${flatUs()}, free when the print subtotal is \
${shortMoney(domesticPostage().freeFromCents)} or more. ${ownPostageText()}To ${flatCountries().join(', ')}: \
${shortMoney(internationalPostage().flatCents)}, free from ${shortMoney(internationalPostage().freeFromCents)}. The total is \
print plus postage; there is no setup fee.`

const slicedText = `A \`.gcode\` or \`.gcode.3mf\` file is billed by the slicer’s own weight, rounded up, and its infill \
is recorded as 100. If the file states only a length or a volume of filament, its weight is computed with the density above; a \
length is taken as 1.75 mm filament unless the file states a diameter (1.75 or 2.85 mm). The rate covers \
\`grams / (density x ${throughputCm3PerHour})\` hours of printing; each part’s hours beyond that add ${overtimeRate} an hour. \
The quality factor does not apply to that surcharge, the discount does. The hours are the slicer’s own; if the file states none, \
they are computed from its moves.`

const twoPricesText = `One file can have two prices. \`POST /api/print/orders\` bills by the formula above, whatever the \
shape of the part. The agent endpoint’s \`quote_print\` bills the filament of a real slice: \`cm³ of filament x density\`, rounded up to whole \
grams. A solid part is cheaper as a quote, because its inside is mostly air; a thin-walled part is cheaper as an order, because its \
walls are printed solid. A quote includes the supports that a part is printed with; an order’s price has none, and its \`note\` says when \
the part is printed with them. An already-sliced file costs the same either way.`

const estimateText =
  () => `\`POST /api/price\` weighs \`${ofBox} x box in cm³ x density\`, rounded up (${ofBox} is \
${estimateInfillPercent}% infill): a part printed at that infill weighs that much or less. Three things differ from an order.

Without a color, an estimate uses the material’s rate, while an order bills ${customRate()} per gram. An estimate’s \`total\` \
always includes ${flatUs()} postage, whatever the destination and the size of the order; for a real total, add the postage above to \
\`subtotal\`. An estimate rounds the quantity (2.5 becomes 3; a value that is not a number counts as 1), while an order cuts off \
the decimals (2.7 becomes 2) and takes at most 50.`

const colorText = `\`color\` takes a name in any letter case, or a spool’s hex value, with or without \`#\`, in six \
digits or three.`

/** Returns the pricing rules by heading. `id` is the anchor on /docs/reference. */
export const priceRules = (): readonly PriceRule[] => [
  { id: 'weight', title: 'Weight', text: weightText },
  { id: 'print', title: 'Print', text: printText() },
  { id: 'postage', title: 'Postage', text: postageSentence() },
  { id: 'sliced-files', title: 'Already-sliced files', text: slicedText },
  { id: 'two-prices', title: 'Orders and quotes', text: twoPricesText },
  { id: 'estimates', title: 'Estimates', text: estimateText() },
  { id: 'stock-colors', title: 'Colors in stock', text: colorText },
]

export type PriceRule = { readonly id: string; readonly title: string; readonly text: string }

const tables = (): Readonly<Record<string, Markup>> => ({
  weight: <MaterialTable />,
  'two-prices': <TwoPricesTable />,
  'stock-colors': <StockColors hex />,
})
