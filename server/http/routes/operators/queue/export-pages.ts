// Exports of the queue: packing slips, a CSV of the filter, and the files of a selection as one ZIP archive.

import { dayOf } from '../../../../domain/base/day.ts'
import {
  type QueueFilter,
  type ReadFilter,
  readQueueFilter,
  wholeQueue,
} from '../../../../domain/fulfillment/queue-filter.ts'
import { streamFound } from '../../../../domain/fulfillment/read-queue.ts'
import { fetchModelFile } from '../../../../domain/models/fetch-stored-model.ts'
import type { OperatorActionKind } from '../../../../domain/operators/ports.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import { linesOfOrders, type OrderLine } from '../../../../domain/orders/order-lines.ts'
import { countOf } from '../../../../pages/base/figures.ts'
import { slipsPage } from '../../../../pages/operators/queue/slips.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, post } from '../../../middleware/page.ts'
import { type DeskReader, operators, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { readFields } from '../../../requests/forms.ts'
import { disposition } from '../../../responses/attachment.ts'
import { csvResponse } from '../../../responses/csv.ts'
import { streamOf } from '../../../responses/stream-of.ts'
import { wallClockOf, zipEntries } from '../../../responses/zip.ts'
import { orderColumns } from './orders-csv.ts'
import { renderQueue } from './queue-page.ts'
import { readSelected, readTarget, unknownFilterRefusal, unknownIn } from './selection.ts'

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
  post({ path: '/operator/export.csv', access: operators, respond: exportSelection }),
  page({ path: '/operator/files.zip', access: viewers, show: exportFiles }),
]

type Export = Input<DeskReader>

const maxSlips = 500
const maxFiles = 500
const maxArchiveBytes = 2_000_000_000

async function showSlips(http: HttpContext, { request, caller: user }: Export): Promise<Response> {
  const unknown = unknownIn(new URL(request.url).searchParams)
  if (unknown.length > 0) return refuseFilter(http, user, unknown)
  const selected = await readSelected(http.deps, targetOf(request), maxSlips)
  if (!selected.ok) return refuseWith(http, user, selected.failure)
  const orders = selected.value
  if (orders.length === 0) {
    return refuse(http, user, 400, 'No orders are selected. Select some, then print their slips.')
  }
  if (orders.length > maxSlips) {
    return refuse(
      http,
      user,
      400,
      `More than ${maxSlips} orders are chosen. Narrow the filter, and print the rest afterwards.`,
    )
  }
  const { deps } = http
  const lines = await linesOfOrders(deps, orders)
  await recordSelection(http, user, { kind: 'slips_opened', orders })
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

/** A thousand codes with their versions. */
const maxFormBytes = 64 * 1024

/** The selected orders, or all of the filter, as the form of the queue says; viewers have no such form. */
async function exportSelection(
  http: HttpContext,
  { request, caller: user }: Export,
): Promise<Response> {
  const { deps } = http
  const fields = await readFields(request, maxFormBytes)
  if (!fields.ok) return refuseWith(http, user, fields.failure)
  const unknown = unknownIn(fields.value)
  if (unknown.length > 0) return refuseFilter(http, user, unknown)
  const target = readTarget(fields.value)
  if ('filter' in target) return await csvOfFilter(http, user, target.filter)
  const orders = await deps.orderQueue.readByCodes(target.picked.map(({ code }) => code))
  if (orders.length > 0) {
    await recordSelection(http, user, { kind: 'orders_exported', orders })
    return csvOf(deps, [orders])
  }
  return refuse(http, user, 400, 'No orders are selected. Select some, then export them.')
}

async function csvOfFilter(
  http: HttpContext,
  user: DeskReader,
  filter: QueueFilter,
): Promise<Response> {
  const batches = await streamFound(http.deps, filter)
  if (!batches.ok) return refuseWith(http, user, batches.failure)
  const { operatorActions } = http.deps
  const subject = 'orders of a filter'
  await operatorActions.record({ by: user.email, kind: 'orders_exported', subject, detail: filter })
  return csvOf(http.deps, batches.value)
}

/** Customers' data leaves the service here: who exported which orders, and when, is logged first. */
async function recordSelection(
  { deps }: HttpContext,
  { email }: DeskReader,
  {
    kind,
    orders,
  }: { readonly kind: OperatorActionKind; readonly orders: readonly Pick<Order, 'code'>[] },
): Promise<void> {
  const codes = orders.map(({ code }) => code)
  const subject = codes.length === 1 ? String(codes[0]) : countOf(codes.length, 'order')
  await deps.operatorActions.record({ by: email, kind, subject, detail: { codes } })
}

type Batches = AsyncIterable<readonly Order[]> | Iterable<readonly Order[]>

function csvOf(deps: HttpContext['deps'], batches: Batches): Response {
  async function* rows() {
    for await (const orders of batches) {
      const lines = await linesOfOrders(deps, orders)
      yield orders.map((order) => ({ order, lines: lines.get(order.id) ?? [] }))
    }
  }
  const fileName = `orders-${dayOf(deps.clock.now(), deps.timeZone)}.csv`
  return csvResponse(orderColumns, { rows: rows(), fileName })
}

async function exportFiles(
  http: HttpContext,
  { request, caller: user }: Export,
): Promise<Response> {
  const { deps } = http
  const unknown = unknownIn(new URL(request.url).searchParams)
  if (unknown.length > 0) return refuseFilter(http, user, unknown)
  const selected = await readSelected(deps, targetOf(request), maxFiles)
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
  const lines = orders.length > maxFiles ? null : await linesOfOrders(deps, orders)
  const size = lines === null ? `more than ${maxFiles} files` : excessOf(lines)
  if (lines === null || size !== null) {
    const text = `This selection has ${size}. An archive holds up to ${maxFiles} files and ${maxArchiveBytes / 1e6} MB; select fewer orders.`
    return refuse(http, user, 413, text)
  }
  await recordSelection(http, user, { kind: 'files_exported', orders })
  return new Response(streamOf(zipEntries(filesOf(http, orders, lines))), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': disposition(`files-${dayOf(deps.clock.now(), deps.timeZone)}.zip`),
      'cache-control': 'private, no-store',
    },
  })
}

