// Exports of the queue: packing slips, a CSV of the filter, and the files of a selection as one ZIP archive.

import { dayOf } from '../../../../domain/base/day.ts'
import { ok, type Result } from '../../../../domain/base/result.ts'
import { readOrderCosts } from '../../../../domain/desk/order-cost.ts'
import type { BulkTarget } from '../../../../domain/fulfillment/bulk-actions.ts'
import {
  type QueueFilter,
  type ReadFilter,
  readQueueFilter,
  wholeQueue,
} from '../../../../domain/fulfillment/queue-filter.ts'
import { streamFound } from '../../../../domain/fulfillment/read-queue.ts'
import {
  type ArchiveFile,
  type ArchiveSize,
  archiveFiles,
  archiveSize,
  exportLimits,
  recordExport,
  recordFilterExport,
} from '../../../../domain/operators/export-orders.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import { linesOfOrders } from '../../../../domain/orders/order-lines.ts'
import { countOf } from '../../../../pages/base/figures.ts'
import { slipsPage } from '../../../../pages/operators/queue/slips.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormFailure, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskReader, operators, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { disposition } from '../../../responses/attachment.ts'
import { csvResponse } from '../../../responses/csv.ts'
import { streamOf } from '../../../responses/stream-of.ts'
import { wallClockOf, zipEntries } from '../../../responses/zip.ts'
import { costColumns, orderColumns } from './orders-csv.ts'
import { renderQueue } from './queue-page.ts'
import {
  fieldsOf,
  readSelected,
  readTarget,
  targetField,
  unknownFilterRefusal,
  unknownIn,
} from './selection.ts'

/** A thousand codes with their versions. */
const maxFormBytes = 64 * 1024

export const exportPages = [
  page({ path: '/operator/slips', access: viewers, show: showSlips }),
  page({
    path: '/operator/export.csv',
    access: viewers,
    show: async function exportCsv(http, { query, caller: user }) {
      const { filter, unknown } = readQueueFilter(query)
      if (unknown.length > 0) return await refuseFilter(http, user, unknown)
      return await csvOfFilter(http, user, filter)
    },
  }),
  form({
    path: '/operator/export.csv',
    access: operators,
    maxBytes: maxFormBytes,
    fields: { target: targetField },
    act: exportSelected,
    done: (_http, _input, csv) => csv,
    refuse: (http, { caller: user }, { failure, field }) =>
      failure === null
        ? refuseFilter(http, user, unknownIn(fieldsOf(field)))
        : refuseWith(http, user, failure),
  }),
  page({ path: '/operator/files.zip', access: viewers, show: exportFiles }),
]

type Export = Input<DeskReader>

async function showSlips(http: HttpContext, { request, caller: user }: Export): Promise<Response> {
  const unknown = unknownIn(new URL(request.url).searchParams)
  if (unknown.length > 0) return refuseFilter(http, user, unknown)
  const selected = await readSelected(http.deps, targetOf(request), exportLimits.slips)
  if (!selected.ok) return refuseWith(http, user, selected.failure)
  const orders = selected.value
  if (orders.length === 0) {
    return refuse(http, user, 400, 'No orders are selected. Select some, then print their slips.')
  }
  if (orders.length > exportLimits.slips) {
    return refuse(
      http,
      user,
      400,
      `More than ${exportLimits.slips} orders are chosen. Narrow the filter, and print the rest afterwards.`,
    )
  }
  const { deps } = http
  const lines = await linesOfOrders(deps, orders)
  await recordExport(deps, { by: user.email, kind: 'slips_opened', orders })
  return slipsPage(orders, { lines, user, baseUrl: deps.baseUrl })
}

const targetOf = (request: Request) => readTarget(new URL(request.url).searchParams)

const refuse = (http: HttpContext, user: DeskReader, status: number, text: string) =>
  renderQueue(http, user, {
    ...readQueueFilter({}),
    page: 1,
    status,
    notices: [{ kind: 'error', text }],
  })

function refuseWith(http: HttpContext, user: DeskReader, failure: Failure): Promise<Response> {
  const { status, error } = refusalOf(failure)
  return refuse(http, user, status, error)
}

