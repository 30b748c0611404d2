// Error pages: not found, internal error, temporarily unavailable.
import { codeFormat } from '../../domain/orders/record/code.ts'
import { pageResponse } from './layout.tsx'

/** Keeps search engines away from pages that anyone with the link can open. */
export const unlistedHeaders = (): Headers => new Headers({ 'x-robots-tag': 'noindex, nofollow' })

export function notFoundPage(): Response {
  return pageResponse({
    title: 'Page not found',
    status: 404,
    headers: unlistedHeaders(),
    visitor: null,
    body: (
      <>
        <h1>Page not found</h1>
        <p>
          The <a href="/">start page</a> gives an overview, and the{' '}
          <a href="/docs">documentation</a> has guides and every endpoint.
        </p>
      </>
    ),
  })
}

/** Page for every unknown code, well-formed or not. */
export function orderNotFoundPage(): Response {
  return pageResponse({
    title: 'Order not found',
    status: 404,
    headers: unlistedHeaders(),
    visitor: null,
    body: (
      <>
        <h1>Order not found</h1>
        <p>
          {`Check the code: it is ${codeFormat}, in capitals, and after the hyphen it never contains 0, 1, I, L or O. `}
          You can find it in the response to the order and in the confirmation email.
        </p>
      </>
    ),
  })
}

export function brokenPage(): Response {
  return pageResponse({
    title: 'Something went wrong',
    status: 500,
    headers: unlistedHeaders(),
    visitor: null,
    body: (
      <>
        <h1>Something went wrong on our side</h1>
        <p>The error was logged. Try again in a moment.</p>
      </>
    ),
  })
}

/** `sentence` states what is unavailable and what to do. */
export function unavailablePage(sentence: string, headers: Headers): Response {
  headers.set('x-robots-tag', 'noindex, nofollow')
  return pageResponse({
    title: 'Temporarily unavailable',
    status: 503,
    headers,
    visitor: null,
    body: (
      <>
        <h1>Temporarily unavailable</h1>
        <p>{sentence}</p>
      </>
    ),
  })
}
