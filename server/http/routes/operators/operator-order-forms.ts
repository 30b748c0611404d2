// The forms of /operator/orders/{code}: status and tracking, the question before a paid order is closed, and refunds.

import * as v from 'valibot'
import { ok, type Result } from '../../../domain/base/result.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { listLines } from '../../../domain/orders/order-lines.ts'
import { readOrderForOperators } from '../../../domain/orders/read/operator-orders.ts'
import {
  findRequest,
  listRefunds,
  pricePartsOf,
  type RefundInput,
  refundOrder,
  repeatRefund,
} from '../../../domain/orders/refund/refund-order.ts'
import { resolveRefund } from '../../../domain/orders/refund/resolve-refund.ts'
import {
  type Refund,
  refundableCents,
  refundTargets,
  splitRefund,
} from '../../../domain/orders/refund.ts'
import { partsText, type RefundedParts, totalOfParts } from '../../../domain/orders/refund-parts.ts'
import { isClosed } from '../../../domain/orders/status.ts'
import {
  needsConfirmation,
  type StatusInput,
  setOrderStatus,
} from '../../../domain/orders/work/set-order-status.ts'
import { dollarsText } from '../../../domain/pricing/dollars.ts'
import { correctFields, type FieldErrors } from '../../../html/form-fields.tsx'
import { money } from '../../../pages/base/money.ts'
import { type CloseView, closeOrderPage } from '../../../pages/operators/close.tsx'
import { confirmPage, type Question } from '../../../pages/operators/confirm.tsx'
import { deskOrderNotFound } from '../../../pages/operators/not-found.tsx'
import type { OperatorOrderView } from '../../../pages/operators/order.tsx'
import { orderPath } from '../../../pages/operators/order-path.ts'
import { partsField } from '../../../pages/operators/parts-fields.tsx'
import type { RefundForm } from '../../../pages/operators/refunds.tsx'
import type { StatusForm } from '../../../pages/operators/status-form.tsx'
import { wrongFields } from '../../../pages/operators/wrong-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { resolutionSchema } from '../orders/status-schemas.ts'
import {
  changeOf,
  closeRefundOf,
  readRefundForm,
  readStatusForm,
  refundOrPartsOf,
  type SentStatusForm,
} from './operator-forms.ts'
import { type DeskReader, forOperator, showOrder } from './operator-view.ts'
import { statusQuestion } from './status-question.ts'

const saved = (code: string, refund: Refund | null) =>
  seeOther(`${orderPath(code)}?saved=1${refund === null ? '' : `&refund=${refund.id}`}`)

export const operatorForms = [
  page('POST', '/operator/orders/:code', saveStatusByForm),
  page('POST', '/operator/orders/:code/refund', saveRefundByForm),
  page('POST', '/operator/orders/:code/refunds/:refund', dealWithReturned),
]

