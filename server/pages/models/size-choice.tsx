// Print size of an account's model, with the price at some sizes. The page's script updates the prices after every
// change.
import { scaleToFit, sizeRangeMm } from '../../domain/catalog/build-volume.ts'
import type { PrintOptions } from '../../domain/catalog/options.ts'
import { exampleSizesMm } from '../../domain/generation/expected-price.ts'
import { priceAtSize, type SizableMesh } from '../../domain/pricing/price-at-size.ts'
import { Field } from '../../html/form-fields.tsx'
import { money } from '../base/money.ts'

type Sides = readonly [number, number, number]

export const longestOf = (sidesMm: Sides): number => Math.max(...sidesMm)

/** Returns the limits with one decimal, as the field shows them. The stored size is always one of these values. */
export function sizeLimitsMm(sidesMm: Sides): { readonly least: number; readonly most: number } {
  const longest = shownMm(longestOf(sidesMm))
  const fits = Math.floor(longestOf(sidesMm) * scaleToFit(sidesMm) * 10) / 10
  return {
    least: Math.min(sizeRangeMm.min, longest),
    most: Math.min(sizeRangeMm.max, Math.max(fits, longest)),
  }
}

const shownMm = (mm: number): number => Math.round(mm * 10) / 10

type SizeChoiceProps = {
  readonly sidesMm: Sides
  readonly volumeCm3: number
  readonly options: PrintOptions
}

export function SizeChoice({ sidesMm, volumeCm3, options }: SizeChoiceProps) {
  const { least, most } = sizeLimitsMm(sidesMm)
  const longestMm = longestOf(sidesMm)
  return (
    <>
      <Field name="sizeMm" label="Longest side" unit="mm">
        {(field) => (
          <input
            {...field}
            type="number"
            inputmode="decimal"
            min={String(least)}
            max={String(most)}
            step="any"
            value={String(shownMm(longestMm))}
            data-longest-mm={String(longestMm)}
          />
        )}
      </Field>
      <dl class="figures" id="size-prices" aria-live="polite">
        <SizePriceLines mesh={{ volumeCm3, longestMm }} most={most} options={options} />
      </dl>
    </>
  )
}

type LinesProps = {
  readonly mesh: SizableMesh
  readonly most: number
  readonly options: PrintOptions
}

export function SizePriceLines({ mesh, most, options }: LinesProps) {
  return (
    <>
      {exampleSizesMm
        .filter((mm) => mm <= most)
        .map((mm) => {
          const price = priceAtSize(mesh, mm, options)
          return price === null ? (
            ''
          ) : (
            <div>
              <dt>{`${mm} mm`}</dt>
              <dd>{money(price.price.printCents)}</dd>
            </div>
          )
        })}
    </>
  )
}
