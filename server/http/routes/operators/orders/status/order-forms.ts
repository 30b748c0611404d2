// The forms of /operator/orders/{code}: status and tracking, the confirmation before a paid order is closed, and
// refunds.

import { ok, type Result } from '../../../../../domain/base/result.ts'
import { lengthText, maxReasonCharacters } from '../../../../../domain/base/text/text-lengths.ts'
import { readOrderMoney } from '../../../../../domain/desk/order-page.ts'
import { readOrderForOperators } from '../../../../../domain/orders/read/operator-orders.ts'
import type { Order } from '../../../../../domain/orders/record/order.ts'
import { isClosed } from '../../../../../domain/orders/record/status.ts'
import { previewRefund, refundLimits } from '../../../../../domain/orders/refund/preview-refund.ts'
import { refundOrder, repeatRefund } from '../../../../../domain/orders/refund/refund-order.ts'
import {
  findRequest,
  type PricedRefund,
  type RefundInput,
} from '../../../../../domain/orders/refund/refund-request.ts'
import { resolveRefund } from '../../../../../domain/orders/refund/resolve-refund.ts'
import {
  type Refund,
  type RefundedParts,
  refundableCents,
  refundTargets,
  splitRefund,
} from '../../../../../domain/orders/reversals/refund.ts'
import { refundItemsText } from '../../../../../domain/orders/reversals/refund-parts.ts'
import {
  needsConfirmation,
  type StatusInput,
  setOrderStatus,
} from '../../../../../domain/orders/status-changes/set-order-status.ts'
import { dollarsText } from '../../../../../domain/pricing/dollars.ts'
import type { FieldErrors } from '../../../../../html/form-fields.tsx'
import { money } from '../../../../../pages/base/money.ts'
import { type ConfirmQuestion, confirmPage } from '../../../../../pages/operators/confirm.tsx'
import { type CloseView, closeOrderPage } from '../../../../../pages/operators/orders/close.tsx'
import { partsField } from '../../../../../pages/operators/orders/parts-fields.tsx'
import type { RefundForm } from '../../../../../pages/operators/orders/refunds.tsx'
import {
  type OrderScreen,
  orderPath,
  screenPath,
} from '../../../../../pages/operators/parts/order-path.ts'
import { resolutionSchema } from '../../../../contract/body-parts.ts'
import { type Field, textOf, type ValuesOf } from '../../../../contract/form-fields.ts'
import type { HttpContext } from '../../../../middleware/context.ts'
import { type FormFailure, form, wrongAt } from '../../../../middleware/form.ts'
import type { DeskViewer } from '../../../../middleware/page-access.ts'
import type { Failure } from '../../../../refusals/failure.ts'
import type { Marks } from '../../../../refusals/marks.ts'
import { refusalOf } from '../../../../refusals/refusal-of.ts'
import { backField, orderForm } from '../order-form.ts'
import {
  closeRefundOf,
  refundFormFields,
  refundOrPartsOf,
  statusFields,
  typedRefund,
  typedStatus,
} from './read-forms.ts'
import { statusQuestion } from './status-question.ts'

const path = '/operator/orders/:code'

const resolutionNote = textOf(
  resolutionSchema.entries.note,
  `Enter what was done in ${lengthText(maxReasonCharacters)}.`,
)

/** Action taken instead of the refund, or null to request the refund again. */
const resolution: Field<string | null> = {
  read: (field) =>
    field('action') === 'again' ? ok(null) : resolutionNote.read(field, 'resolution'),
}

/** Maps failure kinds to the fields that the page marks. */
const marks: Marks = {
  tracking_required: {
    carrier: 'Enter carrier and tracking number, or tick “Ship without tracking”.',
  },
  tracking_contradicts: { withoutTracking: 'Untick this, or empty the tracking fields.' },
  order_unpaid_unsaid: { unpaid: 'Tick this to print an order that is not paid.' },
  order_refunded_unsaid: { unpaid: 'Tick this to print an order that was refunded in full.' },
  refund_parts_left: (failure) => ({
    [partsField('line', failure.line)]: refusalOf(failure).error,
  }),
}

