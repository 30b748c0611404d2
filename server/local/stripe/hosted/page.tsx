// The HTML of the hosted pages: plain, without scripts, readable by a browser and by a test.
import type Stripe from 'stripe'
import { documentOf } from '../../../html/document.ts'
import { type Markup, raw } from '../../../html/markup.ts'
import { testCards } from '../core/cards.ts'

const stylesheet = `
  :root { color-scheme: light dark; --line: #d5d9e0; --ink: #1b2430; --soft: #5b6675; --paper: #fff; --ground: #f3f5f8; --accent: #4338ca; --bad: #b42318 }
  @media (prefers-color-scheme: dark) { :root { --line: #394252; --ink: #e8ecf2; --soft: #a2adbd; --paper: #1a202a; --ground: #10141b; --accent: #8b85f5; --bad: #ff8a7d } }
  * { box-sizing: border-box }
  body { margin: 0; padding: 0 1rem 3rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
  .notice { margin: 0 -1rem 2rem; padding: .5rem 1rem; background: #fde68a; color: #422006; text-align: center; font-size: .9rem }
  main { max-width: 27rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem }
  h1 { margin: 0 0 .25rem; font-size: 1.25rem }
  .amount { margin: 0 0 1rem; font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums }
  .item { margin: 0 0 1rem; color: var(--soft); overflow-wrap: anywhere }
  label { display: block; margin: .75rem 0 .25rem; font-size: .9rem }
  input { width: 100%; padding: .55rem .7rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .4rem }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
  button { width: 100%; margin-top: 1.25rem; padding: .7rem; font: inherit; font-weight: 600; color: #fff; background: #4338ca; border: 0; border-radius: .4rem; cursor: pointer }
  button.second { color: inherit; background: transparent; border: 1px solid var(--line) }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  [role=alert] { margin: 0 0 1rem; padding: .6rem .8rem; color: var(--bad); border: 1px solid currentcolor; border-radius: .4rem }
  .leave { display: block; margin-top: 1rem; text-align: center; color: var(--soft) }
  details { max-width: 27rem; margin: 1.25rem auto 0; color: var(--soft); font-size: .9rem }
  table { width: 100%; border-collapse: collapse } td { padding: .3rem .4rem; border-top: 1px solid var(--line); vertical-align: top }
  td:first-child { white-space: nowrap; font-family: ui-monospace, monospace }
`

/** Renders a complete page. */
export function page(
  status: number,
  title: string,
  body: Markup,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const html = documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title} (test stand-in)</title>
        <style>{raw(stylesheet)}</style>
      </head>
      <body>
        <p class="notice">
          <strong>Test stand-in.</strong> This is not Stripe. No real card works here and no money
          moves.
        </p>
        {body}
      </body>
    </html>,
  )
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...headers,
    },
  })
}

/** Known facts about the visitor. */
export type KnownVisitor = {
  readonly email: string | null
  readonly card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4'> | null
}

type TypedCard = { readonly number: string; readonly expiry: string }

/** Renders the card form, with the error of the last submission, if any. */
export function cardPage(
  session: Stripe.Checkout.Session,
  facts: {
    readonly path: string
    readonly itemName: string
    readonly known: KnownVisitor
    readonly problem: string | null
    readonly status: number
    readonly typed: TypedCard
  },
): Response {
  const isSetup = session.mode === 'setup'
  const amount = dollars(session.amount_total ?? 0)
  const title = isSetup ? 'Save a card' : `Pay ${amount}`
  return page(
    facts.status,
    title,
    <>
      <main>
        <h1>{isSetup ? title : 'Pay'}</h1>
        {isSetup ? (
          <p class="item">The card is kept for later payments. Nothing is charged now.</p>
        ) : (
          <>
            <p class="amount">{amount}</p>
            <p class="item">{facts.itemName}</p>
          </>
        )}
        {facts.problem !== null && <p role="alert">{facts.problem}</p>}
        <CardForm {...facts} button={isSetup ? 'Save card' : title} />
        <ReturnLink
          url={session.cancel_url}
          words={isSetup ? 'Cancel and go back' : 'Cancel and return to the shop'}
        />
      </main>
      <TestCards />
    </>,
  )
}

type CardFormProps = {
  readonly path: string
  readonly known: KnownVisitor
  readonly typed: TypedCard
  readonly button: string
}

function CardForm({ path, known: { email, card }, typed, button }: CardFormProps) {
  return (
    <form method="post" action={path}>
      <label for="email">Email</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="off"
        value={email ?? undefined}
        readonly={email !== null}
      />
      {card !== null && <p>{`Saved card: ${card.brand} ${card.last4}`}</p>}
      <label for="number">Card number</label>
      <input
        id="number"
        name="number"
        inputmode="numeric"
        autocomplete="off"
        placeholder="4242 4242 4242 4242"
        value={typed.number}
        required
        autofocus
      />
      <div class="pair">
        <div>
          <label for="expiry">Expiry</label>
          <input
            id="expiry"
            name="expiry"
            inputmode="numeric"
            autocomplete="off"
            placeholder="MM / YY"
            value={typed.expiry}
            required
          />
        </div>
        <div>
          <label for="cvc">CVC</label>
          <input
            id="cvc"
            name="cvc"
            inputmode="numeric"
            autocomplete="off"
            placeholder="123"
            required
          />
        </div>
      </div>
      <button type="submit">{button}</button>
    </form>
  )
}

function TestCards() {
  return (
    <details open>
      <summary>Test cards (any future date, any CVC)</summary>
      <table>
        {testCards.map((card) => (
          <tr>
            <td>{card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</td>
            <td>{card.does}</td>
          </tr>
        ))}
      </table>
    </details>
  )
}

/** Renders the 3-D Secure step. */
export function authenticationPage(session: Stripe.Checkout.Session, path: string): Response {
  const title = 'Complete authentication'
  const action = `${path}/authenticate`
  return page(
    200,
    title,
    <main>
      <h1>{title}</h1>
      <p class="item">The bank asks you to confirm that it is you (3-D Secure).</p>
      <form method="post" action={action}>
        <button type="submit" name="outcome" value="complete">
          {title}
        </button>
      </form>
      <form method="post" action={action}>
        <button type="submit" class="second" name="outcome" value="fail">
          Fail authentication
        </button>
      </form>
      <ReturnLink url={session.cancel_url} words="Cancel and go back" />
    </main>,
  )
}

/** Renders a session that no longer accepts a card. */
export function closedPage(session: Stripe.Checkout.Session): Response {
  if (session.status === 'complete') {
    const back = session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null
    return page(
      200,
      'Done',
      <main>
        <h1>{session.mode === 'setup' ? 'The card is saved.' : 'Payment complete.'}</h1>
        <ReturnLink url={back} words="Continue" />
      </main>,
    )
  }
  return page(
    410,
    'Expired',
    <main>
      <h1>This page has expired.</h1>
      <p class="item">You have not been charged. Go back and try again.</p>
      <ReturnLink url={session.cancel_url} words="Go back" />
    </main>,
  )
}

export const unknownPage = (): Response =>
  page(
    404,
    'Not found',
    <main>
      <h1>There is no such page.</h1>
    </main>,
  )

function ReturnLink({ url, words }: { readonly url: string | null; readonly words: string }) {
  return (
    url !== null && (
      <a class="leave" href={url}>
        {words}
      </a>
    )
  )
}

const dollars = (cents: number): string =>
  `$${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
