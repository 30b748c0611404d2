// Turns orders into print jobs (decisions.md 44): POST /api/farm/orders/{code}/queue, POST /api/farm/jobs and the job
// lists.

import * as v from 'valibot'
import { isUuid } from '../../../domain/base/ids/uuid.ts'
import { ok } from '../../../domain/base/result.ts'
import { isStorable } from '../../../domain/base/text/text.ts'
import { quantityRange, rangeText } from '../../../domain/catalog/options.ts'
import { isJobView, jobViews } from '../../../domain/farm/jobs/job.ts'
import type { JobChange, JobsChanged } from '../../../domain/farm/ports.ts'
import { createJobs, queueOrder } from '../../../domain/farm/queue/queue-order.ts'
import { changeJob, listJobs, readOrderJobs } from '../../../domain/farm/reports/change-job.ts'
import { limits } from '../../../domain/limits/table.ts'
import { maxPlateHours } from '../../../domain/planning/plates.ts'
import { json } from '../../contract/body.ts'
import { storableRule } from '../../contract/body-parts.ts'
import type { Parameter } from '../../contract/contract.ts'
import { type JsonOf, named, orNull, says, text, whole } from '../../contract/schemas.ts'
import { orderStatus } from '../../contract/words.ts'
import { operator, operatorWithin, viewer } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { anyOrderCode, codeParameter } from '../orders/order-json.ts'
import type { FarmContext } from './farm-context.ts'
import {
  finished,
  finishedExample,
  finishedJson,
  jobExample,
  jobIdParameter,
  jobJson,
  plateJobsExample,
  printJob,
} from './job-json.ts'
import { changeSchema, jobsSchema, queueSchema } from './job-schemas.ts'

export const queued = named(
  'OrderJobs',
  v.object({
    code: anyOrderCode,
    status: orderStatus.exact('The current status of the order.'),
    version: whole('The order’s version.'),
    jobs: says(v.array(printJob), 'All jobs of the order, by plate.'),
  }),
  'An order and its print jobs.',
)

export const queuedExample = {
  code: jobExample.orderCode,
  status: 'ACCEPTED',
  version: 3,
  jobs: [jobExample],
}

export const queuedJson = (
  { order, jobs }: JobsChanged,
  baseUrl: string,
): JsonOf<typeof queued> => ({
  code: order.code,
  status: order.status,
  version: order.version,
  jobs: jobs.map((job) => jobJson(job, baseUrl)),
})

const tooMany = { kind: 'too_many_parts', quantity: 4, left: 1 } as const
const changed = { kind: 'order_changed', version: 5, changes: [] } as const
const planRefusals = [
  { kind: 'order_not_found' },
  { kind: 'order_line_unknown', lines: 3 },
  { kind: 'print_file_not_found' },
  { kind: 'print_file_parts', fileParts: 4, parts: 2 },
  { kind: 'plate_own_file_parts', parts: 4 },
  changed,
  { kind: 'order_unpaid' },
  { kind: 'order_held', reason: 'Out of black PETG' },
  {
    kind: 'order_needs_review',
    finding: { part: 1, plate: 1, line: 12, command: 'M600', reason: 'waits for a person' },
  },
  { kind: 'order_refunded' },
  tooMany,
  { kind: 'plate_taken', plate: 2 },
] as const

const plan =
  `A plate has ${rangeText(quantityRange)} \`parts\`; ` +
  '`plate` is its number (the next free one if omitted), `fileId` a sliced file of ' +
  '`/api/farm/print-upload` (the order’s file if omitted). If the order’s file is sliced, each of its jobs prints 1 part. In an order of ' +
  'several lines, `line` states whose parts they are. All jobs of a ' +
  'line together have no more parts than were ordered.'

export const queueOrderRoute = route({
  method: 'POST',
  path: '/api/farm/orders/:code/queue',
  id: 'queueOrder',
  tag: 'Farm',
  summary: 'Accept an order and queue its print jobs',
  description:
    'For operators. A RECEIVED order becomes ACCEPTED, and parts without a job are put on plates: as many as fit ' +
    `next to each other and print within ${maxPlateHours} hours, one per job if the file is sliced or was never measured. To plan them differently, ` +
    `send \`plates\`. ${plan} Calling it again adds nothing. ${limits['farm-order-queue'].limit} an hour.`,
  access: operatorWithin('farm-order-queue'),
  parameters: [codeParameter],
  body: json(queueSchema, { example: {}, optional: true, refused: [{ plates: [{ parts: 0 }] }] }),
  response: { description: 'The order and its jobs.', schema: queued, example: queuedExample },
  refusals: [...planRefusals, { kind: 'order_not_queueable', status: 'SHIPPED' }],
  handler: async function queueOrderOfCode({ deps }: FarmContext, { caller, params, body }) {
    const made = await queueOrder(deps, caller.email, { code: params.code, ...body })
    return made.ok ? ok(queuedJson(made.value, deps.baseUrl)) : made
  },
})

