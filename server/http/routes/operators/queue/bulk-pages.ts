// /operator/bulk: preview, tracking, confirmation and result of a change of many orders.
import * as v from 'valibot'
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { isUuid } from '../../../../domain/base/uuid.ts'
import { readShortOrders } from '../../../../domain/farm/short-orders.ts'
import {
  type BulkAction,
  type BulkChange,
  isBulkKind,
} from '../../../../domain/fulfillment/bulk-action.ts'
import {
  confirmBulk,
  enterBulkTracking,
  previewBulk,
  readBulk,
} from '../../../../domain/fulfillment/bulk-actions.ts'
import { readQueueFilter } from '../../../../domain/fulfillment/queue-filter.ts'
import { readPage } from '../../../../domain/fulfillment/read-queue.ts'
import { isPriority } from '../../../../domain/orders/priority.ts'
import { deskActionNotFound } from '../../../../pages/operators/not-found.tsx'
import { type BulkView, bulkPage } from '../../../../pages/operators/queue/bulk-page.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import { readFields, seeOther } from '../../../requests/forms.ts'
import type { Failure } from '../../../responses/failure.ts'
import { refusalOf } from '../../../responses/failure-to-response.ts'
import { type DeskReader, forOperator, forViewer } from '../operator-view.ts'
import { renderQueue } from './queue-page.ts'
import { readTarget } from './selection.ts'
import { readTrackingForm } from './tracking-form.ts'
import { holdReasonSchema } from './work-schemas.ts'

const path = '/operator/bulk'
const pathOf = (id: string) => `${path}/${id}`

export const bulkPages = [
  page('POST', path, preview),
  page('GET', `${path}/:id`, show),
  page('POST', `${path}/:id/tracking`, saveTracking),
  page('POST', `${path}/:id/confirm`, confirm),
]

/** A thousand codes with their versions, or the tracking of a thousand parcels. */
const maxFormBytes = 512 * 1024

function preview(http: HttpContext, { request }: Received): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const fields = await readFields(request, maxFormBytes)
    const sent = fields.ok ? fields.value : new URLSearchParams()
    const refuse = (status: number, text: string) => {
      const read = readQueueFilter(Object.fromEntries(new URLSearchParams(sent.get('query') ?? '')))
      const notices = [{ kind: 'error' as const, text }]
      return renderQueue(http, user, {
        ...read,
        page: readPage(sent.get('page') ?? undefined),
        notices,
        status,
      })
    }
    if (!fields.ok) return refuseWith(refuse, fields.failure)
    const change = readChange(sent)
    if (!change.ok) return refuse(400, change.failure)
    const target = readTarget(sent)
    const action = await previewBulk(http.deps, user.email, { change: change.value, target })
    return action.ok ? seeOther(pathOf(action.value.id)) : refuseWith(refuse, action.failure)
  })
}

function refuseWith(refuse: (status: number, text: string) => Promise<Response>, failure: Failure) {
  const { status, error } = refusalOf(failure)
  return refuse(status, error)
}

function readChange(fields: URLSearchParams): Result<BulkChange, string> {
  const kind = fields.get('action') ?? ''
  if (!isBulkKind(kind))
    return fail('Nothing was changed. Choose one of the actions below the list.')
  if (kind === 'hold') {
    const reason = v.safeParse(holdReasonSchema, fields.get('reason') ?? '')
    if (reason.success) return ok({ kind, reason: reason.output })
    return fail(
      'Nothing was changed. Enter the reason of the hold in 1 to 200 characters, under More.',
    )
  }
  if (kind !== 'priority') return ok({ kind })
  const priority = fields.get('priority') ?? ''
  return isPriority(priority)
    ? ok({ kind, priority })
    : fail('Nothing was changed. Choose a priority, under More.')
}

function show(http: HttpContext, { request, params }: Received): Promise<Response> {
  return forViewer(http, request, async (user) => showFound(http, user, await find(http, params)))
}

const find = ({ deps }: HttpContext, { id = '' }: Received['params']) =>
  isUuid(id) ? readBulk(deps, id) : Promise.resolve(fail({ kind: 'bulk_not_found' } as const))

async function showFound(
  { deps }: HttpContext,
  user: DeskReader,
  found: Result<BulkAction, Failure>,
  rest: Pick<BulkView, 'status' | 'form'> = {},
): Promise<Response> {
  if (!found.ok) return deskActionNotFound(user)
  const action = found.value
  const orders = await deps.orderQueue.readByCodes(action.orders.map(({ code }) => code))
  const byCode = new Map(orders.map((order) => [order.code, order]))
  const short = action.change.kind === 'finish' ? await readShortOrders(deps, orders) : new Map()
  return bulkPage({ user, action, orders: byCode, short, ...rest })
}

function saveTracking(http: HttpContext, { request, params }: Received): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const found = await find(http, params)
    if (!found.ok) return deskActionNotFound(user)
    const fields = await readFields(request, maxFormBytes)
    const sent = fields.ok ? fields.value : new URLSearchParams()
    const read = readTrackingForm(sent, found.value)
    if (read.form.problems.length > 0) {
      return showFound(http, user, found, { status: 400, form: read.form })
    }
    const { id } = found.value
    const entered = await enterBulkTracking(http.deps, id, read)
    // Confirmed in another window meanwhile: the page shows what came of it.
    return entered.ok
      ? seeOther(pathOf(id))
      : showFound(http, user, await find(http, params), { status: 409 })
  })
}

function confirm(http: HttpContext, { request, params }: Received): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const found = await find(http, params)
    if (!found.ok) return deskActionNotFound(user)
    const { id } = found.value
    await confirmBulk(http.deps, user.email, id)
    return seeOther(pathOf(id))
  })
}
