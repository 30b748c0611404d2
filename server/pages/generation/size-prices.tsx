// Price of printing the model at the form's size and at other sizes. The page's script renders it again on every
// change.
import { exampleSizesMm, expectedPrice } from '../../domain/generation/expected-price.ts'
import { type ModelSize, pageNote } from '../../domain/generation/request/size.ts'
import { money } from '../base/money.ts'

export function SizePrices({ size }: { size: ModelSize }) {
  // The style sheet emphasizes the first one.
  const sizes = [size.mm, ...exampleSizesMm.filter((mm) => mm !== size.mm)]
  return (
    <>
      <p class="hint">{pageNote(size.note)}</p>
      <dl class="figures">
        {sizes.map((mm) => {
          const { fromCents, toCents } = expectedPrice(mm)
          return (
            <div>
              <dt>{mm === size.mm ? <strong>{`${mm} mm`}</strong> : `${mm} mm`}</dt>
              <dd>
                {fromCents === toCents
                  ? money(fromCents)
                  : `${money(fromCents)} to ${money(toCents)}`}
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