export const operatorForms = [
  form({
    ...orderForm((field) => ({ statusForm: typedStatus(field) })),
    path,
    fields: { ...statusFields, back: backField },
    act: saveStatus,
    marks,
    done: (_http, { params: { code }, body: { back } }, saved) =>
      saved.kind === 'ask' ? saved.page : savedPath(code, saved.refund, back),
  }),
  form({
    ...orderForm((field) => ({ refundForm: typedRefund(field) })),
    path: `${path}/refund`,
    fields: refundFormFields,
    act: saveRefund,
    marks,
    done: (_http, { params: { code } }, saved) =>
      saved.kind === 'ask' ? saved.page : `${orderPath(code)}?refund=${saved.refund.id}`,
  }),
  // Resolves a returned refund: requests the missing amount again or records another settlement.
  form({
    ...orderForm(),
    path: `${path}/refunds/:refund`,
    fields: { resolution },
    act: async function dealWithReturned({ deps }, { caller, params, body: { resolution: note } }) {
      const place = { code: params.code, refundId: params.refund }
      if (note !== null) {
        const resolved = await resolveRefund(deps, caller.email, { ...place, note })
        return resolved.ok ? ok(null) : resolved
      }
      const again = await repeatRefund(deps, caller.email, place)
      return again.ok ? ok(again.value.refund) : again
    },
    marks,
    done: (_http, { params: { code } }, refund) =>
      `${orderPath(code)}?${refund === null ? 'saved=1' : `refund=${refund.id}`}`,
  }),
]

const savedPath = (code: string, refund: Refund | null, back: OrderScreen) =>
  `${screenPath(code, back)}?saved=1${refund === null ? '' : `&refund=${refund.id}`}`

type StatusRequest = {
  readonly caller: DeskViewer
  readonly params: { readonly code: string }
  readonly body: ValuesOf<typeof statusFields> & { readonly back: OrderScreen }
}

type QuestionPage = { readonly kind: 'ask'; readonly page: Response }

async function saveStatus(
  { deps }: HttpContext,
  { caller: user, params: { code }, body: statusForm }: StatusRequest,
): Promise<Result<QuestionPage | { kind: 'saved'; refund: Refund | null }, Failure>> {
  const outcome = await readOrderForOperators(deps, code)
  if (!outcome.ok) return outcome
  const order = outcome.value
  const { typed, version, change, back } = statusForm
  const input: StatusInput = { code, version, ...change }
  // A stale form is refused in any case.
  const question =
    statusForm.close !== null || version !== order.version
      ? null
      : await statusQuestion(deps, order, { typed, version, back })
  if (question !== null) return ok({ kind: 'ask', page: confirmPage(user, question) })
  const closing = await closingOf(deps, user, order, statusForm)
  if (closing.kind === 'ask') return ok(closing)
  const refund = closing.refund ?? (isClosed(input.status) ? 'none' : undefined)
  const set = await setOrderStatus(deps, user.email, { ...input, refund })
  return set.ok ? ok({ kind: 'saved', refund: set.value.refund }) : set
}

type Closing =
  | QuestionPage
  | { readonly kind: 'save'; readonly refund: StatusInput['refund'] | null }

/** Returns the closing to confirm. A stale form skips the confirmation because it is refused in any case. */
async function closingOf(
  deps: HttpContext['deps'],
  user: DeskViewer,
  order: Order,
  statusForm: StatusRequest['body'],
): Promise<Closing> {
  const {
    version,
    change: { status },
  } = statusForm
  if (version !== order.version || !needsConfirmation(order, status)) {
    return { kind: 'save', refund: await repeatedRefund(deps, order, statusForm) }
  }
  const key = statusForm.refundId === '' ? deps.ids.uuid() : statusForm.refundId
  const ask = async (typed: CloseView['typed'], errors: FieldErrors): Promise<Closing> => {
    const { lines, refunds, disputes } = await readOrderMoney(deps, order)
    const shown = {
      user,
      status,
      change: statusForm.typed,
      refundId: key,
      lines,
      refunds,
      disputes,
    }
    return { kind: 'ask', page: closeOrderPage(order, { ...shown, typed, errors }) }
  }
  if (statusForm.close === null) return await ask({ choice: '', amount: '', reason: '' }, {})
  const refund = closeRefundOf(statusForm.close, { leftCents: refundableCents(order), key })
  return refund.ok
    ? { kind: 'save', refund: refund.value }
    : await ask(statusForm.close, refund.failure)
}

