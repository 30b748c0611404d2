// /operator/queue, and the button of a row that takes its order one step further.

import { isBulkKind } from '../../../../domain/fulfillment/bulk-action.ts'
import { previewBulk } from '../../../../domain/fulfillment/bulk-actions.ts'
import { type StepKind, steps } from '../../../../domain/fulfillment/next-step.ts'
import { changeOrderWork } from '../../../../domain/fulfillment/order-work.ts'
import { type ReadFilter, readQueueFilter } from '../../../../domain/fulfillment/queue-filter.ts'
import { readPage, readQueue } from '../../../../domain/fulfillment/read-queue.ts'
import { isOrderCode } from '../../../../domain/orders/code.ts'
import { readOrderForOperators } from '../../../../domain/orders/operator-orders.ts'
import { setOrderStatus } from '../../../../domain/orders/set-order-status.ts'
import { shortLabel } from '../../../../domain/orders/status.ts'
import { orderPath } from '../../../../pages/operators/order-path.ts'
import { queuePath } from '../../../../pages/operators/queue/paths.ts'
import { type QueueView, queuePage } from '../../../../pages/operators/queue/queue-page.tsx'
import { resultLabel } from '../../../../pages/operators/queue/work-words.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import { readFields, seeOther } from '../../../requests/forms.ts'
import { refusalOf } from '../../../responses/failure-to-response.ts'
import { type DeskCaller, forOperator, forViewer } from '../operator-view.ts'

export const queuePages = [
  page('GET', '/operator/queue', showQueue),
  page('POST', '/operator/queue/step', takeStep),
]

function showQueue(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async (user) => {
    const read = readQueueFilter(query)
    const code = read.filter.text.trim().toUpperCase()
    if (isOrderCode(code) && (await readOrderForOperators(http.deps, code)).ok) {
      return seeOther(orderPath(code))
    }
    const done = doneNotice(query)
    const notices = done === null ? [] : [done]
    return renderQueue(http, user, { ...read, page: readPage(query['page']), notices })
  })
}

type Rendered = ReadFilter & {
  readonly page: number
  readonly notices: NonNullable<QueueView['notices']>
  readonly status?: number
}

export async function renderQueue(
  { deps }: HttpContext,
  user: DeskCaller,
  { filter, unknown, page: number, notices, status = 200 }: Rendered,
): Promise<Response> {
  const queue = await readQueue(deps, { filter, page: number })
  const ignored = unknown.map(({ name, value }) => ({
    kind: 'warning' as const,
    text: `The filter ${name} has no choice “${value.slice(0, 40)}”, so it was left out.`,
  }))
  return queuePage({ user, queue, status, notices: [...notices, ...ignored] })
}

/** What a step did, told after the redirect that follows it. */
function doneNotice(query: Received['query']): NonNullable<QueueView['notices']>[number] | null {
  const [code = '', kind = ''] = (query['done'] ?? '').split(':')
  if (!isOrderCode(code) || !isBulkKind(kind) || kind === 'hold' || kind === 'priority') return null
  return { kind: 'info', text: `${code}: ${resultLabel({ kind })}.` }
}

/** A form with one button for each row; selections of a page are sent along. */
const maxStepBytes = 64 * 1024

type Step = { readonly kind: StepKind | 'release'; readonly code: string; readonly version: number }

function readStep(sent: string | null): Step | null {
  const [kind = '', code = '', version = ''] = (sent ?? '').split(':')
  if (!isBulkKind(kind) || kind === 'hold' || kind === 'priority') return null
  return /^[1-9]\d{0,8}$/.test(version) ? { kind, code, version: Number(version) } : null
}

function takeStep(http: HttpContext, { request }: Received): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const fields = await readFields(request, maxStepBytes)
    const sent = fields.ok ? fields.value : new URLSearchParams()
    const step = readStep(sent.get('step'))
    const read = readQueueFilter(Object.fromEntries(new URLSearchParams(sent.get('query') ?? '')))
    const number = readPage(sent.get('page') ?? undefined)
    const refuse = (status: number, text: string) =>
      renderQueue(http, user, { ...read, page: number, status, notices: [{ kind: 'error', text }] })
    if (step === null) {
      return refuse(
        400,
        'Nothing was changed, because the form was incomplete. Try the button again.',
      )
    }
    if (step.kind === 'ship') return await openShipping(http, user, step)
    const done = await carryOut(http, user, { ...step, kind: step.kind })
    if (done !== null) return refuse(done.status, `${step.code}: ${done.error}`)
    if (sent.get('back') === 'order') return seeOther(`${orderPath(step.code)}?saved=1`)
    const back = queuePath(read.filter, number)
    const mark = `done=${step.code}:${step.kind}`
    return seeOther(`${back}${back.includes('?') ? '&' : '?'}${mark}`)
  })
}

/** null when it is done. */
async function carryOut(
  { deps }: HttpContext,
  { email }: DeskCaller,
  { kind, code, version }: Step & { readonly kind: Exclude<Step['kind'], 'ship'> },
): Promise<{ readonly status: number; readonly error: string } | null> {
  if (kind === 'release') {
    const released = await changeOrderWork(deps, email, { code, version, change: { kind } })
    return released.ok ? null : refusalOf(released.failure)
  }
  const { from, to } = steps[kind]
  const order = await readOrderForOperators(deps, code)
  if (order.ok && order.value.version === version && order.value.status !== from) {
    const status = shortLabel(order.value.status)
    return {
      status: 409,
      error: `This order is ${status}, not ${shortLabel(from)}. Nothing was changed.`,
    }
  }
  const set = await setOrderStatus(deps, email, { code, status: to, version })
  return set.ok ? null : refusalOf(set.failure)
}

/** Shipping asks for the tracking first, on the page that many orders have as well. */
async function openShipping(
  { deps }: HttpContext,
  { email }: DeskCaller,
  { code, version }: Step,
): Promise<Response> {
  const target = { picked: [{ code, version }] }
  const action = await previewBulk(deps, email, { change: { kind: 'ship' }, target })
  return seeOther(action.ok ? `/operator/bulk/${action.value.id}` : orderPath(code))
}