const refuseFilter = (http: HttpContext, user: DeskReader, unknown: ReadFilter['unknown']) =>
  renderQueue(http, user, {
    filter: wholeQueue,
    unknown,
    page: 1,
    status: 400,
    notices: [{ kind: 'error', text: unknownFilterRefusal }],
  })

/** The selected orders, or all of the filter; viewers have no such form. */
async function exportSelected(
  http: HttpContext,
  { caller: user, body: { target } }: Input<DeskReader, never, { readonly target: BulkTarget }>,
): Promise<Result<Response, FormFailure>> {
  const { deps } = http
  if ('filter' in target) return ok(await csvOfFilter(http, user, target.filter))
  const orders = await deps.orderQueue.readByCodes(target.picked.map(({ code }) => code))
  if (orders.length === 0) {
    return ok(
      await refuse(http, user, 400, 'No orders are selected. Select some, then export them.'),
    )
  }
  await recordExport(deps, { by: user.email, kind: 'orders_exported', orders })
  return ok(csvOf(deps, user, [orders]))
}

async function csvOfFilter(
  http: HttpContext,
  user: DeskReader,
  filter: QueueFilter,
): Promise<Response> {
  const batches = await streamFound(http.deps, filter)
  if (!batches.ok) return refuseWith(http, user, batches.failure)
  await recordFilterExport(http.deps, user.email, filter)
  return csvOf(http.deps, user, batches.value)
}

type Batches = AsyncIterable<readonly Order[]> | Iterable<readonly Order[]>

/** Only operators learn what orders cost. */
function csvOf(
  deps: HttpContext['deps'],
  { role }: Pick<DeskReader, 'role'>,
  batches: Batches,
): Response {
  const isOperator = role === 'operator'
  async function* rows() {
    for await (const orders of batches) {
      const lines = await linesOfOrders(deps, orders)
      const costs = isOperator ? await readOrderCosts(deps, orders, lines) : null
      yield orders.map((order) => ({
        order,
        lines: lines.get(order.id) ?? [],
        cost: costs?.get(order.id),
      }))
    }
  }
  const columns = isOperator ? [...orderColumns, ...costColumns] : orderColumns
  const fileName = `orders-${dayOf(deps.clock.now(), deps.timeZone)}.csv`
  return csvResponse(columns, { rows: rows(), fileName })
}

async function exportFiles(
  http: HttpContext,
  { request, caller: user }: Export,
): Promise<Response> {
  const { deps } = http
  const unknown = unknownIn(new URL(request.url).searchParams)
  if (unknown.length > 0) return refuseFilter(http, user, unknown)
  const selected = await readSelected(deps, targetOf(request), exportLimits.files)
  if (!selected.ok) return refuseWith(http, user, selected.failure)
  const orders = selected.value
  if (orders.length === 0) {
    return refuse(
      http,
      user,
      400,
      'No orders are selected. Select some, then download their files.',
    )
  }
  const lines = orders.length > exportLimits.files ? null : await linesOfOrders(deps, orders)
  const size = lines === null ? null : archiveSize(lines)
  if (lines === null || size === null || size.isTooLarge) {
    const limit = `${exportLimits.files} files and ${exportLimits.archiveBytes / 1e6} MB`
    const text = `This selection has ${sizeText(size)}. An archive holds up to ${limit}; select fewer orders.`
    return refuse(http, user, 413, text)
  }
  await recordExport(deps, { by: user.email, kind: 'files_exported', orders })
  return new Response(streamOf(zipEntries(zipFiles(http, archiveFiles(deps, orders, lines)))), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': disposition(`files-${dayOf(deps.clock.now(), deps.timeZone)}.zip`),
      'cache-control': 'private, no-store',
    },
  })
}

function sizeText(size: ArchiveSize | null): string {
  if (size === null) return `more than ${exportLimits.files} files`
  return `${countOf(size.files, 'file')}, ${Math.ceil(size.bytes / 1e6)} MB`
}

async function* zipFiles({ deps }: HttpContext, files: AsyncIterable<ArchiveFile>) {
  for await (const { at, ...file } of files) {
    yield { ...file, at: wallClockOf(at, deps.timeZone) }
  }
}
