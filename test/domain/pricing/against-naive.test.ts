// A million random inputs, or a tenth of them in a quick run, compared with the slow exact reference of
// testing/money/naive-pricer.ts: equal to the cent, the gram and the hundredth of an hour. SEED=<n> repeats a run.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { stockColors } from '../../../server/domain/catalog/colors.ts'
import type { Measurement, SlicedReport } from '../../../server/domain/models/report.ts'
import { estimateFromBox } from '../../../server/domain/pricing/estimate.ts'
import type { OrderPrice } from '../../../server/domain/pricing/price.ts'
import { priceOrder } from '../../../server/domain/pricing/price-order.ts'
import { cases } from '../../../testing/depth.ts'
import { naiveEstimateColor } from '../../../testing/money/naive-inputs.ts'
import {
  type NaivePrice,
  naiveEstimate,
  naiveMeshOrder,
  naiveSlicedOrder,
  type SlicedOrder,
  type Usage,
} from '../../../testing/money/naive-pricer.ts'
import {
  randomEstimate,
  randomMeshOrder,
  randomSlicedOrder,
} from '../../../testing/money/price-inputs.ts'
import { meshReport, printOptions, slicedReport } from '../../../testing/orders.ts'
import { type Random, seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'
import { slowTestMs } from '../../../testing/slow-tests.ts'
import { verifies } from '../../helpers/verifies.ts'

setDefaultTimeout(slowTestMs)

const STOCK = Object.entries(stockColors).map(([name, hex]) => ({ name, hex }))
const seed = seedFromEnvironment()
console.log(`prices against the reference: SEED=${seed}`)

/** Compares until the first difference; a million calls of `toEqual` would take longer than the prices. */
function compare<Input>(
  runs: number,
  random: Random,
  draw: (random: Random) => Input,
  both: (input: Input) => readonly [ours: string, reference: string],
): void {
  let compared = 0
  for (let run = 0; run < runs; run += 1) {
    const input = draw(random)
    const [ours, reference] = both(input)
    if (ours !== reference) {
      expect({ seed, run, input, ours }).toEqual({ seed, run, input, ours: reference })
    }
    compared += 1
  }
  expect(compared).toBe(runs)
}

const oursOf = (price: OrderPrice | null): string =>
  price === null
    ? 'no price'
    : [
        price.gramsPerPart,
        price.centihoursPerPart,
        price.printCents,
        price.shippingCents,
        price.totalCents,
      ].join()

const referenceOf = (price: NaivePrice): string =>
  [
    price.grams,
    price.printCentihours,
    price.printCents,
    price.shippingCents,
    price.totalCents,
  ].join()

type Ordered = Omit<SlicedOrder, 'plates'> & { infill?: number }

/** Returns the order as check-submit.ts passes it on: an omitted color is recorded as Default. */
function ordered({ color, country, ...rest }: Ordered) {
  return { options: printOptions({ ...rest, color: color ?? 'Default' }), country }
}

verifies('decision.exact-money', 'mesh orders cost as much as in the reference', () => {
  compare(
    cases(400_000),
    seededRandom(seed),
    (random) => randomMeshOrder(random, STOCK),
    (order) => {
      const measurement: Measurement = { kind: 'mesh', report: meshReport(order.volumeCm3) }
      const { options, country } = ordered(order)
      return [
        oursOf(priceOrder(measurement, options, country)),
        referenceOf(naiveMeshOrder(order, STOCK)),
      ]
    },
  )
})

verifies(
  ['pricing.sliced-overtime', 'decision.sliced-hours'],
  'already-sliced orders cost as much as in the reference',
  () => {
    compare(
      cases(300_000),
      seededRandom(seed + 1),
      (random) => singleForm(randomSlicedOrder(random, STOCK), random() < 0.1),
      (order) => {
        const report = slicedReport(statedBy(order))
        const { options, country } = ordered(order)
        return [
          oursOf(priceOrder({ kind: 'sliced', report }, options, country)),
          referenceOf(naiveSlicedOrder(order, STOCK)),
        ]
      },
    )
  },
)

verifies('price.answer.subtotal', 'estimates equal the reference', () => {
  compare(
    cases(300_000),
    seededRandom(seed + 2),
    (random) => randomEstimate(random, STOCK),
    (input) => {
      const { x, y, z, color, ...rest } = input
      const ours = estimateFromBox({ bboxMm: { x, y, z }, color, ...rest })
      const theirs = naiveEstimate({ ...input, color: naiveEstimateColor(color) }, STOCK)
      return [
        ours.ok
          ? [
              ours.value.grams,
              ours.value.centihours,
              Math.round(ours.value.materialHundredthsOfCent / 100),
              ours.value.perUnitCents,
              ours.value.subtotalCents,
              ours.value.totalCents,
              ours.value.customColor,
              `0.${ours.value.centsPerGram}`,
            ].join()
          : ours.failure.kind,
        [
          theirs.grams,
          theirs.printCentihours,
          theirs.materialCostCents,
          theirs.perUnitCents,
          theirs.subtotalCents,
          theirs.totalCents,
          theirs.customColor,
          theirs.pricePerGram,
        ].join(),
      ]
    },
  )
})

/**
 * Keeps only the filaments whose usage is stated in the same quantity as that of the first one, because the reader adds up
 * only equal quantities.
 */
function singleForm(order: SlicedOrder, timeless: boolean): SlicedOrder {
  const [first] = order.plates.flatMap((plate) => plate.usage)
  if (first === undefined) throw new Error('an order without filament')
  const plates = order.plates.map((plate) => ({
    usage: plate.usage.filter((usage) => formOf(usage) === formOf(first)),
    seconds: timeless ? null : plate.seconds,
  }))
  return { ...order, plates }
}

const formOf = (usage: Usage): string =>
  'lengthMm' in usage ? `length ${usage.diameterMm}` : Object.keys(usage).join()

/** Returns the reader's output: doubles, summed over filaments and plates. */
function statedBy({ plates }: SlicedOrder): Partial<SlicedReport> {
  const usages = plates.flatMap((plate) => plate.usage)
  const sum = (values: readonly (string | number)[]) =>
    values.reduce<number>((total, value) => total + Number(value), 0)
  const times = plates.flatMap((plate) => (plate.seconds === null ? [] : [plate.seconds]))
  const seconds = times.length === 0 ? null : sum(times)
  const [first] = usages
  if (first === undefined || 'grams' in first) {
    return { seconds, grams: sum(usages.map((usage) => ('grams' in usage ? usage.grams : 0))) }
  }
  if ('volumeCm3' in first) {
    const volumes = usages.map((usage) => ('volumeCm3' in usage ? usage.volumeCm3 : 0))
    return { seconds, filamentCm3: sum(volumes) }
  }
  const filamentMm = sum(usages.map((usage) => ('lengthMm' in usage ? usage.lengthMm : 0)))
  const diameterMm = first.diameterMm === undefined ? null : Number(first.diameterMm)
  return { seconds, filamentMm, diameterMm }
}

test('a seed repeats its inputs', () => {
  const [one, other] = [seededRandom(seed), seededRandom(seed)]
  expect(randomMeshOrder(one, STOCK)).toEqual(randomMeshOrder(other, STOCK))
})
