// /ucp/continue/:id: the items that an assistant chose, with their price, and the button that adds them to the basket.
import { quoteForeign } from '../../domain/base/text/text.ts'
import { type CheckoutSession, temporaryItemCode } from '../../domain/ucp/session.ts'
import { Notice } from '../../html/notice.tsx'
import { countOf } from '../base/figures.ts'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlistedHeaders } from '../base/not-found.tsx'
import { PriceRow, postageCell } from '../base/price-rows.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { withCountry } from '../cart/with-country.ts'
import { english } from '../languages/words.ts'
import { countryName } from '../quotes/price/countries.ts'

export type SessionView = CheckoutSession & {
  /** Target of the form. */
  readonly action: string
  /** Description of each line. */
  readonly titles: readonly string[]
}

type ContinueView = {
  /** null if the session does not exist or has expired. */
  readonly session: SessionView | null
  readonly visitor: PageVisitor
  readonly status?: number
  /** Why nothing was added to the basket. */
  readonly refusal?: string
}

export function continuePage({ session, visitor, status, refusal }: ContinueView): Response {
  const title = session === null ? 'Checkout not found' : 'Parts from your assistant'
  return pageResponse({
    title: refusal === undefined ? title : `Error: ${title}`,
    status: status ?? (session === null ? 404 : 200),
    headers: unlistedHeaders(),
    visitor,
    body: (
      <>
        <h1>{title}</h1>
        {refusal === undefined ? '' : <Notice kind="error" text={refusal} />}
        {session === null ? <Gone /> : <Parts session={session} />}
      </>
    ),
  })
}

function Gone() {
  return (
    <p>
      The link is wrong, or its checkout has ended. Nothing was ordered. Ask your assistant for a
      new link, or <a href="/quote">price the model yourself</a>.
    </p>
  )
}

function Parts({ session }: { session: SessionView }) {
  const { lines, missing, titles, country, shippingCents, isCancelled, isHandedOver, action } =
    session
  const printCents = lines.reduce((sum, line) => sum + line.printCents, 0)
  const parts = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section class="panel" aria-labelledby="parts">
      <h2 id="parts">{countOf(parts, 'part')}</h2>
      <table class="price">
        <tbody>
          {lines.map((line, index) => (
            <PriceRow
              label={`${line.quantity} × ${titles[index] ?? line.file.fileName}`}
              value={money(line.printCents)}
            />
          ))}
          <PriceRow
            label={`Postage, ${countryName(country)}`}
            value={postageCell(shippingCents, english)}
          />
        </tbody>
        <tfoot>
          <PriceRow label="Total, in US dollars" value={money(printCents + shippingCents)} />
        </tfoot>
      </table>
      {missing.length === 0 ? (
        ''
      ) : (
        <div class="notice warning">
          <p>Your assistant also asked for these items. They are not included:</p>
          <ul>
            {missing.map(({ itemId, reason, code }) => (
              <li>
                {`${quoteForeign(itemId)}: ${reason}${code === temporaryItemCode ? ' Ask your assistant to try again later.' : ''}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isCancelled ? (
        <p>Your assistant cancelled this checkout. Nothing was ordered.</p>
      ) : (
        <>
          {isHandedOver ? (
            <p>
              These parts were put into a basket before.{' '}
              <a href={withCountry('/basket', country)}>Open your basket</a>
            </p>
          ) : (
            ''
          )}
          <form method="post" action={action}>
            <button type="submit">
              {isHandedOver ? 'Put them into the basket again' : 'Put into the basket'}
            </button>
          </form>
          <p class="hint">
            Nothing is ordered yet: you can change the parts in the basket, and you pay at the
            checkout.
          </p>
        </>
      )}
    </section>
  )
}
