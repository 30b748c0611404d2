// /basket: the parts that a visitor collected, their prices, and the way to the checkout.
import {
  type Basket,
  type BasketLine,
  partCountOf,
  waitingOrdersOf,
} from '../../domain/cart/basket.ts'
import type { PricedCart } from '../../domain/cart/cart.ts'
import { quantityRange } from '../../domain/catalog/options.ts'
import { FieldError, type FieldErrors, fieldMarks } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { accountScript, assetUrl } from '../assets/assets.ts'
import { countOf } from '../base/figures.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { CountryField, Line, type ShippedBy, Sum, Waiting } from './cart-parts.tsx'
import { PricesChanged } from './prices-changed.tsx'
import { withCountry } from './with-country.ts'

export type BasketView = ShippedBy & {
  readonly basket: Basket
  readonly cart: PricedCart
  readonly country: string
  /** Sentences on the lines that cannot be ordered, by line id. */
  readonly refusals: ReadonlyMap<string, string>
}

/** A line whose quantity was refused. */
export type WrongLine = {
  readonly id: string
  /** The quantity as it was typed. */
  readonly quantity: string
  readonly error: string
}

type BasketState = {
  readonly visitor: PageVisitor
  readonly status?: number
  readonly notice?: string
  readonly wrongLine?: WrongLine | undefined
  readonly headers?: Headers
}

/** `view`: null for an empty basket. */
export function basketPage(view: BasketView | null, shown: BasketState): Response {
  const { status = 200, notice, visitor, wrongLine } = shown
  const errors = view === null ? {} : errorsOf(wrongLine)
  const headers = new Headers([...unlisted(), ...(shown.headers ?? [])])
  return pageResponse({
    title: notice === undefined ? 'Basket' : 'Error: Basket',
    status,
    headers,
    visitor,
    script: assetUrl(accountScript),
    // Quantities are saved as they are changed.
    live: true,
    body: (
      <div class={view === null ? undefined : 'shop'}>
        <h1>Basket</h1>
        {notice === undefined ? '' : <Notice kind="error" text={notice} errors={errors} />}
        {view === null ? <Empty /> : <Filled view={view} wrongLine={wrongLine} />}
      </div>
    ),
  })
}

export const quantityId = (lineId: string) => `quantity-${lineId}`

const errorsOf = (wrong: WrongLine | undefined): FieldErrors =>
  wrong === undefined ? {} : { [quantityId(wrong.id)]: wrong.error }

function Empty() {
  return (
    <section class="panel">
      <p>
        Your basket is empty. Choose a 3D model to see its price in a second; nothing is ordered
        before the checkout.
      </p>
      <p>
        <a class="button" href="/quote">
          Price a model
        </a>
      </p>
    </section>
  )
}

/** One form, so that leaving for the checkout saves what was typed in any line. */
const formId = 'basket-form'

function Filled({ view, wrongLine }: { view: BasketView; wrongLine: WrongLine | undefined }) {
  const { basket, cart, country, refusals } = view
  return (
    <div class="shop-columns basket">
      <div class="parts">
        <Waiting orders={waitingOrdersOf(basket)} />
        <PricesChanged cart={cart} />
        <form id={formId} method="post" action="/basket" data-autosave="">
          {/* What the Enter key presses. */}
          <button type="submit" hidden></button>
          <section class="panel" aria-labelledby="parts">
            <h2 id="parts" data-saved="">
              {countOf(partCountOf(basket), 'part')}
            </h2>
            <ul class="part-lines">
              {basket.lines.map((line, index) => (
                <Line line={line} priced={cart.lines[index]} refusal={refusals.get(line.id)}>
                  <LineFields
                    line={line}
                    wrong={wrongLine?.id === line.id ? wrongLine : undefined}
                  />
                </Line>
              ))}
            </ul>
          </section>
        </form>
      </div>
      <section class="panel summary" aria-labelledby="sum">
        <h2 id="sum">Price</h2>
        <div class="row country">
          <CountryField country={country} label="Ship to" form={formId} />
          <button type="submit" form={formId} class="quiet" data-without-script="">
            Update
          </button>
        </div>
        <div id="basket-sum" data-saved="">
          <Sum {...view} />
        </div>
        {refusals.size === 0 ? (
          <button type="submit" form={formId} name="next" value="checkout" class="block">
            Check out
          </button>
        ) : (
          <p class="field-error">
            {refusals.size === 1
              ? 'One part cannot be printed. Remove it to check out.'
              : `${refusals.size} parts cannot be printed. Remove them to check out.`}
          </p>
        )}
      </section>
      <Add country={country} />
    </div>
  )
}

type LineFieldsProps = { line: BasketLine; wrong: WrongLine | undefined }

function LineFields({ line: { id, options, file }, wrong }: LineFieldsProps) {
  const { min, max } = quantityRange
  const fieldId = quantityId(id)
  const errors = errorsOf(wrong)
  return (
    <div class="line-form">
      <label for={fieldId}>Quantity</label>
      <input
        id={fieldId}
        name={fieldId}
        type="number"
        min={String(min)}
        max={String(max)}
        value={wrong?.quantity ?? String(options.quantity)}
        {...fieldMarks(errors, fieldId)}
      />
      <button
        type="submit"
        class="plain"
        name="remove"
        value="1"
        formaction={`/basket/lines/${id}`}
        formnovalidate
        aria-label={`Remove ${file.fileName}`}
      >
        Remove
      </button>
      <FieldError name={fieldId} errors={errors} />
    </div>
  )
}

function Add({ country }: { country: string }) {
  return (
    <section class="panel add" aria-labelledby="add">
      <h2 id="add">Add a part</h2>
      <p class="muted">
        The quote page takes STL, 3MF, OBJ, GLB and sliced G-code, with every material and color,
        and shows the part and its price before you add it.
      </p>
      <a class="button quiet" href={withCountry('/quote', country)}>
        Price another model
      </a>
    </section>
  )
}
