// Access table: one row for every mounted route, from contract.md 6 and 4, and decisions.md 17 to 19. One line
// describes the outcome of a request: the status, and the text of a refusal or the target of a redirect.

import type { LimitScope } from '../../../server/domain/limits/table.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { orderForm } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL, type TestService } from '../../../testing/service/service.ts'
import { type Cast, type Kind, mintToken, WEBHOOK_BODY, type Who } from './credentials-cast.ts'
import { farmRows } from './credentials-farm.ts'
import { queueRows } from './credentials-queue.ts'
import { webRows } from './credentials-web.ts'

export type Row = {
  /** Route as it is mounted. */
  readonly route: string
  /** Accepted kinds of credential; `anyone`: the route reads none. */
  readonly takes: readonly Kind[] | 'anyone'
  /** Response to a request without an accepted credential. */
  readonly refused: string
  /**
   * Response to an accepted credential: of the resource's owner, of another account, and of an operator's account.
   */
  readonly admitted: string | Readonly<Record<Who, string>>
  /** Response to a request from another site's page, when it differs from `refused`. */
  readonly elsewhere?: string
  /** The request to send; `path` replaces the route's path when given. */
  readonly request?: (cast: Cast, service: TestService) => Promise<RequestInit & { path?: string }>
  readonly prepare?: (cast: Cast, service: TestService) => Promise<void>
  /** The request invalidates credentials, so the row gets a separate cast. */
  readonly spends?: boolean
}

const noKey = '401 Invalid or missing API key. Generate one on your profile.'
const noSession = '401 Authentication required'
const noInternalKey = '401 Invalid or missing x-internal-key.'
const noSignature = '400 Missing or invalid signature.'
const notOperator = '403 Only operators can do this.'
const toSignIn = '303 /account'
const toFactor = '303 /account?next=%2Faccount%2Fsecond-factor'

const session = ['session'] as const
const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) })

function emptyForm(): { body: FormData } {
  const body = new FormData()
  body.set('name', 'value')
  return { body }
}

function attachmentForm(): FormData {
  const body = new FormData()
  body.append('file', new File(['nothing known'], 'note.txt'))
  return body
}

const ofOrder =
  (path: string, init: RequestInit = {}): NonNullable<Row['request']> =>
  async ({ orderCode }) => ({ ...init, path: path.replace(':code', orderCode) })

/** Returns a token of the owner; creates a new one when an earlier request has revoked it. */
const ofToken =
  (path: string): NonNullable<Row['request']> =>
  async ({ people: { owner } }, service) => {
    const tokens = await service.deps.accounts.listExtensionTokens(owner.caller.accountId)
    const shown = owner.token.slice(0, 14)
    const spare = tokens.find(({ prefix }) => prefix !== shown)
    const { id } = spare ?? (await mintToken(service, owner.caller))
    return { path: path.replace(':id', id) }
  }

