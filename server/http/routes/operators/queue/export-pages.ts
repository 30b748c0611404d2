// Queue exports: packing slips, a CSV of the filtered orders, and a ZIP archive with the files of selected orders.

import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { megabyte, megabytesText } from '../../../../domain/base/text/megabytes.ts'
import { dayOf } from '../../../../domain/base/time/day.ts'
import { terms } from '../../../../domain/catalog/terms.ts'
import { declare } from '../../../../domain/desk/declare.ts'
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
import type { Order } from '../../../../domain/orders/record/order.ts'
import { linesOfOrders, type OrderLine } from '../../../../domain/orders/record/order-lines.ts'
import { countOf } from '../../../../pages/base/figures.ts'
import { customsPage } from '../../../../pages/operators/queue/customs.tsx'
import { slipsPage } from '../../../../pages/operators/queue/slips.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormFailure, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { downloadHeaders } from '../../../responses/attachment.ts'
import { csvResponse } from '../../../responses/csv.ts'
import { streamOf } from '../../../responses/stream-of.ts'
import { wallClockOf, zipEntries } from '../../../responses/zip.ts'
import { costColumns, customsColumns, orderColumns } from './orders-csv.ts'
import { renderQueue } from './queue-page.ts'
import {
  fieldsOf,
  readSelected,
  readTarget,
  targetField,
  unknownFilterRefusal,
  unknownIn,
} from './selection.ts'

/** Fits a thousand codes with their versions. */
const maxFormBytes = 64 * 1024

export const exportPages = [
  page({ path: '/operator/slips', access: viewers, show: showSlips }),
  page({ path: '/operator/customs', access: viewers, show: showCustoms }),
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
    refuse: (http, { caller: user }, { failure, typedIn }) =>
      failure === null
        ? refuseFilter(http, user, unknownIn(fieldsOf(typedIn)))
        : refuseWith(http, user, failure),
  }),
  page({ path: '/operator/files.zip', access: viewers, show: exportFiles }),
]

type Export = Input<DeskViewer>

async function showSlips(http: HttpContext, asked: Export): Promise<Response> {
  const selected = await readPrinted(http, asked, 'slips')
  if (!selected.ok) return selected.failure
  const { deps } = http
  const { orders, lines } = selected.value
  await recordExport(deps, { by: asked.caller.email, kind: 'slips_opened', orders })
  const logos = await deps.accountLogos.listFacts(orders.map(({ accountId }) => accountId))
  return slipsPage(orders, { lines, logos, user: asked.caller, baseUrl: deps.baseUrl })
}

async function showCustoms(http: HttpContext, asked: Export): Promise<Response> {
  const selected = await readPrinted(http, asked, 'customs declarations')
  if (!selected.ok) return selected.failure
  const { deps } = http
  const { orders, lines } = selected.value
  await recordExport(deps, { by: asked.caller.email, kind: 'customs_opened', orders })
  return customsPage({
    orders: orders.map((order) => ({
      order,
      declaration: declare(deps, order, lines.get(order.id) ?? []),
    })),
    user: asked.caller,
    postedFrom: terms().customs.postedFrom,
  })
}

type PrintedOrders = {
  readonly orders: readonly Order[]
  readonly lines: ReadonlyMap<string, readonly OrderLine[]>
}

/** Reads the orders to print. If there are none, a queue page states why. */
async function readPrinted(
  http: HttpContext,
  { request, caller: user }: Export,
  what: string,
): Promise<Result<PrintedOrders, Response>> {
  const unknown = unknownIn(new URL(request.url).searchParams)
  if (unknown.length > 0) return fail(await refuseFilter(http, user, unknown))
  const selected = await readSelected(http.deps, targetOf(request), exportLimits.slips)
  if (!selected.ok) return fail(await refuseWith(http, user, selected.failure))
  const orders = selected.value
  if (orders.length === 0) {
    const text = `No orders are selected. Select some, then print their ${what}.`
    return fail(await refuse(http, user, 400, text))
  }
  if (orders.length > exportLimits.slips) {
    const text = `More than ${exportLimits.slips} orders are selected. Narrow the filter, and print the rest afterwards.`
    return fail(await refuse(http, user, 400, text))
  }
  return ok({ orders, lines: await linesOfOrders(http.deps, orders) })
}

const targetOf = (request: Request) => readTarget(new URL(request.url).searchParams)

const refuse = (http: HttpContext, user: DeskViewer, status: number, text: string) =>
  renderQueue(http, user, {
    ...readQueueFilter({}),
    page: 1,
    status,
    notices: [{ kind: 'error', text }],
  })

function refuseWith(http: HttpContext, user: DeskViewer, failure: Failure): Promise<Response> {
  const { status, error } = refusalOf(failure)
  return refuse(http, user, status, error)
}

const refuseFilter = (http: HttpContext, user: DeskViewer, unknown: ReadFilter['unknown']) =>
  renderQueue(http, user, {
    filter: wholeQueue,
    unknown,
    page: 1,
    status: 400,
    notices: [{ kind: 'error', text: unknownFilterRefusal }],
  })

/** Exports the selected orders or all filtered orders. Viewers have no selection form. */
async function exportSelected(
  http: HttpContext,
  { caller: user, body: { target } }: Input<DeskViewer, never, { readonly target: BulkTarget }>,
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
  user: DeskViewer,
  filter: QueueFilter,
): Promise<Response> {
  const batches = await streamFound(http.deps, filter)
  if (!batches.ok) return refuseWith(http, user, batches.failure)
  await recordFilterExport(http.deps, user.email, filter)
  return csvOf(http.deps, user, batches.value)
}

type Batches = AsyncIterable<readonly Order[]> | Iterable<readonly Order[]>

/** Builds the CSV. Only operators see prices. */
function csvOf(
  deps: HttpContext['deps'],
  { role }: Pick<DeskViewer, 'role'>,
  batches: Batches,
): Response {
  const isOperator = role === 'operator'
  async function* rows() {
    for await (const orders of batches) {
      const lines = await linesOfOrders(deps, orders)
      const costs = isOperator ? await readOrderCosts(deps, orders, lines) : null
      yield orders.map((order) => {
        const own = lines.get(order.id) ?? []
        const customs = declare(deps, order, own)
        return { order, lines: own, cost: costs?.get(order.id), customs }
      })
    }
  }
  const columns = isOperator
    ? [...orderColumns, ...costColumns, ...customsColumns]
    : [...orderColumns, ...customsColumns]
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
    const limit = `${exportLimits.files} files and ${megabytesText(exportLimits.archiveBytes)}`
    const text = `This selection has ${sizeText(size)}. An archive holds up to ${limit}; select fewer orders.`
    return refuse(http, user, 413, text)
  }
  await recordExport(deps, { by: user.email, kind: 'files_exported', orders })
  return new Response(streamOf(zipEntries(zipFiles(http, archiveFiles(deps, orders, lines)))), {
    headers: downloadHeaders(
      `files-${dayOf(deps.clock.now(), deps.timeZone)}.zip`,
      'application/zip',
    ),
  })
}

function sizeText(size: ArchiveSize | null): string {
  if (size === null) return `more than ${exportLimits.files} files`
  return `${countOf(size.files, 'file')}, ${Math.ceil(size.bytes / megabyte)} MB`
}

async function* zipFiles({ deps }: HttpContext, files: AsyncIterable<ArchiveFile>) {
  for await (const { at, ...file } of files) {
    yield { ...file, at: wallClockOf(at, deps.timeZone) }
  }
}
