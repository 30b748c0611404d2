// Every kind of caller of the service, and all their credentials: valid, replaced, revoked, another account's, never
// issued, malformed, and several in one request.

import { createHmac } from 'node:crypto'
import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import { createSecret } from '../../../server/domain/accounts/secrets.ts'
import type { AccountCaller } from '../../../server/domain/base/caller.ts'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL, type TestService } from '../../../testing/service/service.ts'

export type Kind =
  | 'api_key'
  | 'extension_token'
  | 'session'
  /** A session that lacks its second factor. */
  | 'pending_session'
  | 'internal_key'
  | 'internal_bearer'
  | 'signature'
export type Who = 'owner' | 'other' | 'operator'

/** One account with all its credentials. */
export type Person = {
  readonly caller: AccountCaller
  readonly apiKey: string
  readonly token: string
  readonly cookie: string
  /** Prefixes of key and token, as lists show them. */
  readonly marks: readonly string[]
}

export type Cast = {
  readonly people: Readonly<Record<Who, Person>>
  /** Paid order of the owner. */
  readonly orderCode: string
  readonly credentials: readonly Credential[]
}

/** Credential of a request. `proves`: its kinds, and the owner; empty for an invalid one. */
export type Credential = {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly proves: Partial<Record<Kind, Who>>
  /**
   * A secret of this kind comes first and is not valid: it decides alone, whatever other credentials the request has.
   */
  readonly dead?: Kind
  /** The browser reports that another site's page sent the request. */
  readonly elsewhere?: boolean
}

/** An event of the processor; the signature covers it. */
export const WEBHOOK_BODY = JSON.stringify({
  id: 'evt_of_the_matrix',
  object: 'event',
  type: 'customer.created',
  data: { object: { id: 'cus_1', object: 'customer' } },
})

let casts = 0

/** Creates new accounts, so that a row that uses up its credentials does not affect another row. */
export async function openCast(service: TestService): Promise<Cast> {
  casts += 1
  const early = await person(service, `owner${casts}@example.com`)
  const dead = await deadSecrets(service, early.caller)
  // Issued after the rotated one.
  const owner = withKey(early, await issueKey(service, early.caller))
  const other = await person(service, `other${casts}@example.com`)
  const operator = await person(service, OPERATOR_EMAIL)
  const { code } = await placed(
    submit(service, { headers: { authorization: `Bearer ${owner.apiKey}` } }),
  )
  const people = { owner, other, operator }
  const credentials = [
    { name: 'nothing', headers: {}, proves: {} },
    ...secrets(people, dead),
    ...(await sessions(service, people)),
    ...malformed(owner),
    ...several(people),
    ...farm(service),
  ]
  return { people, orderCode: code, credentials }
}

async function person(service: TestService, email: string): Promise<Person> {
  const cookie = await service.signIn(email)
  const { accountId } = await service.service.createUser({ email, password: 'unused' })
  const caller: AccountCaller = { kind: 'account', accountId, email, credential: 'session' }
  await saveCard(service, caller)
  const apiKey = await issueKey(service, caller)
  const { token } = await mintToken(service, caller)
  return withKey({ caller, apiKey, token, cookie, marks: [] }, apiKey)
}

const withKey = (of: Person, apiKey: string): Person => ({
  ...of,
  apiKey,
  marks: [of.caller.email, apiKey.slice(0, 14), of.token.slice(0, 14)],
})

async function saveCard({ deps, stripe }: TestService, { accountId, email }: AccountCaller) {
  const customerId = idOf(await stripe.call('/v1/customers', { email }))
  const attached = await stripe.call('/v1/payment_methods/pm_card_visa/attach', {
    customer: customerId,
  })
  const linked = await deps.accounts.linkCustomer(accountId, customerIdOf(customerId))
  const card = { paymentMethodId: paymentMethodIdOf(idOf(attached)), brand: 'visa', last4: '4242' }
  await deps.accounts.saveCard({ ...card, customerId: linked })
}

function idOf(response: unknown): string {
  if (typeof response === 'object' && response !== null && 'id' in response) {
    return String(response.id)
  }
  throw new Error('The stand-in made nothing.')
}

async function issueKey({ deps }: TestService, { accountId }: AccountCaller): Promise<string> {
  const { secret, hash, prefix } = await createSecret(deps.ids, 'api_key')
  await deps.accounts.replaceApiKey(accountId, hash, prefix)
  return secret
}

