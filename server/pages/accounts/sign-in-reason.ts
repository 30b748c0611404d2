// Why a visitor is asked to sign in, depending on the page that sign-in returns to.

export type SignInReason = { readonly title: string; readonly lead: string }

const plain: SignInReason = {
  title: 'Your account',
  lead: 'Your orders, models, saved card and API key are in your account. New here? Sign up with an email address and a password.',
}

const reasons: readonly (readonly [path: string, reason: SignInReason])[] = [
  [
    '/checkout',
    {
      title: 'Sign in to check out',
      lead: 'Your order and its progress are kept in your account. Your basket stays as it is. New here? Sign up, and you return to the checkout.',
    },
  ],
  [
    '/quote/link',
    {
      title: 'Sign in to fetch the model',
      lead: 'A model from a link is kept in your account. After signing in you return to the form, with your link in it.',
    },
  ],
  [
    '/generate',
    {
      title: 'Sign in to generate a model',
      lead: 'Generated models and the credits that they cost are kept in your account. New here? Sign up, and you return to the page.',
    },
  ],
  [
    '/gift-cards',
    {
      title: 'Sign in to buy a gift card',
      lead: 'The purchase is kept in your account. New here? Sign up, and you return to the page.',
    },
  ],
]

/** `next` is a path with its query, or ''. */
export function signInReason(next: string): SignInReason {
  const [path = ''] = next.split('?')
  const reason = reasons.find(([of]) => path === of || path.startsWith(`${of}/`))
  return reason?.[1] ?? plain
}