export const createJobsRoute = route({
  method: 'POST',
  path: '/api/farm/jobs',
  id: 'createPrintJobs',
  tag: 'Farm',
  summary: 'Add print jobs to an accepted order',
  description: `For operators. ${plan} ${limits['farm-job-create'].limit} an hour.`,
  access: operatorWithin('farm-job-create'),
  body: json(jobsSchema, {
    example: { code: jobExample.orderCode, plates: [{ parts: 2 }, { parts: 1 }] },
    refused: [{ code: jobExample.orderCode, plates: [{ parts: 0 }] }],
  }),
  response: { description: 'The order and its jobs.', schema: queued, example: queuedExample },
  refusals: [...planRefusals, { kind: 'order_not_accepted', status: 'RECEIVED' }],
  handler: async function createPrintJobs({ deps }: FarmContext, { caller, body }) {
    const made = await createJobs(deps, caller.email, body)
    return made.ok ? ok(queuedJson(made.value, deps.baseUrl)) : made
  },
})

const queryText = { in: 'query', schema: { type: 'string' } } as const
const listParameters: readonly Parameter[] = [
  {
    in: 'query',
    name: 'view',
    description: 'Which jobs; queued by default.',
    schema: { type: 'string', enum: Object.keys(jobViews) },
  },
  { ...queryText, name: 'printer', description: 'Only jobs of this printer.' },
  { ...queryText, name: 'after', description: '`next` of the previous page.' },
  { ...queryText, name: 'code', description: 'All jobs of this order instead.' },
]
const views = Object.keys(jobViews).join(', ')
const viewWrong = { kind: 'field_invalid', message: `view: must be one of ${views}` } as const
const printerWrong = {
  kind: 'field_invalid',
  message: `printer: ${storableRule}`,
} as const
const afterWrong = {
  kind: 'field_invalid',
  message: 'after: must be the `next` of another page',
} as const

export const listJobsRoute = route({
  method: 'GET',
  path: '/api/farm/jobs',
  id: 'listPrintJobs',
  tag: 'Farm',
  summary: 'List print jobs',
  description:
    'For operators and viewers, 50 a page. Queued jobs come in the order in which they are claimed, failed ones oldest first, ended ones newest first.',
  access: viewer,
  parameters: listParameters,
  response: {
    description: 'The jobs.',
    schema: named(
      'PrintJobPage',
      v.object({
        jobs: v.array(printJob),
        next: orNull(text('The `after` of the next page; null on the last one.')),
      }),
      'A page of print jobs.',
    ),
    example: { jobs: [jobExample], next: null },
  },
  refusals: [viewWrong, printerWrong, afterWrong, { kind: 'order_not_found' }],
  handler: async function listPrintJobs({ deps }: FarmContext, { query }) {
    const { view = 'queued', printer, after, code } = query
    if (code !== undefined) {
      const outcome = await readOrderJobs(deps, code)
      if (!outcome.ok) return outcome
      return ok({ jobs: outcome.value.jobs.map((job) => jobJson(job, deps.baseUrl)), next: null })
    }
    if (!isJobView(view)) return { ok: false, failure: viewWrong }
    if (printer !== undefined && !isStorable(printer)) return { ok: false, failure: printerWrong }
    if (after !== undefined && !isUuid(after)) return { ok: false, failure: afterWrong }
    const { jobs, next } = await listJobs(deps, { view, printer, after })
    return ok({ jobs: jobs.map((job) => jobJson(job, deps.baseUrl)), next })
  },
})

export const changeJobRoute = route({
  method: 'POST',
  path: '/api/farm/jobs/:id/change',
  id: 'changePrintJob',
  tag: 'Farm',
  summary: 'Requeue, cancel, count or reprint a print job',
  description:
    'For operators. `requeue` puts a failed job back into the queue, or takes it from its printer. `cancel` ends it; its parts can be ' +
    'queued again. `finish` records it as printed manually: all parts are good except `scrap`; a shared plate that a printer has is counted as a whole, ' +
    'with `jobs` unless all parts are good or all are scrap. `reprint` queues `parts` good parts of a ' +
    'done job again, because they turned out to be bad; nothing is charged. `scrapReason` says why parts of either are scrap. It needs the `version` of the job, so that a ' +
    'repeated request does not queue the parts twice; the other actions check it when it is given. A printer that has the job learns of it at its next heartbeat.',
  access: operator,
  parameters: [jobIdParameter],
  body: json(changeSchema, {
    example: { action: 'reprint', parts: 1, version: 4, scrapReason: 'surface' },
    refused: [{ action: 'print' }],
  }),
  response: { description: 'The current job.', schema: finished, example: finishedExample },
  refusals: [
    { kind: 'job_counts_wrong', parts: 2 },
    { kind: 'plate_counts_needed', jobs: plateJobsExample },
    { kind: 'print_job_not_found' },
    { kind: 'job_changed', state: 'printing' },
    { kind: 'job_in_state', state: 'done', action: 'cancel' },
    { kind: 'job_reprint_too_many', good: 1 },
    { kind: 'order_not_reprintable', status: 'SHIPPED' },
    { kind: 'order_refunded' },
  ],
  handler: async function changePrintJob({ deps }: FarmContext, { caller, params, body }) {
    const { action, scrap = 0, scrapReason, parts = 1, version = null } = body
    const jobs = body.jobs
    const change: JobChange =
      action === 'finish'
        ? { action, scrap, ...(jobs && { jobs }), scrapReason }
        : action === 'reprint'
          ? { action, parts, scrapReason }
          : { action }
    const { id } = params
    const made = await changeJob(deps, caller.email, { id, version, ...change })
    return made.ok ? ok(finishedJson(made.value, deps.baseUrl)) : made
  },
})
