// /basket: the visitor's parts, their prices, and the link to the checkout.
import {
  type Basket,
  type BasketLine,
  partCountOf,
  waitingOrdersOf,
} from '../../domain/cart/basket.ts'
import type { PricedCart, PricedLine } from '../../domain/cart/cart.ts'
import { quantityRange } from '../../domain/catalog/options.ts'
import { FieldError, type FieldErrors, fieldMarks } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, cartScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageLanguage } from '../base/page-language.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { english, type Words } from '../languages/words.ts'
import { CountryField, Line, type ShippedBy, Sum, Waiting } from './cart-parts.tsx'
import { type EditedView, EditForm, LineEditor } from './line-editor.tsx'
import { PricesChanged } from './prices-changed.tsx'
import { withCountry } from './with-country.ts'

export type BasketView = ShippedBy & {
  readonly basket: Basket
  readonly cart: PricedCart
  readonly country: string
  /** Error sentences of the lines that cannot be ordered, by line id. */
  readonly refusals: ReadonlyMap<string, string>
}

/** Line with a refused quantity. */
export type WrongLine = {
  readonly id: string
  /** The quantity as it was typed; null = that of the line. */
  readonly quantity: string | null
  readonly error: string
}

type BasketState = {
  /** Omitted if the page shows a sentence that is not in the catalog. The page is then in English. */
  readonly language?: PageLanguage | undefined
  /** The line whose settings are being changed. */
  readonly edited?: EditedView | undefined
  readonly visitor: PageVisitor
  readonly status?: number
  readonly notice?: string
  readonly wrongLine?: WrongLine | undefined
  readonly headers?: Headers
}

/** Returns the page. A null `view` is an empty basket. */
export function basketPage(view: BasketView | null, shown: BasketState): Response {
  const { status = 200, notice, visitor, wrongLine, edited, language } = shown
  const words = language?.words ?? english
  const errors = view === null ? {} : errorsOf(wrongLine)
  const headers = new Headers([...unlistedHeaders(), ...(shown.headers ?? [])])
  return pageResponse({
    title: words.text(isRefused(shown) ? 'basket.titleError' : 'basket.title'),
    language,
    status,
    headers,
    visitor,
    script: assetUrl(cartScript),
    // Quantities are saved on change.
    isLive: true,
    body: (
      <div class={view === null ? undefined : 'shop'}>
        {view === null ? (
          <h1 id={partsPlace} tabindex={-1}>
            {words.text('basket.title')}
          </h1>
        ) : (
          <h1>{words.text('basket.title')}</h1>
        )}
        {notice === undefined ? '' : <Notice kind="error" text={notice} errors={errors} />}
        {view === null ? (
          <Empty words={words} />
        ) : (
          <Filled view={view} wrongLine={wrongLine} edited={edited} words={words} />
        )}
      </div>
    ),
  })
}

const isRefused = ({ notice, edited }: BasketState): boolean =>
  notice !== undefined || (edited !== undefined && edited.newCents === null)

/** The heading of the parts, or of a basket without any. */
export const partsPlace = 'parts'

const quantityPrefix = 'quantity-'
export const quantityId = (lineId: string) => `${quantityPrefix}${lineId}`
/** Returns the line of a quantity's field; null for any other field. */
export const lineOfQuantity = (name: string): string | null =>
  name.startsWith(quantityPrefix) ? name.slice(quantityPrefix.length) : null
/** The hidden field with the quantity that the page showed. */
export const shownQuantityId = (lineId: string) => `shown-${quantityId(lineId)}`

const errorsOf = (wrong: WrongLine | undefined): FieldErrors =>
  wrong === undefined ? {} : { [quantityId(wrong.id)]: wrong.error }

function Empty({ words }: { words: Words }) {
  return (
    <section class="panel">
      <p>{words.text('basket.empty')}</p>
      <p>
        <a class="button" href="/quote">
          {words.text('basket.priceModel')}
        </a>
      </p>
    </section>
  )
}

/** A single form, so that continuing to the checkout saves the values of all lines. */
const formId = 'basket-form'

