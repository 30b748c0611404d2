// Page for an order whose placement was interrupted. It reads no data, so it works while the database fails.
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { Notice } from '../../html/notice.tsx'
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'

/** `sentence` names the order and states what is known about its payment. */
export function unconfirmedOrderPage({
  code,
  sentence,
}: {
  readonly code: string
  readonly sentence: string
}): Response {
  return pageResponse({
    title: 'Error: Checkout',
    status: 500,
    headers: unlisted(),
    visitor: null,
    body: (
      <>
        <h1>Checkout</h1>
        <Notice kind="error" text={sentence} />
        <p>
          <a href={orderPagePath(code)}>{`Order ${code}`}</a>
        </p>
      </>
    ),
  })
}