/** Creates a token of the account that nothing else in the matrix uses. */
export async function mintToken({ deps }: TestService, caller: AccountCaller) {
  const minted = await createExtensionToken(deps, caller, { name: 'of the matrix' })
  if (!minted.ok) throw new Error(minted.failure.kind)
  return minted.value
}

type Dead = { readonly kind: Kind; readonly name: string; readonly value: string }

/** Returns former secrets of the owner or of an account, and one of each kind that was never issued. */
async function deadSecrets(service: TestService, owner: AccountCaller): Promise<readonly Dead[]> {
  const { deps } = service
  const rotated = await issueKey(service, owner)
  const revoked = await service.account()
  await deps.accounts.deleteApiKey(revoked.accountId)
  const token = await mintToken(service, owner)
  await deps.accounts.deleteExtensionToken(owner.accountId, token.id)
  return [
    { kind: 'api_key', name: 'a rotated key', value: rotated },
    { kind: 'api_key', name: 'a revoked key', value: revoked.apiKey },
    { kind: 'api_key', name: 'a key never issued', value: `svc_live_${'0'.repeat(48)}` },
    { kind: 'extension_token', name: 'a revoked token', value: token.token },
    { kind: 'extension_token', name: 'a token never issued', value: `svc_ext_${'0'.repeat(48)}` },
  ]
}

/** Header forms of contract.md 6; the scheme is case-insensitive. */
const forms = (secret: string): readonly (readonly [string, Record<string, string>])[] => [
  ['as Bearer', { authorization: `Bearer ${secret}` }],
  ['as bearer', { authorization: `bearer ${secret}` }],
  ['as x-api-key', { 'x-api-key': secret }],
]

function secrets(people: Cast['people'], dead: readonly Dead[]): readonly Credential[] {
  const living = (['owner', 'other', 'operator'] as const).flatMap((who) => [
    { name: `the key of the ${who}`, kind: 'api_key' as const, value: people[who].apiKey, who },
    {
      name: `the token of the ${who}`,
      kind: 'extension_token' as const,
      value: people[who].token,
      who,
    },
  ])
  return [
    ...living.flatMap(({ name, kind, value, who }) =>
      forms(value).map(([form, headers]) => ({
        name: `${name} ${form}`,
        headers,
        proves: { [kind]: who },
      })),
    ),
    ...dead.flatMap(({ name, kind, value }) =>
      forms(value).map(([form, headers]) => ({
        name: `${name} ${form}`,
        headers,
        proves: {},
        dead: kind,
      })),
    ),
  ]
}

async function sessions(
  service: TestService,
  people: Cast['people'],
): Promise<readonly Credential[]> {
  const ended = await service.signIn(people.owner.caller.email)
  const origin = service.baseUrl
  await service.fetch('/api/auth/sign-out', rawPost(undefined, { cookie: ended, origin }))
  const elsewhere = { origin: 'https://elsewhere.example' }
  return [
    ...(['owner', 'other', 'operator'] as const).map((who) => ({
      name: `the session of the ${who}`,
      headers: { cookie: people[who].cookie },
      proves: { session: who },
    })),
    {
      name: 'the session of the owner, on our own page',
      headers: { cookie: people.owner.cookie, origin },
      proves: { session: 'owner' },
    },
    {
      name: 'the session of the owner, brought by another site',
      headers: { cookie: people.owner.cookie, ...elsewhere },
      proves: {},
      elsewhere: true,
    },
    { name: 'a session that was signed out', headers: { cookie: ended }, proves: {} },
    {
      name: 'a session with another signature',
      headers: { cookie: tampered(people.owner.cookie) },
      proves: {},
    },
    {
      name: 'a session without its second factor',
      headers: { cookie: await pendingSession(service) },
      proves: { pending_session: 'other' },
    },
  ]
}

/** Opens a session of a separate account: its second factor was confirmed, and the session was not ended. */
async function pendingSession({ signIn, service }: TestService): Promise<string> {
  const email = `pending${casts}@example.com`
  const cookie = await signIn(email)
  const confirm = 'update auth_users set "twoFactorEnabled" = true where email = $1'
  await service.database.pool.query(confirm, [email])
  return cookie
}

/** Changes the last letters of the cookie, which belong to the signature of its token. */
function tampered(cookie: string): string {
  const at = cookie.length - 12
  const letter = cookie[at] === 'A' ? 'B' : 'A'
  return cookie.slice(0, at) + letter + cookie.slice(at + 1)
}