type FilledProps = {
  words: Words
  view: BasketView
  wrongLine: WrongLine | undefined
  edited: EditedView | undefined
}

function Filled({ view, wrongLine, edited, words }: FilledProps) {
  const { basket, cart, country, refusals } = view
  return (
    <div class="shop-columns basket">
      <div class="parts">
        <div id="waiting-orders" data-saved="">
          <Waiting orders={waitingOrdersOf(basket)} words={words} />
        </div>
        <PricesChanged cart={cart} words={words} />
        <form id={formId} method="post" action="/basket" data-autosave="">
          {/* The button that the Enter key presses. */}
          <button type="submit" hidden></button>
          <section class="panel" aria-labelledby={partsPlace}>
            <h2 id={partsPlace} data-saved="" tabindex={-1}>
              {words.text('basket.parts', { count: partCountOf(basket) })}
            </h2>
            <ul class="part-lines">
              {basket.lines.map((line, index) => (
                <Line
                  line={line}
                  priced={cart.lines[index]}
                  refusal={refusals.get(line.id)}
                  words={words}
                >
                  <LineFields
                    words={words}
                    line={line}
                    wrong={wrongLine?.id === line.id ? wrongLine : undefined}
                  />
                  <Editor line={line} priced={cart.lines[index]} edited={edited} words={words} />
                </Line>
              ))}
            </ul>
          </section>
        </form>
        {basket.lines.map((line) => (
          <EditForm
            line={line}
            country={country}
            edited={edited?.id === line.id ? edited : undefined}
          />
        ))}
      </div>
      <section class="panel summary" aria-labelledby="sum">
        <h2 id="sum">{words.text('basket.price')}</h2>
        <div class="row country">
          <CountryField
            words={words}
            country={country}
            label={words.text('basket.shipTo')}
            form={formId}
          />
          <button type="submit" form={formId} class="quiet" data-without-script="">
            {words.text('basket.update')}
          </button>
        </div>
        <div id="basket-sum" data-saved="">
          <Sum {...view} words={words} />
        </div>
        {refusals.size === 0 ? (
          <button type="submit" form={formId} name="next" value="checkout" class="block">
            {words.text('basket.checkOut')}
          </button>
        ) : (
          <p class="field-error">{words.text('basket.refused', { count: refusals.size })}</p>
        )}
      </section>
      <Add country={country} words={words} />
    </div>
  )
}

type EditorProps = {
  words: Words
  line: BasketLine
  priced: PricedLine | undefined
  edited: EditedView | undefined
}

/** A line that cannot be ordered has no price to compare with. */
function Editor({ line, priced, edited, words }: EditorProps) {
  if (priced?.kind !== 'priced') return ''
  return (
    <LineEditor
      words={words}
      line={line}
      isSliced={priced.line.size === null}
      cents={priced.line.price.printCents}
      edited={edited?.id === line.id ? edited : undefined}
    />
  )
}

type LineFieldsProps = { line: BasketLine; wrong: WrongLine | undefined; words: Words }

function LineFields({ line, wrong, words }: LineFieldsProps) {
  const { id, options, file } = line
  const { min, max } = quantityRange
  const fieldId = quantityId(id)
  const errors = errorsOf(wrong)
  return (
    <div class="line-form">
      <label for={fieldId}>{words.text('basket.quantity')}</label>
      <input
        type="hidden"
        id={shownQuantityId(id)}
        name={shownQuantityId(id)}
        value={String(options.quantity)}
        data-shown={fieldId}
      />
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
        aria-label={words.text('basket.removeFile', { file: file.fileName })}
      >
        {words.text('basket.remove')}
      </button>
      <div id={`wrong-${id}`} data-saved="" role="alert">
        <FieldError name={fieldId} errors={errors} />
      </div>
    </div>
  )
}

function Add({ country, words }: { country: string; words: Words }) {
  return (
    <section class="panel add" aria-labelledby="add">
      <h2 id="add">{words.text('basket.add')}</h2>
      <p class="muted">{words.text('basket.addHint')}</p>
      <a class="button quiet" href={withCountry('/quote', country)}>
        {words.text('basket.priceAnother')}
      </a>
    </section>
  )
}
