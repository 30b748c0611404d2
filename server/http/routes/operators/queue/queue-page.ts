// /operator/queue, and the row button that advances its order by one step.

import { readPage } from '../../../../domain/base/text/page-number.ts'
import { isStorable, singleLine } from '../../../../domain/base/text/text.ts'
import {
  maxAgeDays,
  maxColorLength,
  maxTextLength,
  type ReadFilter,
  readQueueFilter,
} from '../../../../domain/fulfillment/queue-filter.ts'
import { readQueue } from '../../../../domain/fulfillment/read-queue.ts'
import { isQueueStep, type StepInput, takeStep } from '../../../../domain/fulfillment/take-step.ts'
import { readOrderForOperators } from '../../../../domain/orders/read/operator-orders.ts'
import { isOrderCode } from '../../../../domain/orders/record/code.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { orderPath } from '../../../../pages/operators/parts/order-path.ts'
import { queuePath } from '../../../../pages/operators/queue/paths.ts'
import { type QueueView, queuePage } from '../../../../pages/operators/queue/queue-page.tsx'
import { changedText, resultLabel } from '../../../../pages/operators/queue/work-words.ts'
import { anyText, parsedWithoutMark } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { seeOther } from '../../../requests/forms.ts'
import { showOrder } from '../orders/show-order.ts'
import { filterOf, readPicked } from './selection.ts'

const incompleteText = 'Nothing was changed, because the form was incomplete. Try the button again.'

/** Fits a button and the page's filter. */
const maxStepBytes = 64 * 1024

export const queuePages = [
  page({ path: '/operator/queue', access: viewers, show: showQueue }),
  form({
    path: '/operator/queue/step',
    access: operators,
    maxBytes: maxStepBytes,
    fields: {
      step: parsedWithoutMark((text) => readStep(text) ?? undefined, incompleteText),
      back: anyText,
      query: anyText,
      page: anyText,
    },
    act: ({ deps }, { caller: user, body }) => takeStep(deps, user.email, body.step),
    done: (_http, { body: { step, back, query, page: pageText } }, { preview }) => {
      if (preview !== null) return `/operator/bulk/${preview}`
      if (back === 'order') return `${orderPath(step.code)}?saved=1`
      const list = listOf(query, pageText)
      const address = queuePath(list.filter, list.page)
      return `${address}${address.includes('?') ? '&' : '?'}done=${step.code}:${step.kind}`
    },
    refuse: refuseStep,
  }),
]

type QueueInput = Input<DeskViewer>

async function showQueue(
  http: HttpContext,
  { query, caller: user }: QueueInput,
): Promise<Response> {
  const read = readQueueFilter(query)
  const code = read.filter.text.trim().toUpperCase()
  if (isOrderCode(code) && (await readOrderForOperators(http.deps, code)).ok) {
    return seeOther(orderPath(code))
  }
  const done = doneNotice(query)
  const notices = done === null ? [] : [done]
  return await renderQueue(http, user, { ...read, page: readPage(query['page']), notices })
}

function unknownFilterText(name: string, value: string): string {
  if (name === 'q' || name === 'color') {
    const what = name === 'q' ? 'search' : 'color'
    const limit = name === 'q' ? maxTextLength : maxColorLength
    return isStorable(value)
      ? `The ${what} has more than ${limit} characters, so it was left out. Shorten it.`
      : `The ${what} has a character that no text of an order has, so it was left out. Type it again.`
  }
  const shown = singleLine(value).slice(0, 40)
  return name === 'age'
    ? `The filter age takes a whole number of days from 1 to ${maxAgeDays}, not “${shown}”, so it was left out.`
    : `The filter ${name} has no choice “${shown}”, so it was left out.`
}

type Rendered = ReadFilter & {
  readonly page: number
  readonly notices: NonNullable<QueueView['notices']>
  readonly status?: number
  readonly entered?: QueueView['entered']
}

export async function renderQueue(
  { deps }: HttpContext,
  user: DeskViewer,
  { filter, unknown, page: number, notices, status = 200, entered }: Rendered,
): Promise<Response> {
  const [queue, delivered] = await Promise.all([
    readQueue(deps, { filter, page: number }),
    deps.carriers === null ? 0 : deps.parcelLabels.countDelivered(),
  ])
  const ignored = unknown.map(({ name, value }) => ({
    kind: 'warning' as const,
    text: unknownFilterText(name, value),
  }))
  return queuePage({
    user,
    queue,
    delivered,
    status,
    notices: [...notices, ...ignored],
    ...(entered !== undefined && { entered }),
  })
}

/** Returns the notice about a completed step, shown after the redirect. */
function doneNotice(query: QueueInput['query']): NonNullable<QueueView['notices']>[number] | null {
  const [code = '', kind = ''] = (query['done'] ?? '').split(':')
  if (!isOrderCode(code) || !isQueueStep(kind)) return null
  return {
    kind: 'info',
    text: `${code}: ${kind === 'accept' ? 'Accepted and queued' : resultLabel({ kind })}.`,
  }
}

function readStep(text: string): StepInput | null {
  const [kind = '', ...rest] = text.split(':')
  if (!isQueueStep(kind)) return null
  const picked = readPicked(rest.join(':'))
  if (picked === null || picked.version === null) return null
  return { kind, code: picked.code, version: picked.version }
}

async function refuseStep(
  http: HttpContext,
  { caller: user }: QueueInput,
  { status, text, typedIn, failure }: FormRefusal,
): Promise<Response> {
  const step = readStep(typedIn('step'))
  const refuse = (pageStatus: number, sentence: string) =>
    renderQueue(http, user, {
      ...listOf(typedIn('query'), typedIn('page')),
      status: pageStatus,
      notices: [{ kind: 'error', text: sentence }],
    })
  // Contains no typed values: a body that is too long or unreadable did not come from one of the page's buttons.
  if (step === null) return refuse(400, incompleteText)
  if (failure === null) return refuse(status, text)
  if (typedIn('back') === 'order') return await refuseOnOrder(http, user, step.code, failure)
  const { status: refused, error } = refusedStep(failure, user.timeZone)
  return refuse(refused, `${step.code}: ${error}`)
}

/** Returns the list that contained the button. */
const listOf = (query: string, pageText: string): ReadFilter & { readonly page: number } => ({
  ...filterOf(query),
  page: readPage(pageText || undefined),
})

const refusedStep = (failure: Failure, timeZone: string): { status: number; error: string } =>
  failure.kind === 'order_changed'
    ? { status: 409, error: changedText(failure.changes, timeZone) }
    : refusalOf(failure)

/** Refuses with the current order and the changes since the button was shown. */
async function refuseOnOrder(
  http: HttpContext,
  user: DeskViewer,
  code: string,
  failure: Failure,
): Promise<Response> {
  const order = await readOrderForOperators(http.deps, code)
  if (!order.ok) return deskNotFound(user, 'order')
  if (failure.kind === 'order_changed') {
    return showOrder(http, order.value, { user, status: 409, changes: failure.changes })
  }
  const { status, error: text } = refusedStep(failure, user.timeZone)
  return showOrder(http, order.value, { user, status, notice: { kind: 'error', text } })
}