/** Malformed secrets that resemble a key. */
function malformed({ apiKey, token, cookie }: Person): readonly Credential[] {
  const hex = apiKey.slice('svc_live_'.length)
  const headers: Readonly<Record<string, Record<string, string>>> = {
    'a key without a scheme': { authorization: apiKey },
    'a key as Basic': { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
    'a scheme without a key': { authorization: 'Bearer' },
    'an empty x-api-key': { 'x-api-key': '' },
    'a scheme in x-api-key': { 'x-api-key': `Bearer ${apiKey}` },
    'a key cut short': { authorization: `Bearer ${apiKey.slice(0, -1)}` },
    'a key with an extra character': { authorization: `Bearer ${apiKey}0` },
    'a key in capitals': { 'x-api-key': apiKey.toUpperCase() },
    'a key for a sandbox': { 'x-api-key': `svc_test_${hex}` },
    "a key's letters as a token": { 'x-api-key': `svc_ext_${hex}` },
    "a token's letters as a key": { 'x-api-key': `svc_live_${token.slice('svc_ext_'.length)}` },
    'a key in a cookie': { cookie: `api_key=${apiKey}` },
    'a session as Bearer': { authorization: `Bearer ${cookie.split('=')[1] ?? ''}` },
    'a quote in a key': { 'x-api-key': `svc_live_' or '1'='1` },
  }
  return Object.entries(headers).map(([name, sent]) => ({
    name,
    headers: sent,
    proves: {},
    ...(name === "a token's letters as a key" ? { dead: 'api_key' } : {}),
    ...(name === "a key's letters as a token" ? { dead: 'extension_token' } : {}),
  }))
}

function several({ owner, other }: Cast['people']): readonly Credential[] {
  const deadKey = `svc_live_${'f'.repeat(48)}`
  return [
    {
      name: 'the token of the other as Bearer beside the key of the owner',
      headers: { authorization: `Bearer ${other.token}`, 'x-api-key': owner.apiKey },
      proves: { extension_token: 'other', api_key: 'owner' },
    },
    {
      name: 'a session of the owner beside the key of the other',
      headers: { cookie: owner.cookie, 'x-api-key': other.apiKey },
      proves: { session: 'owner', api_key: 'other' },
    },
    {
      name: 'a session of the owner beside a key that is not valid',
      headers: { cookie: owner.cookie, authorization: `Bearer ${deadKey}` },
      proves: { session: 'owner' },
      dead: 'api_key',
    },
    {
      name: 'a key that is not valid before one that is',
      headers: { authorization: `Bearer ${deadKey}`, 'x-api-key': owner.apiKey },
      proves: {},
      dead: 'api_key',
    },
  ]
}

/** Credentials of machines: the farm's internal key and the processor's signature. */
function farm({ internalKey, webhookSecret }: TestService): readonly Credential[] {
  const signed = (secret: string, at = Math.floor(Date.now() / 1000)) => {
    const mac = createHmac('sha256', secret).update(`${at}.${WEBHOOK_BODY}`).digest('hex')
    return { 'stripe-signature': `t=${at},v1=${mac}` }
  }
  const tooOld = Math.floor(Date.now() / 1000) - 3600
  return [
    {
      name: 'the internal key',
      headers: { 'x-internal-key': internalKey },
      proves: { internal_key: 'operator' },
    },
    { name: 'another internal key', headers: { 'x-internal-key': 'x'.repeat(24) }, proves: {} },
    { name: 'an empty internal key', headers: { 'x-internal-key': '' }, proves: {} },
    {
      name: 'the internal key as a bearer token',
      headers: { authorization: `Bearer ${internalKey}` },
      proves: { internal_bearer: 'operator' },
    },
    {
      name: 'another internal key as a bearer token',
      headers: { authorization: `Bearer ${'x'.repeat(24)}` },
      proves: {},
    },
    { name: 'the internal key as x-api-key', headers: { 'x-api-key': internalKey }, proves: {} },
    {
      name: "the processor's signature",
      headers: signed(webhookSecret),
      proves: { signature: 'operator' },
    },
    { name: 'a signature with another secret', headers: signed('whsec_other'), proves: {} },
    { name: 'an old signature', headers: signed(webhookSecret, tooOld), proves: {} },
    { name: 'a signature without a time', headers: { 'stripe-signature': 'v1=00' }, proves: {} },
  ]
}
