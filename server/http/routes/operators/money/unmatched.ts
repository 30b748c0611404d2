// /operator/money/unmatched: payments without an order, and the operator's decision about each.
import { findUnmatched, readUnmatched } from '../../../../domain/desk/unmatched.ts'
import { decidePayment } from '../../../../domain/operators/decide-payment.ts'
import {
  type UnmatchedPaymentView,
  unmatchedPage,
  unmatchedPaymentPage,
} from '../../../../pages/operators/money/unmatched.tsx'
import { unmatchedPath } from '../../../../pages/operators/parts/money-paths.ts'
import { anyText, buttonOf } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import {
  info,
  type ListNotice,
  listPage,
  problem,
  refusedOutcome,
  warn,
} from '../forms/desk-list.ts'

const path = `${unmatchedPath}/:payment` as const

/** Notices by payment state. */
const notices = {
  refunded: info('The payment was refunded.'),
  kept: info('The payment is kept. It will not be refunded automatically.'),
  returned: info('The order is in the database again, so nothing was refunded.'),
  failed: problem('The card processor refused the refund. Its reason is in the list.'),
  refunding: warn(
    'The card processor has not confirmed the refund yet. The service keeps checking.',
  ),
}

export const unmatchedPages = [
  listPage({ path: unmatchedPath, notices, show: showUnmatched }),
  page({
    path,
    access: viewers,
    show: function showUnmatchedPayment(http, { params, caller }) {
      return showPayment(http, caller, params.payment, {})
    },
  }),
  form({
    path,
    access: operators,
    fields: { action: buttonOf(['refund', 'keep']), reason: anyText },
    act: async function decideByForm({ deps }, { caller, params, body }) {
      return await decidePayment(deps, caller.email, {
        paymentId: params.payment,
        ...body,
      })
    },
    done: (_http, _input, state) => `${unmatchedPath}?done=${state}`,
    refuse: (http, { caller, params }, refused) => {
      const { failure, text, typedIn } = refused
      const errors = failure?.kind === 'payment_reason_required' ? { reason: text } : {}
      const entered = { form: { reason: typedIn('reason'), errors } }
      return showPayment(http, caller, params.payment, {
        ...refusedOutcome(refused),
        ...entered,
      })
    },
  }),
]

async function showUnmatched(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
): Promise<Response> {
  return unmatchedPage({ ...outcome, ...(await readUnmatched(deps)), user, now: new Date() })
}

async function showPayment(
  http: HttpContext,
  user: DeskViewer,
  paymentId: string,
  shown: ListNotice & Pick<UnmatchedPaymentView, 'form'>,
): Promise<Response> {
  const payment = await findUnmatched(http.deps, paymentId)
  if (payment.ok) {
    return unmatchedPaymentPage({ ...shown, user, now: new Date(), payment: payment.value })
  }
  const { status, error } = refusalOf(payment.failure)
  return await showUnmatched(http, user, { status, notice: problem(error) })
}
