// The origins to which the forms of our pages may redirect: the card processor's hosted pages.

const stripePages = 'https://checkout.stripe.com'
/** In local mode the stand-in serves the pages, on any free port. */
const localPages = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * Origins for a page's policy: browsers check redirects of a form too. `known` is a hosted page that is already open; an
 * account with the processor can have its own domain for them.
 */
export function hostedPages(
  { production }: { readonly production: boolean },
  known: string | null = null,
): readonly string[] {
  const own = known !== null && URL.canParse(known) ? [new URL(known).origin] : []
  return [...new Set([stripePages, ...own, ...(production ? [] : localPages)])]
}