const api: readonly Row[] = [
  {
    route: 'POST /api/print/orders',
    takes: ['api_key', 'extension_token'],
    refused: noKey,
    admitted: '201',
    request: async () => ({ body: orderForm() }),
  },
  {
    route: 'GET /api/print/orders/:code',
    takes: ['api_key'],
    refused: noKey,
    admitted: { owner: '200', other: '404 Order not found', operator: '404 Order not found' },
    request: ofOrder('/api/print/orders/:code'),
  },
  {
    route: 'POST /api/print/orders/status',
    takes: ['api_key'],
    refused: noKey,
    admitted: '200',
    request: async ({ orderCode }) => ({ body: JSON.stringify({ codes: [orderCode] }) }),
  },
  {
    route: 'GET /api/print/orders/:code/invoice',
    takes: ['api_key'],
    refused: noKey,
    // The invoice of the order is not issued yet.
    admitted: {
      owner: '404 This order has no invoice. One is issued within a minute of the payment.',
      other: '404 Order not found',
      operator: '404 Order not found',
    },
    request: ofOrder('/api/print/orders/:code/invoice'),
  },
  // Rows that take keys precede the rows that rotate them: all casts share one operator.
  {
    route: 'GET /models/:id/file',
    takes: ['session', 'api_key', 'extension_token'],
    refused: noSession,
    admitted: '404 Generation not found',
  },
  {
    route: 'POST /api/models/:id/change',
    takes: ['session', 'api_key', 'extension_token'],
    refused: noSession,
    admitted: '400 invalid json body',
  },
  {
    route: 'POST /api/print-upload',
    takes: ['api_key', 'session'],
    refused: noSession,
    admitted: '200',
    request: async () => ({ body: orderForm() }),
  },
  ...[
    { path: 'print-upload/sign', words: '400 fileName: is required' },
    { path: 'print-upload/complete', words: '400 uploadId: is required' },
    { path: 'model-import', words: '400 url: is required' },
    { path: 'agent/order', words: '400 text: is required' },
    { path: 'agent/support', words: '400 messages: is required' },
  ].map(
    ({ path, words }): Row => ({
      route: `POST /api/${path}`,
      takes: ['api_key', 'session'],
      refused: noSession,
      admitted: words,
      request: async () => json({}),
    }),
  ),
  // The address itself is the credential.
  {
    route: 'PUT /api/print-upload/bytes/:token',
    takes: 'anyone',
    refused: '404 Upload not found',
    admitted: '404 Upload not found',
    request: async () => ({ path: '/api/print-upload/bytes/none', method: 'PUT', body: 'x' }),
  },
  {
    route: 'GET /api/account/api-key',
    takes: session,
    refused: noSession,
    admitted: '200 as themselves',
  },
  {
    route: 'POST /api/account/api-key',
    takes: session,
    refused: noSession,
    admitted: '200',
    spends: true,
  },
  {
    route: 'DELETE /api/account/api-key',
    takes: session,
    refused: noSession,
    admitted: '200',
    spends: true,
  },
  {
    route: 'GET /api/account/extension-tokens',
    takes: session,
    refused: noSession,
    admitted: '200 as themselves',
  },
  {
    route: 'POST /api/account/extension-tokens',
    takes: session,
    refused: noSession,
    admitted: '200',
    request: async () => json({ name: 'one more' }),
  },
  {
    route: 'DELETE /api/account/extension-tokens/:id',
    takes: session,
    refused: noSession,
    admitted: {
      owner: '200',
      other: '404 Extension token not found',
      operator: '404 Extension token not found',
    },
    request: ofToken('/api/account/extension-tokens/:id'),
  },
  {
    route: 'GET /api/account/requests',
    takes: session,
    refused: noSession,
    admitted: '200',
  },
  {
    route: 'GET /api/account/spending-limits',
    takes: session,
    refused: noSession,
    admitted: '200',
  },
  {
    route: 'PUT /api/account/spending-limits',
    takes: session,
    refused: noSession,
    admitted: '200',
    request: async () => json({ accountCents: null, apiKeyCents: null }),
  },
  {
    route: 'GET /api/account/buyer',
    takes: session,
    refused: noSession,
    admitted: '200',
  },
  {
    route: 'PUT /api/account/buyer',
    takes: session,
    refused: noSession,
    admitted: '200',
    request: async () => json({ company: null }),
  },
  { route: 'GET /api/account/logo', takes: session, refused: noSession, admitted: '200' },
  {
    route: 'PUT /api/account/logo',
    takes: session,
    refused: noSession,
    admitted: '400 file is required: the logo as PNG or JPEG.',
    request: async () => emptyForm(),
  },
  { route: 'DELETE /api/account/logo', takes: session, refused: noSession, admitted: '200' },
  { route: 'POST /api/account/card', takes: session, refused: noSession, admitted: '200' },
  {
    route: 'DELETE /api/account/card',
    takes: session,
    refused: noSession,
    admitted: '200',
    spends: true,
  },
  ...webRows,
  {
    route: 'POST /api/slice-quote',
    takes: session,
    refused: noSession,
    admitted: '404 Generation not found',
    request: async () => json({ generationId: 'none' }),
  },
  ...[
    { route: 'POST /api/generate', admitted: '400 invalid json body' },
    { route: 'POST /api/generate/start', admitted: '400 invalid body' },
    { route: 'GET /api/generate/status', admitted: '400 jobId required' },
    { route: 'GET /api/generations', admitted: '200' },
    {
      route: 'GET /api/drafts/:id',
      admitted: '404 This account has no set of drafts with that id.',
    },
    {
      route: 'DELETE /api/generations/:id',
      admitted: '404 Nothing of this account has that address or id.',
    },
    {
      route: 'POST /api/generations/:id/cancel',
      admitted: '404 This account has no generation with that id.',
    },
  ].map((row): Row => ({ ...row, takes: ['session', 'extension_token'], refused: noSession })),
  {
    route: 'DELETE /api/images',
    takes: session,
    refused: noSession,
    admitted: '404 Nothing of this account has that address or id.',
  },
  { route: 'GET /api/generate/active', takes: session, refused: '200', admitted: '200' },
  {
    route: 'GET /api/model-proxy',
    takes: session,
    refused: noSession,
    admitted: '400 url required',
  },
  {
    route: 'POST /api/retexture',
    takes: ['session', 'extension_token'],
    refused: noSession,
    admitted: '400 invalid json body',
  },
  ...[
    { path: 'detect-colors', words: '400 modelUrl: is required' },
    { path: 'images/generate', words: '400 prompt is required' },
    { path: 'images/edit', words: '400 prompt is required' },
  ].map(
    ({ path, words }): Row => ({
      route: `POST /api/${path}`,
      takes: session,
      refused: noSession,
      admitted: words,
      request: async () => json({}),
    }),
  ),
  {
    route: 'POST /api/operator/orders/:code/status',
    takes: session,
    refused: noSession,
    admitted: { owner: notOperator, other: notOperator, operator: '200' },
    request: async ({ orderCode }, service) => ({
      ...json(await statusChange(service.deps, orderCode, { status: 'ACCEPTED' })),
      path: `/api/operator/orders/${orderCode}/status`,
    }),
  },
  {
    route: 'GET /api/operator/orders/:code',
    takes: session,
    refused: noSession,
    admitted: { owner: notOperator, other: notOperator, operator: '200' },
    request: ofOrder('/api/operator/orders/:code'),
  },
  {
    route: 'POST /api/operator/orders/:code/refund',
    takes: session,
    refused: noSession,
    admitted: {
      owner: notOperator,
      other: notOperator,
      operator: '400 amountCents: must be a whole number of cents, at least 1',
    },
    request: ofOrder(
      '/api/operator/orders/:code/refund',
      json({ amountCents: 0, reason: 'Nothing is to be moved here.' }),
    ),
  },
  {
    route: 'POST /api/operator/orders/:code/refunds/:refund/resolve',
    takes: session,
    refused: noSession,
    admitted: {
      owner: notOperator,
      other: notOperator,
      operator: '404 This order has no refund with this id that a bank returned.',
    },
    request: ofOrder(
      '/api/operator/orders/:code/refunds/none/resolve',
      json({ note: 'Nothing was returned.' }),
    ),
  },
  {
    route: 'POST /api/operator/orders/:code/reprint',
    takes: session,
    refused: noSession,
    admitted: {
      owner: notOperator,
      other: notOperator,
      operator: '400 lines: must be a list of 1 to 50 lines',
    },
    request: ofOrder(
      '/api/operator/orders/:code/reprint',
      json({ lines: [], reason: 'Nothing is to be printed here.', version: 1 }),
    ),
  },
  ...[
    { method: 'GET', path: '/api/operator/purchases', operator: '200' },
    {
      method: 'GET',
      path: '/api/operator/purchases/:purchase',
      operator: '404 There is no such purchase.',
    },
    {
      method: 'POST',
      path: '/api/operator/purchases/:purchase/refund',
      body: { reason: 'None.' },
      operator: '404 There is no such purchase.',
    },
    {
      method: 'POST',
      path: '/api/operator/purchases/:purchase/void',
      operator: '404 There is no such purchase.',
    },
    {
      method: 'POST',
      path: '/api/operator/purchases/:purchase/reissue',
      body: { email: 'ada@example.com' },
      operator: '404 There is no such purchase.',
    },
    {
      method: 'POST',
      path: '/api/operator/debts/:debt/settle',
      body: { note: 'None.' },
      operator: '404 There is no such debt, or nothing of it is open.',
    },
    {
      method: 'POST',
      path: '/api/operator/debts/:debt/write-off',
      body: { note: 'None.' },
      operator: '404 There is no such debt, or nothing of it is open.',
    },
    {
      method: 'POST',
      path: '/api/operator/debts/:debt/pay-back',
      body: { note: 'None.' },
      operator: '404 There is no such debt, or nothing of it is owed back.',
    },
    {
      method: 'POST',
      path: '/api/operator/debts/:debt/credit',
      body: { note: 'None.' },
      operator: '404 There is no such debt, or nothing of it is owed back.',
    },
    {
      method: 'POST',
      path: '/api/operator/disputes/:dispute/evidence',
      body: { text: 'None.' },
      operator: '404 There is no such dispute.',
    },
    {
      method: 'POST',
      path: '/api/operator/fraud-warnings/:warning/resolve',
      body: { note: 'None.' },
      operator: '404 There is no such fraud warning.',
    },
  ].map(
    ({ method, path, body, operator }): Row => ({
      route: `${method} ${path}`,
      takes: session,
      refused: noSession,
      admitted: { owner: notOperator, other: notOperator, operator },
      request: ofOrder(
        path.replace(/:(purchase|debt|dispute|warning)/, crypto.randomUUID()),
        body === undefined ? { method } : json(body),
      ),
    }),
  ),
  {
    route: 'POST /api/operator/orders/:code/messages',
    takes: session,
    refused: noSession,
    admitted: { owner: notOperator, other: notOperator, operator: '400 subject: is required' },
    request: ofOrder('/api/operator/orders/:code/messages', json({})),
  },
  {
    route: 'POST /api/support/attachments',
    takes: session,
    refused: noSession,
    admitted: {
      owner: notOperator,
      other: notOperator,
      operator: '415 Unsupported file. Send one of: png, jpeg, webp, pdf, stl, 3mf, gcode.',
    },
    request: async () => ({ body: attachmentForm() }),
  },
  {
    route: 'GET /metrics',
    takes: ['internal_key', 'internal_bearer'],
    refused: noInternalKey,
    admitted: '200',
  },
  {
    route: 'POST /api/order-status',
    takes: ['internal_key'],
    refused: noInternalKey,
    admitted: '200',
    request: async () => json({ code: 'CART-1', status: 'PRINTING' }),
  },
  {
    route: 'POST /api/farm/orders/:code/print-finished',
    takes: ['internal_key'],
    refused: noInternalKey,
    admitted: '200',
    request: ofOrder('/api/farm/orders/:code/print-finished'),
    prepare: async ({ orderCode }, { deps }) => {
      const printing = { status: 'PRINTING', tracking: null, by: OPERATOR_EMAIL } as const
      await deps.orders.setStatus(orderCode, printing)
    },
  },
  ...['/api/billing/webhook', '/api/webhook'].map(
    (path): Row => ({
      route: `POST ${path}`,
      takes: ['signature'],
      refused: noSignature,
      admitted: '200',
      request: async () => ({ body: WEBHOOK_BODY }),
    }),
  ),
  {
    route: 'ALL /api/auth/*',
    takes: session,
    refused: '200',
    admitted: '200 as themselves',
    // A page of another site may send the request, but cannot read the response.
    elsewhere: '200 as the owner',
    request: async () => ({ path: '/api/auth/get-session', method: 'GET' }),
  },
]

