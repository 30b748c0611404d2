// Origins that the forms of this service's pages may redirect to: the card processor's hosted pages.

const stripePages = 'https://checkout.stripe.com'
/** A stand-in of the processor on this machine, as in local mode and in a rehearsal, serves the pages on any free port. */
const localPages = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * Returns the origins for a page's policy, because browsers also check redirects of forms. `known` is a hosted page
 * that is already open. A processor account may have a custom domain for hosted pages.
 */
export function hostedPages(
  { isProcessorLocal }: { readonly isProcessorLocal: boolean },
  known: string | null = null,
): readonly string[] {
  const own = known !== null && URL.canParse(known) ? [new URL(known).origin] : []
  return [...new Set([stripePages, ...own, ...(isProcessorLocal ? localPages : [])])]
}
