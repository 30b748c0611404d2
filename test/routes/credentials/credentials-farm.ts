// Rows of the credentials table for print jobs (decisions.md 44). The id belongs to no job, so nothing is changed.
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import type { Row } from './credentials-table.ts'

const session = ['session'] as const
const internalKey = ['internal_key'] as const
const lease = '7c6b5a49-3827-4165-8453-4231201f0e9d'
const noJob = '404 Print job not found'
const notOperator = '403 Only operators can do this.'
const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const ofOperator = (admitted: string) => ({
  takes: session,
  refused: '401 Authentication required',
  admitted: { owner: notOperator, other: notOperator, operator: admitted },
})
const ofFarm = (what: string, body: unknown, admitted = noJob): Row => ({
  route: `POST /api/farm/jobs/${what}`,
  takes: internalKey,
  refused: '401 Invalid or missing x-internal-key.',
  admitted,
  request: async () => ({ ...json(body), path: `/api/farm/jobs/${what.replace(':id', lease)}` }),
})
const ofDesk = (admitted: string) => ({
  takes: session,
  refused: '401',
  admitted: { owner: '403', other: '403', operator: admitted },
})

const spoolForms = ['weigh', 'load', 'unload', 'empty'] as const
const printerForms = ['plate', 'spools', 'tags', 'maintenance', 'remove'] as const

const receive: NonNullable<Row['prepare']> = async ({ orderCode }, { deps }) => {
  const received = { status: 'RECEIVED', tracking: null, by: OPERATOR_EMAIL } as const
  await deps.orders.setStatus(orderCode, received)
}

export const farmRows: readonly Row[] = [
  {
    route: 'POST /api/farm/orders/:code/queue',
    ...ofOperator('200'),
    request: async ({ orderCode }) => ({ path: `/api/farm/orders/${orderCode}/queue` }),
    prepare: receive,
  },
  {
    route: 'POST /api/farm/jobs',
    ...ofOperator('400 plates: is required'),
    request: async ({ orderCode }) => json({ code: orderCode }),
  },
  { route: 'GET /api/farm/jobs', ...ofOperator('200') },
  {
    route: 'POST /api/farm/jobs/:id/change',
    ...ofOperator(noJob),
    request: async () => json({ action: 'cancel' }),
  },
  { route: 'POST /api/farm/jobs/:id/reslice', ...ofOperator(noJob) },
  {
    route: 'POST /api/farm/print-upload',
    ...ofOperator("400 Expected multipart/form-data with a 'file' field."),
  },
  ofFarm('claim', { printer: 'p1', materials: ['tpu'] }, '200'),
  ofFarm(':id/heartbeat', { lease }),
  ofFarm(':id/done', { lease, good: 1 }),
  ofFarm(':id/fail', { lease, reason: 'A test' }),
  {
    route: 'PUT /api/farm/printers/:name',
    takes: internalKey,
    refused: '401 Invalid or missing x-internal-key.',
    admitted: '200',
    request: async () => ({ ...json({ state: 'ready' }), path: '/api/farm/printers/p1' }),
  },
  {
    route: 'POST /api/farm/printers/:name/clear',
    takes: internalKey,
    refused: '401 Invalid or missing x-internal-key.',
    admitted: '404 Printer not found',
    request: async () => ({ ...json({}), path: '/api/farm/printers/nobody/clear' }),
  },
  {
    route: 'PUT /api/farm/printers/:name/picture',
    takes: internalKey,
    refused: '401 Invalid or missing x-internal-key.',
    admitted: '400 base64: is required',
    request: async () => ({ ...json({}), path: '/api/farm/printers/p1/picture' }),
  },
  {
    route: 'GET /api/farm/commands',
    takes: internalKey,
    refused: '401 Invalid or missing x-internal-key.',
    admitted: '200',
    request: async () => ({ path: '/api/farm/commands' }),
  },
  ...(['take', 'end'] as const).map((step) => ({
    route: `POST /api/farm/commands/:id/${step}`,
    takes: internalKey,
    refused: '401 Invalid or missing x-internal-key.',
    admitted: '404 Command not found',
    request: async () => ({
      ...json({ taker: lease, outcome: 'done' }),
      path: `/api/farm/commands/${lease}/${step}`,
    }),
  })),
  {
    route: 'GET /api/farm/jobs/:id/file',
    takes: internalKey,
    refused: '401 Invalid or missing x-internal-key.',
    admitted: noJob,
  },
  { route: 'GET /operator/printers', ...ofDesk('200 as the operator') },
  { route: 'GET /operator/printers/:name', ...ofDesk('404 as the operator') },
  ...printerForms.map((form) => ({
    route: `POST /operator/printers/:name/${form}`,
    ...ofDesk('404 as the operator'),
    request: async () => ({
      path: `/operator/printers/nobody/${form}`,
      body: new URLSearchParams({ version: '1', scrap: '0', confirmed: '1' }),
    }),
  })),
  { route: 'GET /operator/printers/:name/picture', ...ofDesk('404 as the operator') },
  {
    route: 'POST /operator/printers/:name/command',
    ...ofDesk('404 as the operator'),
    request: async () => ({
      path: '/operator/printers/nobody/command',
      body: new URLSearchParams({ action: 'pause', job: lease, command: '0' }),
    }),
  },
  { route: 'GET /operator/filament', ...ofDesk('200 as the operator') },
  { route: 'POST /operator/filament', ...ofDesk('400 as the operator') },
  { route: 'GET /operator/filament/:id', ...ofDesk('404 as the operator') },
  ...spoolForms.map((form) => ({
    route: `POST /operator/filament/:id/${form}`,
    ...ofDesk('404 as the operator'),
    request: async () => ({
      path: `/operator/filament/999999/${form}`,
      body: new URLSearchParams({ version: '1', grams: '1', how: 'net', printer: 'p', slot: '1' }),
    }),
  })),
  { route: 'GET /operator/floor', ...ofDesk('200 as the operator') },
  { route: 'GET /operator/jobs/:id/plate.svg', ...ofDesk('404 as the operator') },
  { route: 'GET /operator/plates', ...ofDesk('200 as the operator') },
  { route: 'POST /operator/plates', ...ofDesk('400 as the operator') },
  { route: 'GET /operator/printer-labels', ...ofDesk('200 as the operator') },
  { route: 'GET /operator/jobs', ...ofDesk('200 as the operator') },
  { route: 'GET /operator/jobs/:id', ...ofDesk('404 as the operator') },
  { route: 'GET /operator/jobs/:id/file', ...ofDesk('404 as the operator') },
  { route: 'POST /operator/jobs/:id', ...ofDesk('404 as the operator') },
  { route: 'POST /operator/jobs/slice', ...ofDesk('303 /operator/jobs?view=unsliced') },
  {
    route: 'POST /operator/orders/:code/queue',
    ...ofDesk('303 /operator/orders/:code?saved=1'),
    request: async ({ orderCode }) => ({ path: `/operator/orders/${orderCode}/queue` }),
    prepare: receive,
  },
]