function saveStatusByForm(
  http: HttpContext,
  { request, params: { code = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, async (user) =>
    saveStatus(http, { code, user, form: await readStatusForm(request) }),
  )
}

function saveRefundByForm(
  http: HttpContext,
  { request, params: { code = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, (user) => saveRefund(http, request, code, user))
}

/** A returned refund: requested again for what is missing, or settled in another way. */
function dealWithReturned(
  http: HttpContext,
  { request, params: { code = '', refund: refundId = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const { deps } = http
    const found = await readOrderForOperators(deps, code)
    if (!found.ok) return deskOrderNotFound(user)
    const place = { http, user, order: found.value }
    const field = await readForm(request)
    if (field('action') === 'again') {
      const again = await repeatRefund(deps, user.email, { code, refundId })
      if (again.ok) return seeOther(`${orderPath(code)}?refund=${again.value.refund.id}`)
      return showOrder(http, await reread(place), { user, ...refusedView(again.failure) })
    }
    const body = v.safeParse(resolutionSchema, { note: field('note') })
    if (!body.success) {
      const errors = { note: 'Enter what was done in 1 to 200 characters.' }
      return showOrder(http, await reread(place), { user, ...invalid(errors) })
    }
    const resolved = await resolveRefund(deps, user.email, { code, refundId, ...body.output })
    if (resolved.ok) return seeOther(`${orderPath(code)}?saved=1`)
    return showOrder(http, await reread(place), { user, ...refusedView(resolved.failure) })
  })
}

type StatusRequest = { code: string; user: DeskReader; form: SentStatusForm }

async function saveStatus(http: HttpContext, request: StatusRequest): Promise<Response> {
  const { deps } = http
  const { code, user, form } = request
  const found = await readOrderForOperators(deps, code)
  if (!found.ok) return deskOrderNotFound(user)
  const order = found.value
  const place = { http, user, order }
  const { typed, version } = form
  const change = changeOf(typed)
  if (!change.ok) return refuseStatus(place, typed, invalid(change.failure))
  if (version === null) return refuseStatus(place, typed, { status: 400, notice: noVersion })
  const input: StatusInput = { code, version, ...change.value }
  // A stale form is refused in any case.
  const question =
    form.confirmed || version !== order.version
      ? null
      : await statusQuestion(deps, order, { typed, version })
  if (question !== null) return confirmPage(user, question)
  const closing = await closingOf(place, form, input)
  if (closing.kind === 'ask') return closing.page
  const refund = closing.refund ?? (isClosed(input.status) ? 'none' : undefined)
  const set = await setOrderStatus(deps, user.email, { ...input, refund })
  if (set.ok) return saved(code, set.value.refund)
  return refuseStatus(place, typed, refusedView(set.failure))
}

type Closing =
  | { readonly kind: 'ask'; readonly page: Response }
  | { readonly kind: 'save'; readonly refund: StatusInput['refund'] | null }

/** Whether the question comes first: not for a stale form, which is refused in any case. */
async function closingOf(
  { http: { deps }, user, order }: Place,
  form: SentStatusForm,
  { status, version }: StatusInput,
): Promise<Closing> {
  if (version !== order.version || !needsConfirmation(order, status)) {
    return { kind: 'save', refund: await repeatedRefund(deps, order, form) }
  }
  const key = form.refundId === '' ? deps.ids.uuid() : form.refundId
  const ask = async (typed: CloseView['typed'], errors: FieldErrors): Promise<Closing> => {
    const [lines, refunds, disputes] = await Promise.all([
      listLines(deps, order),
      listRefunds(deps, order),
      deps.disputes.ofOrder(order.id),
    ])
    const shown = { user, status, change: form.typed, refundId: key, lines, refunds, disputes }
    return { kind: 'ask', page: closeOrderPage(order, { ...shown, typed, errors }) }
  }
  if (form.close === null) return await ask({ choice: '', amount: '', reason: '' }, {})
  const refund = closeRefundOf(form.close, { leftCents: refundableCents(order), key })
  return refund.ok ? { kind: 'save', refund: refund.value } : await ask(form.close, refund.failure)
}

/** The request of a form that is sent a second time, after its refund was made; null for any other form. */
async function repeatedRefund(
  deps: HttpContext['deps'],
  order: Order,
  { close, refundId: key }: SentStatusForm,
): Promise<StatusInput['refund'] | null> {
  if (close === null || !(await findRequest(deps, order, key))?.fixed) return null
  const refund = closeRefundOf(close, { leftCents: order.price.totalCents, key })
  return refund.ok ? refund.value : null
}

async function saveRefund(
  http: HttpContext,
  request: Request,
  code: string,
  user: DeskReader,
): Promise<Response> {
  const { deps } = http
  const found = await readOrderForOperators(deps, code)
  if (!found.ok) return deskOrderNotFound(user)
  const order = found.value
  const place = { http, user, order }
  const { typed, version, refundId, confirmed } = await readRefundForm(request)
  const key = refundId === '' ? deps.ids.uuid() : refundId
  // A repeat finds less left than the first time, and a stale form has to show what has changed: the domain handles both.
  const isRepeat = ((await findRequest(deps, order, key))?.living ?? null) !== null
  const leftCents = refundableCents(order)
  const isCurrent = !isRepeat && version === order.version
  const limits = { leftCents, maxCents: isCurrent ? leftCents : order.price.totalCents }
  const refund = refundOrPartsOf(typed, { ...limits, key })
  if (!refund.ok) return refuseRefund(place, typed, invalid(refund.failure))
  if (version === null) return refuseRefund(place, typed, { status: 400, notice: noVersion })
  if (!confirmed && isCurrent) {
    if (order.disputedCents > 0) {
      return refuseRefund(place, typed, refusedView({ kind: 'refund_disputed' }))
    }
    const priced = await pricedOf(deps, order, refund.value)
    if (!priced.ok) return refuseRefund(place, typed, refusedView(priced.failure))
    if (priced.value.amountCents <= leftCents) {
      const asked = { ...priced.value, typed, reason: refund.value.reason, version, key }
      return confirmPage(user, refundQuestion(order, asked))
    }
  }
  const refunded = await refundOrder(deps, user.email, { code, version, ...refund.value })
  if (refunded.ok) return seeOther(`${orderPath(code)}?refund=${refunded.value.refund.id}`)
  return refuseRefund(place, typed, refusedView(refunded.failure))
}

type PricedRefund = {
  readonly amountCents: number
  /** null for an amount. */
  readonly parts: RefundedParts | null
}

async function pricedOf(
  deps: HttpContext['deps'],
  order: Order,
  input: RefundInput,
): Promise<Result<PricedRefund, Failure>> {
  if (!('parts' in input)) return ok({ amountCents: input.amountCents, parts: null })
  const priced = await pricePartsOf(deps, order, input.parts)
  return priced.ok ? ok({ amountCents: totalOfParts(priced.value), parts: priced.value }) : priced
}

type AskedRefund = PricedRefund & {
  readonly typed: RefundForm
  readonly reason: string
  readonly version: number
  readonly key: string
}

function refundQuestion(
  order: Order,
  { amountCents, parts, typed, reason, version, key }: AskedRefund,
): Question {
  return {
    tab: null,
    title: `Refund ${money(amountCents)} of this order?`,
    facts: [
      ['Order', order.code],
      ['Paid', money(order.price.totalCents)],
      ['Refunded so far', money(order.refundedCents + order.refundingCents)],
      ...(parts === null ? [] : [['For', partsText(parts)] as const]),
      ['Reason', reason],
    ],
    text: `This sends back ${refundTargets(splitRefund(order, amountCents))}. The customer gets a mail with the reason. It cannot be undone.`,
    action: `${orderPath(order.code)}/refund`,
    fields: {
      ...askedFields(amountCents, typed, parts),
      reason,
      version: String(version),
      refundId: key,
    },
    button: `Refund ${money(amountCents)}`,
    isDanger: true,
    back: orderPath(order.code),
  }
}

/** The fields of the form that say what is refunded. */
function askedFields(
  amountCents: number,
  { parts: typedLines = {}, shipping = false }: RefundForm,
  parts: RefundedParts | null,
): Record<string, string> {
  if (parts === null) return { amount: dollarsText(amountCents) }
  const lines = Object.entries(typedLines).map(
    ([place, text]) => [partsField('line', Number(place)), text] as const,
  )
  return { ...Object.fromEntries(lines), ...(shipping && { shipping: '1' }) }
}

/** Where a form was sent to, and by whom. */
type Place = { readonly http: HttpContext; readonly user: DeskReader; readonly order: Order }

type Refused = Pick<OperatorOrderView, 'status' | 'notice' | 'changes' | 'errors'>

const notice = (text: string) => ({ kind: 'error', text }) as const
const noVersion = notice('This form was incomplete, so nothing was saved. Check it and save again.')

const invalid = (errors: FieldErrors): Refused => ({
  status: 400,
  errors,
  notice: {
    ...notice(`Nothing was saved. ${correctFields(errors)}`),
    fields: wrongFields(errors),
  },
})

/** The domain's refusal, at the field that it is about if there is one. */
function refusedView(failure: Failure): Refused {
  switch (failure.kind) {
    case 'order_changed':
      return { status: 409, changes: failure.changes }
    case 'tracking_required':
      return invalid({
        carrier: 'Enter carrier and tracking number, or tick “Ship without tracking”.',
      })
    case 'order_unpaid_unsaid':
      return invalid({ unpaid: 'Tick this to print an order that is not paid.' })
    case 'order_refunded_unsaid':
      return invalid({ unpaid: 'Tick this to print an order that was refunded in full.' })
    case 'refund_parts_left':
      return invalid({ [partsField('line', failure.line)]: refusalOf(failure).error })
    case 'tracking_contradicts':
      return invalid({ withoutTracking: 'Untick this, or empty the tracking fields.' })
    default: {
      const { status, error } = refusalOf(failure)
      return { status, notice: notice(error) }
    }
  }
}

/** The current order, with what was typed and why it was not saved. */
async function refuseStatus(place: Place, typed: StatusForm, refused: Refused) {
  const { http, user } = place
  return showOrder(http, await reread(place), { user, ...refused, statusForm: typed })
}

async function refuseRefund(place: Place, typed: RefundForm, refused: Refused) {
  const { http, user } = place
  return showOrder(http, await reread(place), { user, ...refused, refundForm: typed })
}

async function reread({ http, order }: Place): Promise<Order> {
  const now = await readOrderForOperators(http.deps, order.code)
  return now.ok ? now.value : order
}
