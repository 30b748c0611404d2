// /account for a signed-in user: orders and generations, with credits, the card and links to other pages next to them.
import { creditsText, modeCredits } from '../../domain/generation/request/credit-cost.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { FormKey } from '../base/form-key.tsx'
import { shortMoney } from '../base/money.ts'
import type { AccountView } from './account-view.ts'
import { Card } from './card.tsx'
import { Generations } from './generations.tsx'
import { OrderLine } from './order-line.tsx'
import { SignOutForm } from './sign-out-form.tsx'

export function Overview({ account }: { account: AccountView }) {
  const { email, role, orders, generations, credits, samples, packs, formKey, card, cardLostAt } =
    account
  return (
    <>
      <h1>Your account</h1>
      <div class="row signed-in">
        <p class="muted">
          Signed in as <strong>{email}</strong>
          {role === null ? (
            ''
          ) : (
            <>
              {' · '}
              <a href="/operator">Operator page</a>
            </>
          )}
        </p>
        <SignOutForm />
      </div>
      <div class="account-columns">
        <div>
          <Orders orders={orders} />
          <Generations generations={generations} />
        </div>
        <div>
          <Credits credits={credits} samples={samples} packs={packs} formKey={formKey} />
          <Card card={card} lostAt={cardLostAt} />
          <Programs apiKey={account.apiKey} />
        </div>
      </div>
    </>
  )
}

function Orders({ orders }: { orders: readonly Order[] }) {
  return (
    <section class="panel" aria-labelledby="orders">
      <div class="row apart">
        <h2 id="orders">Orders</h2>
        {orders.length === 0 ? '' : <a href="/account/orders">All orders</a>}
      </div>
      {orders.length === 0 ? (
        <p>
          No orders yet. <a href="/quote">Choose a 3D model</a> to see its price, or{' '}
          <a href="/#start">order with one request</a>.
        </p>
      ) : (
        <ul class="items">
          {orders.map((order) => (
            <OrderLine order={order} />
          ))}
        </ul>
      )}
    </section>
  )
}

type CreditsProps = Pick<AccountView, 'credits' | 'samples' | 'packs' | 'formKey'>

function Credits({ credits, samples, packs, formKey }: CreditsProps) {
  return (
    <section class="panel" aria-labelledby="credits">
      <h2 id="credits">Credits</h2>
      <p>
        <strong>{creditsText(credits)}</strong> left for <a href="/generate">generating models</a>.
        From text, a draft costs {creditsText(modeCredits.fast_draft)} and a high-fidelity model{' '}
        {modeCredits.hi_fi}. The credits of a failed generation are refunded.
      </p>
      {samples ? (
        <p>
          No 3D engine is configured on this server, so generations return sample models. They still
          cost credits.
        </p>
      ) : (
        ''
      )}
      {packs.length === 0 ? (
        <p class="hint">No credits are sold here; the print farm’s operators can add some.</p>
      ) : (
        <form class="row" method="post" action="/account/credits">
          <FormKey value={formKey} />
          {packs.map(({ credits: pack, cents }) => (
            <button type="submit" class="quiet" name="pack" value={String(pack)}>
              {`Buy ${pack} credits for ${shortMoney(cents)}`}
            </button>
          ))}
        </form>
      )}
    </section>
  )
}

/** The ids match sections of the developer page, which used to be on this page, so that old links still reach them. */
function Programs({ apiKey }: Pick<AccountView, 'apiKey'>) {
  return (
    <section class="panel" aria-labelledby="programs">
      <h2 id="programs">Programs</h2>
      <p>
        {apiKey === null ? 'No API key yet. ' : ''}Programs and agents order with your{' '}
        <a id="api-key" href="/account/developer#api-key">
          API key
        </a>{' '}
        or an{' '}
        <a id="tokens" href="/account/developer#tokens">
          extension token
        </a>
        , within your{' '}
        <a id="spending" href="/account/developer#spending">
          spending limits
        </a>
        .
      </p>
    </section>
  )
}
