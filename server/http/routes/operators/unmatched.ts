// /operator/money/unmatched: payments without an order, and an operator's decision about one.
import { decidePayment } from '../../../domain/operators/decide-payment.ts'
import type { PaymentDecision } from '../../../domain/operators/ports.ts'
import type { UnmatchedState } from '../../../domain/payments/unmatched.ts'
import {
  type UnmatchedPaymentView,
  type UnmatchedView,
  unmatchedPage,
  unmatchedPath,
  unmatchedPaymentPage,
} from '../../../pages/operators/unmatched.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { type DeskNotice, info, noticeOf, problem } from './ask-first.ts'
import { type DeskReader, forOperator, forViewer } from './operator-view.ts'

const rows = 50

const outcomes: Readonly<Partial<Record<UnmatchedState, DeskNotice>>> = {
  refunded: info('The payment was refunded.'),
  kept: info('The payment is kept. It is not refunded by itself.'),
  returned: info('The order is in the database again, so nothing was refunded.'),
  failed: {
    kind: 'error',
    text: 'The card processor refused the refund. Its reason is in the list.',
  },
  refunding: {
    kind: 'warning',
    text: 'The card processor has not confirmed the refund yet. The service goes on asking.',
  },
}

export const unmatchedPages = [
  page('GET', unmatchedPath, showUnmatched),
  page('GET', `${unmatchedPath}/:payment`, showPayment),
  page('POST', `${unmatchedPath}/:payment`, decideByForm),
]

function showUnmatched(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, (user) => {
    const notice = noticeOf({ ...outcomes }, query['done'])
    return renderList(http, user, notice === undefined ? {} : { notice })
  })
}

async function renderList(
  { deps }: HttpContext,
  user: DeskReader,
  shown: Pick<UnmatchedView, 'status' | 'notice'>,
): Promise<Response> {
  const [{ waiting, decided }, progress, open] = await Promise.all([
    deps.unmatchedPayments.list(rows),
    deps.unmatchedPayments.progress(),
    deps.moneyBoard.openPayments(rows),
  ])
  const known = new Set([...waiting, ...decided].map(({ paymentId }) => paymentId))
  const announced = open.filter(({ paymentId }) => paymentId === null || !known.has(paymentId))
  const view = { waiting, decided, announced, ...progress, limit: rows }
  return unmatchedPage({ ...shown, ...view, user, now: new Date() })
}

function showPayment(
  http: HttpContext,
  { request, params: { payment = '' } }: Received,
): Promise<Response> {
  return forViewer(http, request, (user) => renderPayment(http, user, payment, {}))
}

async function renderPayment(
  http: HttpContext,
  user: DeskReader,
  paymentId: string,
  shown: Pick<UnmatchedPaymentView, 'status' | 'notice' | 'form'>,
): Promise<Response> {
  const payment = await http.deps.unmatchedPayments.read(paymentId)
  if (payment !== null) {
    return unmatchedPaymentPage({ ...shown, user, now: new Date(), payment })
  }
  const { status, error } = refusalOf({ kind: 'payment_not_found' })
  return await renderList(http, user, { status, notice: problem(error) })
}

function decideByForm(
  http: HttpContext,
  { request, params: { payment: paymentId = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, async (operator) => {
    const field = await readForm(request)
    const [action, reason] = [actionOf(field('action')), field('reason')]
    if (action === null) {
      const { status, error } = refusalOf({
        kind: 'field_invalid',
        message: 'action must be one of refund, keep.',
      })
      return await renderPayment(http, operator, paymentId, { status, notice: problem(error) })
    }
    const decided = await decidePayment(http.deps, operator.email, { paymentId, action, reason })
    if (decided.ok) return seeOther(`${unmatchedPath}?done=${decided.value}`)
    const { status, error } = refusalOf(decided.failure)
    const isReason = decided.failure.kind === 'payment_reason_required'
    const form = { reason, errors: isReason ? { reason: error } : {} }
    return await renderPayment(http, operator, paymentId, { status, notice: problem(error), form })
  })
}

const actions: readonly PaymentDecision['action'][] = ['refund', 'keep']
const actionOf = (sent: string): PaymentDecision['action'] | null =>
  actions.find((action) => action === sent) ?? null
