// Page for an order whose placement was interrupted. It reads no data, so it works while the database fails.
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { Notice } from '../../html/notice.tsx'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageLanguage } from '../base/page-language.tsx'

/** `sentence` names the order and states what is known about its payment. */
export function unconfirmedOrderPage({
  code,
  sentence,
  language,
}: {
  readonly code: string
  readonly sentence: string
  readonly language: PageLanguage
}): Response {
  const { words } = language
  return pageResponse({
    title: words.text('checkout.titleError'),
    language,
    status: 500,
    headers: unlistedHeaders(),
    visitor: null,
    body: (
      <>
        <h1>{words.text('checkout.title')}</h1>
        <Notice kind="error" text={sentence} />
        <p>
          <a href={orderPagePath(code)}>{words.text('waiting.order', { code })}</a>
        </p>
      </>
    ),
  })
}
