// Pages for what is not there and for what broke.
import { Html } from '@elysiajs/html'
import { pageResponse } from './layout.tsx'

/** For pages that belong to whoever has their address: search engines are to leave them alone. */
export const unlisted = (): Headers => new Headers({ 'x-robots-tag': 'noindex, nofollow' })

export function notFoundPage(): Promise<Response> {
  return pageResponse({
    title: 'Not found',
    status: 404,
    headers: unlisted(),
    body: (
      <>
        <h1>There is nothing at this address</h1>
        <p>
          The <a href="/">start page</a> says what there is, and the <a href="/docs">reference</a>{' '}
          lists every endpoint.
        </p>
      </>
    ),
  })
}

/** One answer for every unknown code, whatever it looks like. */
export function orderNotFoundPage(): Promise<Response> {
  return pageResponse({
    title: 'Order not found',
    status: 404,
    headers: unlisted(),
    body: (
      <>
        <h1>We do not know this order</h1>
        <p>
          Look at the code again: it is <code>SVC-</code> and six characters, all of them capital
          letters or digits, and it never has a 0, 1, I, L or O in it. It stands in the answer to
          the order and in the confirmation e-mail.
        </p>
      </>
    ),
  })
}

export function brokenPage(): Promise<Response> {
  return pageResponse({
    title: 'Something broke',
    status: 500,
    headers: unlisted(),
    body: (
      <>
        <h1>Something broke on our side</h1>
        <p>It was logged. Try again shortly; nothing that you did is lost.</p>
      </>
    ),
  })
}

/** `sentence` names what cannot be reached and what to do. */
export function unavailablePage(sentence: string, headers: Headers): Promise<Response> {
  headers.set('x-robots-tag', 'noindex, nofollow')
  return pageResponse({
    title: 'Not available right now',
    status: 503,
    headers,
    body: (
      <>
        <h1>Not available right now</h1>
        <p safe>{sentence}</p>
      </>
    ),
  })
}
