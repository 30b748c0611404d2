// What leaves the queue: packing slips, a CSV of the filter, and the files of a selection as one ZIP archive.

import { dayOf } from '../../../../domain/desk/throughput-range.ts'
import {
  type ReadFilter,
  readQueueFilter,
  wholeQueue,
} from '../../../../domain/fulfillment/queue-filter.ts'
import { fetchModelFile } from '../../../../domain/models/fetch-stored-model.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import { linesOfOrders, type OrderLine } from '../../../../domain/orders/order-lines.ts'
import { countOf } from '../../../../pages/base/figures.ts'
import { slipsPage } from '../../../../pages/operators/queue/slips.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import { readFields } from '../../../requests/forms.ts'
import { disposition } from '../../../responses/attachment.ts'
import { csvResponse } from '../../../responses/csv.ts'
import { refusalOf } from '../../../responses/failure-to-response.ts'
import { streamOf } from '../../../responses/stream-of.ts'
import { wallClockOf, zipEntries } from '../../../responses/zip.ts'
import { type DeskReader, forOperator, forViewer } from '../operator-view.ts'
import { orderColumns } from './orders-csv.ts'
import { renderQueue } from './queue-page.ts'
import { readSelected, readTarget, unknownFilterRefusal, unknownIn } from './selection.ts'

export const exportPages = [
  page('GET', '/operator/slips', showSlips),
  page('GET', '/operator/export.csv', exportCsv),
  page('POST', '/operator/export.csv', exportSelection),
  page('GET', '/operator/files.zip', exportFiles),
]

const maxSlips = 500
const maxFiles = 500
const maxArchiveBytes = 2_000_000_000

function showSlips(http: HttpContext, { request }: Received): Promise<Response> {
  return forViewer(http, request, async (user) => {
    const unknown = unknownIn(new URL(request.url).searchParams)
    if (unknown.length > 0) return refuseFilter(http, user, unknown)
    const orders = await readSelected(http.deps, targetOf(request), maxSlips)
    if (orders.length === 0)
      return refuse(http, user, 400, 'No orders are selected. Select some, then print their slips.')
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
    return slipsPage(orders, { lines, user, baseUrl: deps.baseUrl })
  })
}

const targetOf = (request: Request) => readTarget(new URL(request.url).searchParams)

const refuse = (http: HttpContext, user: DeskReader, status: number, text: string) =>
  renderQueue(http, user, {
    ...readQueueFilter({}),
    page: 1,
    status,
    notices: [{ kind: 'error', text }],
  })

const refuseFilter = (http: HttpContext, user: DeskReader, unknown: ReadFilter['unknown']) =>
  renderQueue(http, user, {
    filter: wholeQueue,
    unknown,
    page: 1,
    status: 400,
    notices: [{ kind: 'error', text: unknownFilterRefusal }],
  })

function exportCsv(http: HttpContext, { request, query }: Received): Promise<Response> {
  const { deps } = http
  return forViewer(http, request, async (user) => {
    const { filter, unknown } = readQueueFilter(query)
    if (unknown.length > 0) return refuseFilter(http, user, unknown)
    return csvOf(deps, deps.orderQueue.stream(filter, deps.clock.now()))
  })
}

/** A thousand codes with their versions. */
const maxFormBytes = 64 * 1024

/** The selected orders, or all of the filter, as the form of the queue says; viewers have no such form. */
function exportSelection(http: HttpContext, { request }: Received): Promise<Response> {
  const { deps } = http
  return forOperator(http, request, async (user) => {
    const fields = await readFields(request, maxFormBytes)
    if (!fields.ok) {
      const { status, error } = refusalOf(fields.failure)
      return refuse(http, user, status, error)
    }
    const unknown = unknownIn(fields.value)
    if (unknown.length > 0) return refuseFilter(http, user, unknown)
    const target = readTarget(fields.value)
    if ('filter' in target)
      return csvOf(deps, deps.orderQueue.stream(target.filter, deps.clock.now()))
    const orders = await readSelected(deps, target, target.picked.length)
    if (orders.length > 0) return csvOf(deps, [orders])
    return refuse(http, user, 400, 'No orders are selected. Select some, then export them.')
  })
}

type Batches = AsyncIterable<readonly Order[]> | Iterable<readonly Order[]>

const csvOf = ({ clock, timeZone }: HttpContext['deps'], rows: Batches): Response =>
  csvResponse(orderColumns, {
    rows,
    fileName: `orders-${dayOf(clock.now(), timeZone)}.csv`,
  })

function exportFiles(http: HttpContext, { request }: Received): Promise<Response> {
  const { deps } = http
  return forViewer(http, request, async (user) => {
    const unknown = unknownIn(new URL(request.url).searchParams)
    if (unknown.length > 0) return refuseFilter(http, user, unknown)
    const orders = await readSelected(deps, targetOf(request), maxFiles)
    if (orders.length === 0)
      return refuse(
        http,
        user,
        400,
        'No orders are selected. Select some, then download their files.',
      )
    const bytes = orders.reduce((sum, { file }) => sum + file.sizeBytes, 0)
    if (orders.length > maxFiles || bytes > maxArchiveBytes) {
      const files =
        orders.length > maxFiles ? `more than ${maxFiles} files` : countOf(orders.length, 'file')
      const size = `${files}, ${Math.ceil(bytes / 1e6)} MB`
      const text = `This selection has ${size}. An archive holds up to ${maxFiles} files and ${maxArchiveBytes / 1e6} MB; select fewer orders.`
      return refuse(http, user, 413, text)
    }
    const lines = await linesOfOrders(deps, orders)
    return new Response(streamOf(zipEntries(filesOf(http, orders, lines))), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': disposition(`files-${dayOf(deps.clock.now(), deps.timeZone)}.zip`),
        'cache-control': 'private, no-store',
      },
    })
  })
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

/** A name of a customer's without what means something in a path. */
const safeName = (name: string): string =>
  name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/u, '_')
    .slice(-120)
