// The rows of the work queue in the table of credentials: its pages, their forms, and what programs call.
import type { Cast } from './credentials-cast.ts'
import type { Row } from './credentials-table.ts'

const session = ['session'] as const
const noSession = '401 Authentication required'
const notOperator = '403 Only operators can do this.'
const noAction = '00000000-0000-4000-8000-000000000000'

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const form = (fields: Record<string, string>): RequestInit => ({
  body: new URLSearchParams(fields),
})

const withPath =
  (path: string, init: RequestInit = {}) =>
  async ({ orderCode }: Cast) => ({
    ...init,
    path: path.replace(':code', orderCode).replace(':id', noAction),
  })

const page = (route: string, operator: string, path?: string, init?: RequestInit): Row => ({
  route,
  takes: session,
  refused: '401',
  admitted: { owner: '403', other: '403', operator },
  request: withPath(path ?? route.replace(/^\w+ /u, ''), init),
})

const api = (route: string, operator: string, body?: unknown): Row => ({
  route,
  takes: session,
  refused: noSession,
  admitted: { owner: notOperator, other: notOperator, operator },
  request: withPath(route.replace(/^\w+ /u, ''), body === undefined ? {} : json(body)),
})

const noBulk = '404 There is no such bulk action. Actions are kept for 90 days.'

export const queueRows: readonly Row[] = [
  page('GET /operator/queue', '200 as the operator'),
  page('GET /operator/logos/:accountId', '404 The account has no logo.'),
  page('POST /operator/queue/step', '400 as the operator'),
  page('POST /operator/bulk', '400 as the operator', undefined, form({ action: 'start' })),
  page('GET /operator/bulk/:id', '404 as the operator'),
  page('POST /operator/bulk/:id/tracking', '404 as the operator'),
  page('POST /operator/bulk/:id/confirm', '404 as the operator'),
  page(
    'POST /operator/orders/:code/hold',
    '400 as the owner as the operator',
    undefined,
    form({ holdReason: '' }),
  ),
  page('POST /operator/orders/:code/release', '400 as the owner as the operator'),
  page('POST /operator/orders/:code/reviewed', '400 as the owner as the operator'),
  page('POST /operator/orders/:code/priority', '400 as the owner as the operator'),
  page(
    'POST /operator/orders/:code/notes',
    '400 as the owner as the operator',
    undefined,
    form({ note: '' }),
  ),
  page('GET /operator/pack/:code', '200 as the operator'),
  page('GET /operator/slips', '200 as the operator', '/operator/slips?pick=:code'),
  page('GET /operator/customs', '200 as the operator', '/operator/customs?pick=:code'),
  page(
    'GET /operator/orders/:code/labels/:label/file',
    '404 as the owner as the operator',
    '/operator/orders/:code/labels/none/file',
  ),
  page('GET /operator/delivered', '200 as the operator'),
  page('GET /operator/export.csv', '200', '/operator/export.csv?q=nobody-is-called-this'),
  page('POST /operator/export.csv', '400 as the operator', undefined, form({})),
  page('GET /operator/files.zip', '200', '/operator/files.zip?pick=:code'),
  api('POST /api/operator/orders/:code/hold', '400 reason: is required, 1 to 200 characters', {
    reason: '',
  }),
  api('POST /api/operator/orders/:code/release', '200', {}),
  api('POST /api/operator/orders/:code/priority', '200', { priority: 'normal' }),
  api('POST /api/operator/orders/:code/notes', '400 text: is required, 1 to 2000 characters', {
    text: '',
  }),
  api('POST /api/operator/orders/bulk', '400 Send either orders or filter, not both.', {
    action: 'accept',
  }),
  api('POST /api/operator/orders/bulk/:id/confirm', noBulk),
  api('GET /api/operator/orders/bulk/:id', noBulk),
]
