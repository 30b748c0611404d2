// The account page of a signed-in user: card, API key, tokens, credits, generations, orders. A new secret is shown once.
import { Html } from '@elysiajs/html'
import type { OperatorRole } from '../../domain/accounts/operator.ts'
import type { ApiKeyRecord, ExtensionTokenRecord } from '../../domain/accounts/ports.ts'
import type { CreditPack } from '../../domain/gift-cards/ports.ts'
import { chargeLabelOf } from '../../domain/orders/charge-words.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import { attribute } from '../base/attribute.ts'
import { type FieldErrors, TextField } from '../base/form-fields.tsx'
import { money, shortMoney } from '../base/money.ts'
import { Time } from '../base/time.tsx'
import { StatusBadge } from '../orders/order-parts.tsx'
import { Generations, type ShownGeneration } from './generations.tsx'

export type AccountView = {
  readonly email: string
  /** Operators and viewers get a link to the operator pages. */
  readonly role: OperatorRole | null
  readonly card: SavedCard | null
  readonly apiKey: ApiKeyRecord | null
  readonly tokens: readonly ExtensionTokenRecord[]
  /** The balance for generating models. */
  readonly credits: number
  /** Packs of credits that can be bought. */
  readonly packs: readonly CreditPack[]
  /** No 3D engine is configured, so generations return sample models. */
  readonly samples: boolean
  /** The newest ones, newest first. */
  readonly generations: readonly ShownGeneration[]
  /** The newest ones, newest first. */
  readonly orders: readonly Order[]
  /** A secret that was just created; it is never shown again. */
  readonly fresh: FreshSecret | null
  /** The entries of a token form that was refused, and the reasons. */
  readonly tokenForm?: TokenForm
}

export type TokenForm = { readonly name: string; readonly errors: FieldErrors }

export type FreshSecret =
  | { readonly kind: 'api_key'; readonly secret: string }
  | { readonly kind: 'extension_token'; readonly secret: string; readonly name: string }