/** The total size of the files of all lines when an archive cannot hold them; otherwise null. */
function excessOf(lines: ReadonlyMap<string, readonly OrderLine[]>): string | null {
  const files = [...lines.values()].flat().map(({ file }) => file)
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (files.length <= maxFiles && bytes <= maxArchiveBytes) return null
  return `${countOf(files.length, 'file')}, ${Math.ceil(bytes / 1e6)} MB`
}

/** One after the other, each fetched when the one before was sent. A file that storage does not return is named in a text file. */
async function* filesOf(
  { deps }: HttpContext,
  orders: readonly Order[],
  lines: ReadonlyMap<string, readonly OrderLine[]>,
) {
  const missing: string[] = []
  const files = orders.flatMap(({ id, code, createdAt }) =>
    (lines.get(id) ?? []).map(({ place, file }, _, { length }) => ({
      code: length === 1 ? code : `${code}_${place}`,
      file,
      createdAt,
    })),
  )
  for (const { code, file, createdAt } of files) {
    const fetched = await fetchModelFile(deps, file)
    if (!fetched.ok) {
      missing.push(`${code}: ${file.fileName}`)
      continue
    }
    const { path } = fetched.value
    try {
      const at = wallClockOf(createdAt, deps.timeZone)
      yield { name: `${code}_${safeName(file.fileName)}`, path, at }
    } finally {
      await deps.temporaryFiles.remove(path)
    }
  }
  if (missing.length === 0) return
  const text = `Storage did not return these files. Try again, or open the order's page.\n\n${missing.join('\n')}\n`
  const { path } = await deps.temporaryFiles.write(new TextEncoder().encode(text))
  try {
    yield { name: 'MISSING.txt', path, at: wallClockOf(deps.clock.now(), deps.timeZone) }
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

/** A customer's name without characters that have a meaning in a path. */
const safeName = (name: string): string =>
  name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/u, '_')
    .slice(-120)
