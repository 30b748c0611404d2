// /basket: the parts that a visitor collected, their prices, and the way to the checkout.
import { Html } from '@elysiajs/html'
import type { Basket, BasketLine } from '../../domain/cart/basket.ts'
import type { PricedCart, PricedLine } from '../../domain/cart/cart.ts'
import { Notice, pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { CountryField, Sum } from './cart-parts.tsx'

export type BasketView = {
  readonly basket: Basket
  readonly cart: PricedCart
  readonly country: string
  /** Sentences on the lines that cannot be ordered, by line id. */
  readonly refusals: ReadonlyMap<string, string>
}

type Shown = {
  readonly visitor: PageVisitor
  readonly status?: number
  readonly notice?: string
  readonly headers?: Headers
}

/** `view`: null for an empty basket. */
export function basketPage(view: BasketView | null, shown: Shown): Promise<Response> {
  const { status = 200, notice, visitor } = shown
  const headers = new Headers([...unlisted(), ...(shown.headers ?? [])])
  return pageResponse({
    title: notice === undefined ? 'Basket' : 'Error: Basket',
    status,
    headers,
    visitor,
    body: (
      <>
        <h1>Basket</h1>
        {notice === undefined ? '' : <Notice kind="error" text={notice} />}
        {view === null ? <Empty /> : <Filled {...view} />}
      </>
    ),
  })
}

function Empty() {
  return (
    <section class="panel">
      <p>
        Your basket is empty. Add a part to see what it costs; nothing is ordered before checkout.
      </p>
      <AddForm />
    </section>
  )
}

function Filled({ basket, cart, country, refusals }: BasketView) {
  const isOrderable = refusals.size === 0
  return (
    <>
      <section class="panel" aria-label="Parts">
        <ul class="items">
          {basket.lines.map((line, index) => (
            <Line line={line} priced={cart.lines[index]} refusal={refusals.get(line.id)} />
          ))}
        </ul>
      </section>
      <section class="panel" aria-labelledby="sum">
        <h2 id="sum">Price</h2>
        <form class="row" method="get" action="/basket">
          <CountryField country={country} />
          <button type="submit" class="quiet">
            Update the postage
          </button>
        </form>
        <Sum cart={cart} country={country} />
        {isOrderable ? (
          <p>
            <a class="button" href={`/checkout?country=${country}`}>
              Check out
            </a>
          </p>
        ) : (
          <p class="hint">Remove the parts that cannot be printed to check out.</p>
        )}
      </section>
      <section class="panel" aria-labelledby="add">
        <h2 id="add">Add a part</h2>
        <AddForm />
      </section>
    </>
  )
}

type LineProps = {
  line: BasketLine
  priced: PricedLine | undefined
  refusal: string | undefined
}

function Line({ line: { id, options, file }, priced, refusal }: LineProps) {
  const { material, color, quality, infill, layerHeight, quantity } = options
  const settings = `${material.toUpperCase()}, ${color}, ${quality}, ${infill} % infill, ${layerHeight} mm layers`
  return (
    <li>
      <div>
        <strong safe>{file.fileName}</strong>
        <p class="hint" safe>
          {settings}
        </p>
        {refusal === undefined ? (
          ''
        ) : (
          <p class="field-error" safe>
            {refusal}
          </p>
        )}
        {priced?.kind === 'priced' && priced.changed ? (
          <p class="field-error">The price has changed since you last saw it.</p>
        ) : (
          ''
        )}
      </div>
      <form class="row" method="post" action={`/basket/lines/${id}`}>
        <label for={`quantity-${id}`}>Quantity</label>
        <input
          id={`quantity-${id}`}
          name="quantity"
          type="number"
          min="0"
          max="50"
          value={String(quantity)}
        />
        <button type="submit" class="quiet">
          Change
        </button>
        <button type="submit" class="quiet" name="remove" value="1">
          Remove
        </button>
        <strong>{priced?.kind === 'priced' ? money(priced.line.price.printCents) : ''}</strong>
      </form>
    </li>
  )
}

/** Sends a file with the usual settings; the quote page has all of them. */
function AddForm() {
  return (
    <form method="post" action="/basket/parts" enctype="multipart/form-data">
      <div class="field">
        <label for="file">Model (.stl, .glb, .3mf or sliced .gcode)</label>
        <input id="file" name="file" type="file" required accept=".stl,.glb,.3mf,.gcode" />
      </div>
      <button type="submit">Add to the basket</button>
    </form>
  )
}