export function Account(account: AccountView) {
  const { email, role, card, apiKey, tokens, credits, samples, orders, fresh, tokenForm } = account
  return (
    <>
      <div class="row apart">
        <h1>Your account</h1>
        <form method="post" action="/account/sign-out">
          <button type="submit" class="quiet">
            Sign out
          </button>
        </form>
      </div>
      <p class="lead">
        Signed in as <strong safe>{email}</strong>.{' '}
        {role === null ? '' : <a href="/operator">Operator page</a>}
      </p>
      <Card card={card} />
      <ApiKey apiKey={apiKey} hasCard={card !== null} fresh={fresh} />
      <Tokens tokens={tokens} fresh={fresh} form={tokenForm ?? { name: '', errors: {} }} />
      <Credits credits={credits} samples={samples} packs={account.packs} />
      <Generations generations={account.generations} />
      <Orders orders={orders} />
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

type ApiKeyProps = Pick<AccountView, 'apiKey' | 'fresh'> & { hasCard: boolean }

function ApiKey({ apiKey, hasCard, fresh }: ApiKeyProps) {
  return (
    <section class="panel" aria-labelledby="api-key">
      <h2 id="api-key">API key</h2>
      {fresh?.kind === 'api_key' ? <Secret title="Your new API key" secret={fresh.secret} /> : ''}
      {apiKey === null ? (
        <p>
          You have no API key yet. A key can place orders on your card and read them, so keep it as
          safe as a password.
        </p>
      ) : (
        <Facts prefix={apiKey.prefix} createdAt={apiKey.createdAt} />
      )}
      {hasCard ? <KeyActions exists={apiKey !== null} /> : <NeedsCard exists={apiKey !== null} />}
    </section>
  )
}

function KeyActions({ exists }: { exists: boolean }) {
  if (!exists) {
    return (
      <form method="post" action="/account/api-key">
        <button type="submit">Create a key</button>
      </form>
    )
  }
  return (
    <div class="row">
      <form
        method="post"
        action="/account/api-key"
        data-confirm="Your current key will stop working immediately. Create a new one?"
      >
        <button type="submit" class="quiet">
          Replace the key
        </button>
      </form>
      <RevokeKey />
    </div>
  )
}

function NeedsCard({ exists }: { exists: boolean }) {
  return (
    <>
      <p class="muted">Save a card first: orders placed with a key are charged to it.</p>
      {exists ? <RevokeKey /> : ''}
    </>
  )
}

function RevokeKey() {
  return (
    <form
      method="post"
      action="/account/api-key/revoke"
      data-confirm="Programs that use this key will stop working immediately. Revoke it?"
    >
      <button type="submit" class="danger">
        Revoke the key
      </button>
    </form>
  )
}

function Facts({ prefix, createdAt }: { prefix: string; createdAt: Date }) {
  return (
    <dl class="facts">
      <dt>Begins with</dt>
      <dd>
        <code safe>{`${prefix}…`}</code>
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} />
      </dd>
    </dl>
  )
}

type TokensProps = Pick<AccountView, 'tokens' | 'fresh'> & { form: TokenForm }

function Tokens({ tokens, fresh, form }: TokensProps) {
  return (
    <section class="panel" aria-labelledby="tokens">
      <h2 id="tokens">Extension tokens</h2>
      <p>
        Create a token for each program you connect, so that you can revoke each one separately. A
        token can place orders on your card and generate models with your credits, but it cannot
        read your orders.
      </p>
      {fresh?.kind === 'extension_token' ? (
        <Secret title={`Your new token “${fresh.name}”`} secret={fresh.secret} />
      ) : (
        ''
      )}
      {tokens.length === 0 ? (
        ''
      ) : (
        <ul class="items">
          {tokens.map((token) => (
            <Token token={token} />
          ))}
        </ul>
      )}
      <form method="post" action="/account/extension-tokens">
        <TextField
          id="token-name"
          name="name"
          label="Name of the program or device"
          value={form.name}
          errors={form.errors}
          input={{ maxlength: 100, required: true, autocomplete: 'off' }}
        />
        <button type="submit" class="quiet">
          Create a token
        </button>
      </form>
    </section>
  )
}

function Token({ token }: { token: ExtensionTokenRecord }) {
  return (
    <li>
      <div>
        <strong safe>{token.name}</strong>
        <p class="hint">
          <code safe>{`${token.prefix}…`}</code>, created <Time at={token.createdAt} />
        </p>
      </div>
      <form
        method="post"
        action={`/account/extension-tokens/${token.id}/revoke`}
        data-confirm="This program will lose access immediately. Revoke its token?"
      >
        <button
          type="submit"
          class="danger"
          aria-label={attribute(`Revoke the token ${token.name}`)}
        >
          Revoke
        </button>
      </form>
    </li>
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
      <h2 id="orders">Recent orders</h2>
      {orders.length === 0 ? (
        <p>
          No orders yet. The <a href="/#start">start page</a> has a command to start with.
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

function OrderLine({ order }: { order: Order }) {
  const { code, status, options, price, refundedCents, createdAt } = order
  return (
    <li>
      <div>
        <a class="strong" href={`/orders/${encodeURIComponent(code)}`} safe>
          {code}
        </a>
        <p class="hint">
          {`${options.quantity} × ${options.material.toUpperCase()}`}, {money(price.totalCents)}
          {refundedCents === 0 ? '' : ` (${money(refundedCents)} refunded)`},{' '}
          <Time at={createdAt} />
          {order.paid ? '' : `, ${chargeLabelOf(order)}`}
        </p>
      </div>
      <StatusBadge status={status} />
    </li>
  )
}

/** The id is fixed because a page shows at most one secret. */
function Secret({ title, secret }: { title: string; secret: string }) {
  return (
    <div class="notice warning" role="status" data-secret>
      <p>
        <strong safe>{title}</strong>. Copy it now; it will not be shown again.
      </p>
      <div class="secret">
        <code id="secret" safe>
          {secret}
        </code>
        <button type="button" data-copy="secret" hidden>
          Copy
        </button>
      </div>
    </div>
  )
}

function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1)
}
