// Submits a hosted page as a browser would, for tests and for the demo account's test card.

export type Visit =
  | { readonly kind: 'redirected'; readonly location: string }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }

export type VisitCard = {
  /** Number of a test card. Spaces are allowed. */
  readonly number: string
  readonly expiry?: string
  readonly cvc?: string
  /** Reaction to 3-D Secure. Defaults to `complete`. */
  readonly authentication?: 'complete' | 'fail'
}

/** Submits the card to the page at `url`, passes 3-D Secure when required, and returns the URL to which the page redirects. */
export async function visitHostedPage(url: string, card: VisitCard): Promise<Visit> {
  const first = await post(url, {
    number: card.number,
    expiry: card.expiry ?? '12 / 40',
    cvc: card.cvc ?? '123',
  })
  // For the 3-D Secure step, the page redirects the visitor to itself.
  const asksForAuthentication =
    first.kind === 'redirected' && new URL(first.location, url).href === url
  if (!asksForAuthentication) return first
  return post(`${url}/authenticate`, { outcome: card.authentication ?? 'complete' })
}

async function post(url: string, fields: Record<string, string>): Promise<Visit> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const location = response.headers.get('location')
  if (response.status === 303 && location !== null) return { kind: 'redirected', location }
  const message = /<p role="alert">([^<]*)<\/p>/.exec(await response.text())?.[1] ?? ''
  return { kind: 'refused', status: response.status, message: message.replaceAll('&#39;', "'") }
}
