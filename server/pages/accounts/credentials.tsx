// Secrets of an account: its API key and its extension tokens. A new secret is shown once.

import { pageOverlapHours } from '../../domain/accounts/api-key.ts'
import { maxTokenNameCharacters } from '../../domain/accounts/extension-tokens.ts'
import type { ApiKeyRecord, ExtensionTokenRecord } from '../../domain/accounts/ports.ts'
import { Choice, TextField } from '../../html/form-fields.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import type { AccountView, TokenForm } from './account-view.ts'
import { sectionPaths } from './frame.tsx'

type ApiKeyProps = Pick<AccountView, 'apiKey' | 'fresh'> & { hasCard: boolean }

export function ApiKey({ apiKey, hasCard, fresh }: ApiKeyProps) {
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
        <Facts {...apiKey} />
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
        data-confirm="Create a new key? Unless you keep it, the present one stops working immediately."
      >
        <Choice
          type="checkbox"
          id="overlap"
          name="overlap"
          value="1"
          label={`Keep the present key working for ${pageOverlapHours} hours`}
          checked={false}
        />
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
      <p class="muted">
        <a href="/account#card">Save a card</a> first: orders placed with a key are charged to it.
      </p>
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

function Facts({ prefix, createdAt, replaced }: ApiKeyRecord) {
  return (
    <dl class="facts">
      <dt>Begins with</dt>
      <dd>
        <code>{`${prefix}…`}</code>
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} words={english} />
      </dd>
      {replaced === null ? (
        ''
      ) : (
        <>
          <dt>Replaced key</dt>
          <dd>
            <code>{`${replaced.prefix}…`}</code> works until{' '}
            <Time at={replaced.validUntil} words={english} />
          </dd>
        </>
      )}
    </dl>
  )
}

type TokensProps = Pick<AccountView, 'tokens' | 'fresh'> & { form: TokenForm }

export function Tokens({ tokens, fresh, form }: TokensProps) {
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
          input={{ maxlength: maxTokenNameCharacters, required: true, autocomplete: 'off' }}
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
        <strong>{token.name}</strong>
        <p class="hint">
          <code>{`${token.prefix}…`}</code>, created <Time at={token.createdAt} words={english} />
        </p>
      </div>
      <form
        method="post"
        action={`/account/extension-tokens/${token.id}/revoke`}
        data-confirm="This program will lose access immediately. Revoke its token?"
      >
        <button type="submit" class="danger" aria-label={`Revoke the token ${token.name}`}>
          Revoke
        </button>
      </form>
    </li>
  )
}

/**
 * Shows a new secret. The id is fixed because a page shows at most one secret. `data-secret` is the page to reload.
 */
function Secret({ title, secret }: { title: string; secret: string }) {
  return (
    <div class="notice warning" role="status" data-secret={sectionPaths.developer}>
      <p>
        <strong>{title}</strong>. Copy it now; it will not be shown again.
      </p>
      <div class="secret">
        <code id="secret">{secret}</code>
        <button type="button" data-copy="secret" hidden>
          Copy
        </button>
      </div>
    </div>
  )
}