/** Pages for users: a visitor is redirected to the sign-in page. */
const pages: readonly Row[] = [
  // A developer sees the prefix of the key; the operator has no key.
  {
    route: 'GET /',
    takes: session,
    refused: '200',
    admitted: { owner: '200 as the owner', other: '200 as the other', operator: '200' },
  },
  { route: 'GET /account', takes: session, refused: '200', admitted: '200 as themselves' },
  {
    route: 'POST /api/account/delete',
    takes: session,
    refused: noSession,
    admitted: '400 invalid json body',
  },
  {
    route: 'GET /account/export',
    takes: session,
    refused: '303 /account?next=%2Faccount%2Fexport',
    admitted: {
      owner: '200 as the owner',
      other: '200 as the other',
      operator: '200 as the operator',
    },
  },
  {
    route: 'GET /account/delete',
    takes: session,
    refused: '303 /account?next=%2Faccount%2Fdelete',
    admitted: {
      owner: '200 as the owner',
      other: '200 as the other',
      operator: '200 as the operator',
    },
  },
  // Without the confirmation checkbox, the page is shown again.
  {
    route: 'POST /account/delete',
    takes: session,
    refused: toSignIn,
    admitted: {
      owner: '200 as the owner',
      other: '200 as the other',
      operator: '200 as the operator',
    },
  },
  {
    route: 'POST /account/card/remove',
    takes: session,
    refused: toSignIn,
    admitted: '303 /account?card=removed',
    spends: true,
  },
  {
    route: 'GET /account/card/done',
    takes: session,
    refused: '303 /account?next=%2Faccount%2Fcard%2Fdone',
    admitted: '303 /account?card=unfinished',
  },
  {
    route: 'POST /account/api-key',
    takes: session,
    refused: toSignIn,
    admitted: '200 as themselves',
    spends: true,
  },
  {
    route: 'POST /account/api-key/revoke',
    takes: session,
    refused: toSignIn,
    admitted: '303 /account/developer',
    spends: true,
  },
  {
    route: 'POST /account/extension-tokens',
    takes: session,
    refused: toSignIn,
    admitted: '200 as themselves',
    request: async () => form({ name: 'one more' }),
  },
  {
    route: 'POST /account/extension-tokens/:id/revoke',
    takes: session,
    refused: toSignIn,
    admitted: {
      owner: '303 /account/developer',
      other: '404 as the other',
      operator: '404 as the operator',
    },
    request: ofToken('/account/extension-tokens/:id/revoke'),
  },
  {
    route: 'POST /account/spending-limits',
    takes: session,
    refused: toSignIn,
    admitted: '303 /account/developer?limits=saved#spending',
    request: async () => form({ accountLimit: '', apiKeyLimit: '' }),
  },
  {
    route: 'POST /account/logo',
    takes: session,
    refused: toSignIn,
    admitted: '400 as themselves',
    request: async () => emptyForm(),
  },
  {
    route: 'POST /account/logo/remove',
    takes: session,
    refused: toSignIn,
    admitted: '303 /account/developer?logo=removed#packing-slips',
    request: async () => form({}),
  },
  {
    route: 'GET /account/logo/picture',
    takes: session,
    refused: '303 /account?next=%2Faccount%2Flogo%2Fpicture',
    admitted: '404 The account has no logo.',
  },
  {
    route: 'POST /account/invoices',
    takes: session,
    refused: toSignIn,
    admitted: '303 /account/invoices?saved=1',
    request: async () => form({}),
  },
  {
    route: 'GET /account/invoices',
    takes: session,
    refused: '303 /account?next=%2Faccount%2Finvoices',
    admitted: '200',
  },
  ...['orders', 'orders.csv', 'generations', 'requests', 'developer', 'security'].map(
    (list): Row => ({
      route: `GET /account/${list}`,
      takes: session,
      refused: `303 /account?next=%2Faccount%2F${list}`,
      admitted: ['orders', 'generations', 'requests'].includes(list) ? '200' : '200 as themselves',
    }),
  ),
  {
    route: 'GET /account/second-factor',
    takes: ['session', 'pending_session'],
    refused: toFactor,
    admitted: '200',
  },
  {
    route: 'POST /account/second-factor/set-up',
    takes: session,
    refused: toFactor,
    admitted: '400',
  },
  {
    route: 'POST /account/second-factor/turn-off',
    takes: session,
    refused: '303 /account/second-factor',
    admitted: '303 /account/second-factor',
  },
  {
    route: 'POST /account/second-factor/confirm',
    takes: session,
    refused: toFactor,
    admitted: '400',
  },
  ...[
    ...['/operator', '/operator/throughput', '/operator/system'].map((path) => ({
      route: `GET ${path}`,
      request: undefined,
      saved: '200 as the operator',
    })),
    { route: 'GET /operator/throughput.csv', request: undefined, saved: '200' },
    // The request lacks the page parameter.
    { route: 'GET /operator/live', request: undefined, saved: '404' },
    {
      route: 'GET /operator/orders/:code',
      request: ofOrder('/operator/orders/:code'),
      saved: '200 as the owner as the operator',
    },
    {
      route: 'GET /operator/orders/:code/pictures/:name',
      request: ofOrder('/operator/orders/:code/pictures/1.png'),
      saved: '200',
    },
    {
      route: 'GET /operator/orders/:code/file',
      request: ofOrder('/operator/orders/:code/file'),
      saved: '200',
    },
  ].map(
    ({ route, request, saved }): Row => ({
      route,
      takes: session,
      refused: '401',
      admitted: { owner: '403', other: '403', operator: saved },
      ...(request === undefined ? {} : { request }),
    }),
  ),
  {
    route: 'POST /operator/orders/:code',
    takes: session,
    refused: '401',
    admitted: { owner: '403', other: '403', operator: '303 /operator/orders/:code?saved=1' },
    request: async (cast, service) => {
      const order = await service.deps.orders.readByCode(cast.orderCode)
      const fields = { status: 'ACCEPTED', version: String(order?.version) }
      return ofOrder('/operator/orders/:code', form(fields))(cast, service)
    },
  },
  {
    route: 'POST /operator/orders/:code/refund',
    takes: session,
    refused: '401',
    admitted: { owner: '403', other: '403', operator: '400 as the owner as the operator' },
    request: ofOrder('/operator/orders/:code/refund', form({ amount: '0' })),
  },
  {
    route: 'POST /operator/orders/:code/refunds/:refund',
    takes: session,
    refused: '401',
    admitted: { owner: '403', other: '403', operator: '404 as the owner as the operator' },
    request: ofOrder(
      '/operator/orders/:code/refunds/none',
      form({ action: 'resolve', resolution: 'Nothing was returned.' }),
    ),
  },
  ...(
    [
      ['POST /operator/orders/:code/rates', form({ parcelGrams: '0' }), '400'],
      ['POST /operator/orders/:code/labels/:label/buy', form({ rate: 'none' }), '404'],
      [
        'POST /operator/orders/:code/labels/:label/ship',
        form({ rate: 'none', version: '1' }),
        '404',
      ],
      ['POST /operator/orders/:code/labels/:label/end', form({}), '404'],
      ['POST /operator/orders/:code/labels/:label/void', form({}), '404'],
      ['POST /operator/orders/:code/labels/:label/replace', form({}), '404'],
    ] as const
  ).map(([route, body, status]) => ({
    route,
    takes: session,
    refused: '401',
    admitted: {
      owner: '403',
      other: '403',
      operator: `${status} as the owner as the operator`,
    },
    request: ofOrder(route.slice('POST '.length).replace(':label', 'none'), body),
  })),
  {
    route: 'POST /operator/orders/:code/reprint',
    takes: session,
    refused: '401',
    admitted: { owner: '403', other: '403', operator: '400 as the owner as the operator' },
    request: ofOrder('/operator/orders/:code/reprint', form({ 'reprintLine.1': '0' })),
  },
  ...[
    { route: 'GET /operator/money', operator: '200 as the operator' },
    {
      route: 'GET /operator/mail',
      path: '/operator/mail?order=none',
      operator: '200 as the operator',
    },
    { route: 'GET /operator/gallery', operator: '200 as the operator' },
    {
      route: 'GET /operator/gallery/:id',
      path: '/operator/gallery/none',
      operator: '404 as the operator',
    },
    { route: 'GET /operator/withheld', operator: '200 as the operator' },
    { route: 'GET /operator/withheld/:id', operator: '404 as the operator' },
    {
      route: 'GET /operator/withheld/:id/picture',
      operator: '404 There is no picture of this model.',
    },
    { route: 'POST /operator/withheld/:id/deliver', operator: '404 as the operator' },
    { route: 'POST /operator/withheld/:id/delete', operator: '404 as the operator' },
    { route: 'GET /operator/models', operator: '200 as the operator' },
    { route: 'GET /operator/models/:id', operator: '404 as the operator' },
    { route: 'GET /operator/pictures', operator: '404 as the operator' },
    { route: 'POST /operator/models/:id', operator: '404 as the operator' },
    { route: 'POST /operator/pictures', operator: '404 as the operator' },
    {
      route: 'GET /operator/engines/:engine',
      path: '/operator/engines/engine_1',
      operator: '200 as the operator',
    },
    {
      route: 'POST /operator/engines/:engine',
      path: '/operator/engines/engine_1',
      operator: '400 as the operator',
    },
    { route: 'GET /operator/tickets', operator: '200 as the operator' },
    { route: 'GET /operator/tickets/:number', operator: '404 as the operator' },
    { route: 'POST /operator/tickets/:number/reply', operator: '404 as the operator' },
    { route: 'POST /operator/tickets/:number/state', operator: '404 as the operator' },
    { route: 'GET /operator/failed', operator: '200 as the operator' },
    { route: 'GET /operator/settings', operator: '200 as the operator' },
    { route: 'GET /operator/terms', operator: '200 as the operator' },
    { route: 'POST /operator/terms/preview', operator: '400 as the operator' },
    { route: 'POST /operator/terms/plan', operator: '400 as the operator' },
    { route: 'GET /operator/shop', operator: '200 as the operator' },
    { route: 'GET /operator/shop/mail', operator: '200' },
    { route: 'POST /operator/shop/preview', operator: '400 as the operator' },
    { route: 'POST /operator/shop/save', operator: '400 as the operator' },
    { route: 'POST /operator/money/reconcile', operator: '404 as the operator' },
    { route: 'GET /operator/invoices', operator: '200 as the operator' },
    { route: 'GET /operator/invoices.csv', operator: '200' },
    { route: 'GET /operator/books', operator: '200 as the operator' },
    { route: 'GET /operator/books/payouts/:payout', operator: '404 as the operator' },
    { route: 'GET /operator/books/takings.csv', operator: '200' },
    { route: 'GET /operator/books/postage.csv', operator: '200' },
    { route: 'GET /operator/books/movements.csv', operator: '200' },
    { route: 'GET /operator/books/transactions.csv', operator: '200' },
    { route: 'POST /operator/books/compare', operator: '303 /operator/books?done=compare' },
    { route: 'POST /operator/books/explain', operator: '404 as the operator' },
    { route: 'POST /operator/books/close', operator: '409 as the operator' },
    { route: 'GET /operator/money/unmatched', operator: '200 as the operator' },
    { route: 'GET /operator/money/unmatched/:payment', operator: '404 as the operator' },
    { route: 'POST /operator/money/unmatched/:payment', operator: '404 as the operator' },
    { route: 'GET /operator/disputes', operator: '200 as the operator' },
    { route: 'GET /operator/disputes/:dispute', operator: '404 as the operator' },
    { route: 'GET /operator/disputes/:dispute/evidence.zip', operator: '404 as the operator' },
    { route: 'POST /operator/disputes/:dispute', operator: '404 as the operator' },
    { route: 'GET /operator/disputes/fraud-warnings/:warning', operator: '404 as the operator' },
    { route: 'POST /operator/disputes/fraud-warnings/:warning', operator: '404 as the operator' },
    { route: 'GET /operator/purchases', operator: '200 as the operator' },
    { route: 'GET /operator/purchases/:purchase', operator: '404 as the operator' },
    { route: 'POST /operator/purchases/:purchase', operator: '404 as the operator' },
    {
      route: 'POST /operator/gallery/:id/close-reports',
      path: '/operator/gallery/none/close-reports',
      operator: '404 as the operator',
    },
    {
      route: 'POST /operator/gallery/:id',
      path: '/operator/gallery/none',
      operator: '404 as the operator',
    },
    // The page includes the outbox, which names its recipients.
    {
      route: 'POST /operator/mail/resend',
      operator: '404 as the owner as the other as the operator',
    },
    { route: 'POST /operator/failed/task', operator: '400 as the operator' },
    { route: 'POST /operator/settings/wall-links', operator: '400 as the operator' },
    { route: 'POST /operator/settings/wall-links/revoke', operator: '404 as the operator' },
    { route: 'POST /operator/settings/second-factor/reset', operator: '404 as the operator' },
    { route: 'POST /operator/settings/accounts/export', operator: '404 as the operator' },
    { route: 'POST /operator/settings/accounts/delete', operator: '404 as the operator' },
    {
      route: 'POST /operator/settings/notifications',
      operator: '303 /operator/settings?done=saved',
    },
    { route: 'POST /operator/settings/channel/test', operator: '200 as the operator' },
  ].map(
    ({ route, operator, path }: { route: string; operator: string; path?: string }): Row => ({
      route,
      takes: session,
      refused: '401',
      admitted: { owner: '403', other: '403', operator },
      ...(path !== undefined && { request: async () => ({ path }) }),
    }),
  ),
  // Wall screens have a separate link: see operator-settings.test.ts.
  ...[
    { path: '/operator/wall', operator: '200' },
    // The request lacks the page parameter.
    { path: '/operator/wall/live', operator: '404' },
  ].map(
    ({ path, operator }): Row => ({
      route: `GET ${path}`,
      takes: session,
      refused: '401',
      admitted: { owner: '401', other: '401', operator },
    }),
  ),
  {
    route: 'POST /operator/orders/:code/messages',
    takes: session,
    refused: '401',
    admitted: { owner: '403', other: '403', operator: '400 as the owner as the operator' },
    request: ofOrder('/operator/orders/:code/messages', form({ subject: '' })),
  },
]

