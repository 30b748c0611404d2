// The account page of a signed-in user: orders, generations, credits, card, limits, secrets and sign-in.
import { Html } from '@elysiajs/html'
import type { SecondFactorState } from '../../domain/base/caller.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import { shortMoney } from '../base/money.ts'
import { StateBadge } from '../base/state-badge.tsx'
import type { AccountView } from './account-view.ts'
import { ApiKey, Tokens } from './credentials.tsx'
import { Generations } from './generations.tsx'
import { OrderLine } from './order-line.tsx'
import { SpendingLimits } from './spending.tsx'

export function Account(account: AccountView) {
  const { email, role, card, apiKey, tokens, credits, samples, orders, fresh, tokenForm } = account
  return (
    <>
      <h1>Your account</h1>
      <div class="row signed-in">
        <p class="muted">
          Signed in as <strong safe>{email}</strong>
          {role === null ? (
            ''
          ) : (
            <>
              {' · '}
              <a href="/operator">Operator page</a>
            </>
          )}
        </p>
        <form method="post" action="/account/sign-out">
          <button type="submit" class="quiet">
            Sign out
          </button>
        </form>
      </div>
      <Orders orders={orders} />
      <Generations generations={account.generations} />
      <Credits credits={credits} samples={samples} packs={account.packs} />
      <Card card={card} />
      <SpendingLimits spending={account.spending} form={account.spendingForm} />
      <ApiKey apiKey={apiKey} hasCard={card !== null} fresh={fresh} />
      <Tokens tokens={tokens} fresh={fresh} form={tokenForm ?? { name: '', errors: {} }} />
      <SecondFactor state={account.secondFactor} />
    </>
  )
}

function Card({ card }: { card: SavedCard | null }) {
  return (
    <section class="panel" aria-labelledby="card">
      <h2 id="card">Card</h2>
      {card === null ? (
        <p>
          No card on file. Orders are charged to a saved card, which you enter on the card
          processor’s page.
        </p>
      ) : (
        <p>
          <strong safe>{`${brandName(card.brand)} ending in ${card.last4}`}</strong> is charged for
          every order on this account.
        </p>
      )}
      <form method="post" action="/api/account/card">
        <button type="submit" class={card === null ? '' : 'quiet'}>
          {card === null ? 'Save a card' : 'Replace the card'}
        </button>
      </form>
    </section>
  )
}

function Credits({ credits, samples, packs }: Pick<AccountView, 'credits' | 'samples' | 'packs'>) {
  return (
    <section class="panel" aria-labelledby="credits">
      <h2 id="credits">Credits</h2>
      <p>
        <strong>{credits === 1 ? '1 credit' : `${credits} credits`}</strong> left for{' '}
        <a href="/docs#startGeneration">generating models</a>. From text, a draft costs 1 credit and
        a high-fidelity model 2. The credits of a failed generation are refunded.
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

function SecondFactor({ state }: { state: SecondFactorState }) {
  const isOn = state !== 'none'
  return (
    <section class="panel" aria-labelledby="factor">
      <div class="row apart">
        <h2 id="factor">Second factor</h2>
        {isOn ? <StateBadge state="done" label="On" /> : <span class="state">Off</span>}
      </div>
      <p>
        {isOn
          ? 'Signing in asks for a code from your authenticator app after your password.'
          : 'Protect your account with a code from an authenticator app, which signing in asks for after your password.'}
      </p>
      <p>
        <a class="button quiet" href="/account/second-factor">
          {isOn ? 'Backup codes and turning it off' : 'Set up a second factor'}
        </a>
      </p>
    </section>
  )
}

function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1)
}