/** Returns the refund request of a form that was resent after its refund was made, or null. */
async function repeatedRefund(
  deps: HttpContext['deps'],
  order: Order,
  { close, refundId: key }: StatusRequest['body'],
): Promise<StatusInput['refund'] | null> {
  if (close === null || !(await findRequest(deps, order, key))?.fixedRequest) return null
  const refund = closeRefundOf(close, { leftCents: order.price.totalCents, key })
  return refund.ok ? refund.value : null
}

type RefundRequest = {
  readonly caller: DeskViewer
  readonly params: { readonly code: string }
  readonly body: ValuesOf<typeof refundFormFields>
}

type SavedRefund = { readonly kind: 'saved'; readonly refund: Refund }

async function saveRefund(
  { deps }: HttpContext,
  { caller: user, params: { code }, body }: RefundRequest,
): Promise<Result<QuestionPage | SavedRefund, FormFailure>> {
  const outcome = await readOrderForOperators(deps, code)
  if (!outcome.ok) return outcome
  const order = outcome.value
  const { typed, version, refundId, confirmed } = body
  const key = refundId === '' ? deps.ids.uuid() : refundId
  const limits = await refundLimits(deps, order, { key, version })
  const refund = refundOrPartsOf(typed, { ...limits, key })
  if (!refund.ok) return wrongAt(refund.failure)
  return !confirmed && limits.isCurrent
    ? await askForRefund(deps, user, { order, refund: refund.value, typed, version, key })
    : await makeRefund(deps, user, { code, version, ...refund.value })
}

type TypedRefund = {
  readonly order: Order
  readonly refund: RefundInput
  readonly typed: RefundForm
  readonly version: number
  readonly key: string
}

/** Returns the page that asks the operator to confirm the refund. Refunds nothing. */
async function askForRefund(
  deps: HttpContext['deps'],
  user: DeskViewer,
  { order, refund, typed, version, key }: TypedRefund,
): Promise<Result<QuestionPage, FormFailure>> {
  const preview = await previewRefund(deps, order, refund)
  if (!preview.ok) return preview
  const { reason } = refund
  const question = refundQuestion(order, { ...preview.value, typed, reason, version, key })
  return ok({ kind: 'ask', page: confirmPage(user, question) })
}

async function makeRefund(
  deps: HttpContext['deps'],
  user: DeskViewer,
  input: Parameters<typeof refundOrder>[2],
): Promise<Result<SavedRefund, FormFailure>> {
  const refunded = await refundOrder(deps, user.email, input)
  return refunded.ok ? ok({ kind: 'saved', refund: refunded.value.refund }) : refunded
}

type RequestedRefund = PricedRefund & {
  readonly typed: RefundForm
  readonly reason: string
  readonly version: number
  readonly key: string
}

function refundQuestion(
  order: Order,
  { requestedCents: amountCents, parts, typed, reason, version, key }: RequestedRefund,
): ConfirmQuestion {
  return {
    tab: null,
    title: `Refund ${money(amountCents)} of this order?`,
    facts: [
      ['Order', order.code],
      ['Paid', money(order.price.totalCents)],
      ['Refunded so far', money(order.refundedCents + order.refundingCents)],
      ...(parts === null ? [] : [['For', refundItemsText(parts)] as const]),
      ['Reason', reason],
    ],
    text: `This sends back ${refundTargets(splitRefund(order, amountCents))}. The customer gets an email with the reason. It cannot be undone.`,
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

/** Returns the form fields that describe the refund. */
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