const open = (route: string, admitted: string, rest: Partial<Row> = {}): Row => ({
  route,
  takes: 'anyone',
  refused: admitted,
  admitted,
  ...rest,
})

const bbox = { bboxMm: { x: 10, y: 10, z: 10 } }
let addresses = 0
/**
 * Signs in from a different address each time: the forms count attempts per address, and per network, which all these
 * addresses share.
 */
const signInFormOf = (domain: string) => ({
  elsewhere: '403',
  request: async (_cast: Cast, { db }: TestService) => {
    addresses += 1
    await resetRateLimits(db, ...triesOfNetwork)
    return form({ email: `no-address-${addresses}${domain}`, password: 'a long enough password' })
  },
})
const triesOfNetwork = ['code-caller', 'sign-in-caller', 'code-tries-caller'] satisfies LimitScope[]
/** Signs in with an invalid address. */
const signInForm = signInFormOf('')

const anonymousChecks = 'printability-anonymous' satisfies LimitScope

const anyone: readonly Row[] = [
  open('POST /api/price', '200', { request: async () => json(bbox) }),
  // The request has no file, so an admitted caller gets this refusal.
  open(
    'POST /api/printability',
    "400 Expected multipart/form-data with a 'file' field, or JSON with 'modelUrl'.",
    {
      // All requests come from one address and exceed its limit of checks.
      request: async (_cast, { db }) => {
        await resetRateLimits(db, anonymousChecks)
        return {}
      },
    },
  ),
  // The request lacks the protocol header, so every caller gets this refusal.
  ...[
    'POST /ucp/checkout-sessions',
    'GET /ucp/checkout-sessions/:id',
    'PUT /ucp/checkout-sessions/:id',
    'POST /ucp/checkout-sessions/:id/complete',
    'POST /ucp/checkout-sessions/:id/cancel',
  ].map((route) =>
    open(route, '400', {
      // All requests come from one address.
      request: async (_cast, { db }) => {
        await resetRateLimits(db, 'ucp-requests', 'ucp-checkouts')
        return {}
      },
    }),
  ),
  // Each tool checks credentials itself; a request that calls no tool needs none.
  open('POST /api/mcp', '200', {
    request: async () => json({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    elsewhere: '403 Requests from this Origin are not allowed.',
  }),
  open(
    'ALL /api/mcp',
    '405 This endpoint takes POST only: there is no stream to open and no session to end.',
    {
      request: async () => ({ method: 'GET' }),
    },
  ),
  ...[
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/openapi-3.0.json',
    '/openapi.yaml',
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/.well-known/api-catalog',
    '/api/mcp/server-card',
    '/.well-known/security.txt',
    '/.well-known/ai-catalog.json',
    '/.well-known/mcp/server-card.json',
    '/.well-known/ucp',
    '/server.json',
    '/docs',
    '/docs/search',
    '/docs/search.json',
    '/clients',
    '/account/forgot',
    '/account/reset',
  ].map((path) => open(`GET ${path}`, '200')),
  ...[
    '/quote',
    '/quote/terms',
    '/assets/style.css',
    '/assets/home.css',
    '/assets/drop.css',
    '/assets/quote.css',
    '/assets/gallery.css',
    '/assets/docs.css',
    '/assets/account.js',
    '/assets/cart.js',
    '/assets/desk.js',
    '/assets/queue.js',
    '/assets/print.js',
    '/assets/order.js',
    '/assets/icon.svg',
    '/assets/icon.png',
    '/assets/samples/cube.stl',
    ...['de', 'en', 'es', 'fr'].map((language) => `/assets/part-words-${language}.txt`),
    ...['gear', 'vase', 'faulty'].flatMap((name) => [
      `/assets/samples/${name}-light.png`,
      `/assets/samples/${name}-dark.png`,
    ]),
  ].map((path) => open(`GET ${path}`, '200')),
  open('GET /assets/shop/accent.css', '404'),
  open('GET /assets/shop/accent-preview.css', '200'),
  open('GET /assets/shop/icon.svg', '404'),
  open('GET /assets/shop/logo/:file', '404', {
    request: async () => ({ path: '/assets/shop/logo/none.svg' }),
  }),
  open('GET /docs/:page', '200', { request: async () => ({ path: '/docs/errors' }) }),
  open('GET /clients/:file', '404 Not found', {
    request: async () => ({ path: '/clients/none.tgz' }),
  }),
  open('GET /assets/web/:file', '404 Not found', {
    request: async () => ({ path: '/assets/web/none.js' }),
  }),
  // The request has no file.
  open('POST /quote', '400', {
    // The limit is per address, and all requests come from one.
    request: async (_cast, { db }) => {
      await resetRateLimits(db, 'quote-page')
      return { body: new FormData() }
    },
  }),
  open('GET /account/*', toSignIn, { request: async () => ({ path: '/account/anything' }) }),
  // The contact form fills in the address of a signed-in user.
  {
    route: 'GET /orders/:code',
    takes: session,
    refused: '200',
    admitted: '200 as themselves',
    request: ofOrder('/orders/:code'),
  },
  open('GET /orders/:code/pay', '200', { request: ofOrder('/orders/:code/pay') }),
  {
    route: 'GET /documents/:number',
    takes: session,
    refused: '303 /account?next=%2Fdocuments%2F2026-000001',
    admitted: '404',
    request: async () => ({ path: '/documents/2026-000001' }),
  },
  open('GET /orders/:code/receipt', '200', { request: ofOrder('/orders/:code/receipt') }),
  open('GET /orders/:code/pictures/:name', '200', {
    request: ofOrder('/orders/:code/pictures/1.png'),
  }),
  open('GET /orders/:code/live', '200', {
    request: async (cast, service) => ({
      ...(await ofOrder('/orders/:code/live')(cast, service)),
      signal: AbortSignal.timeout(100),
    }),
  }),
  open('GET /orders/:code/files/:id', '404', {
    // Each miss counts as a guess.
    request: async (cast, service) => {
      await resetRateLimits(service.db, 'order-code%')
      return ofOrder('/orders/:code/files/none')(cast, service)
    },
  }),
  open('POST /orders/:code/pay', '303 /orders/:code/pay?link=none', {
    // Payment pages are limited per address and per order.
    request: async (cast, service) => {
      const counted = service.db.deleteFrom('rate_counters')
      await counted.where('scope', 'like', 'payment-%').execute()
      return ofOrder('/orders/:code/pay')(cast, service)
    },
  }),
  ...['sign-up', 'verify', 'resend', 'sign-in', 'reset'].map((name) =>
    open(`POST /account/${name}`, '400', signInForm),
  ),
  // The response does not reveal which addresses have an account.
  open('POST /account/forgot', '200', signInFormOf('@example.com')),
  // A sign-in that waits for its code has no session yet.
  open('POST /account/second-factor/verify', '400', { elsewhere: toSignIn }),
  // No account in the cast has a second factor.
  open('POST /account/second-factor/backup-codes', '303 /account/second-factor'),
  open('POST /account/sign-out', toSignIn, { ...signInForm, spends: true }),
]

export const TABLE: readonly Row[] = [...api, ...farmRows, ...pages, ...queueRows, ...anyone]
