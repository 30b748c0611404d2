// /operator/money: the payments board, and "Reconcile now".
import { ok } from '../../../../domain/base/result.ts'
import { readMoney } from '../../../../domain/desk/money.ts'
import { reconcileCharge } from '../../../../domain/operators/reconcile-charge.ts'
import { readOrderForOperators } from '../../../../domain/orders/read/operator-orders.ts'
import { money } from '../../../../pages/base/money.ts'
import { moneyPage } from '../../../../pages/operators/money/money.tsx'
import { checkbox, trimmed } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import type { DeskViewer } from '../../../middleware/page-access.ts'
import { askOnce } from '../forms/ask-once.ts'
import { info, type ListNotice, listForm, listPage, warn } from '../forms/desk-list.ts'

const path = '/operator/money'

const notices = {
  paid: info('The card was charged. The order is paid now.'),
  unpaid: info('No money was taken. The order waits for a payment, and its customer was told.'),
  pending: warn('The card processor does not know the outcome yet. The service keeps checking.'),
}

export const moneyPages = [
  listPage({ path, notices, noticeIn: 'reconciled', show }),
  form({
    ...listForm(show),
    path: `${path}/reconcile`,
    fields: { code: trimmed, confirmed: checkbox },
    ask: askOnce(async ({ deps }, { body }) => {
      const order = await readOrderForOperators(deps, body.code)
      if (!order.ok) return order
      const { code, price } = order.value
      return ok({
        tab: 'money',
        title: 'Reconcile this charge now?',
        facts: [
          ['Order', code],
          ['Amount', money(price.totalCents)],
        ],
        text: 'The card processor is asked what became of the charge. Nothing is charged again.',
        action: `${path}/reconcile`,
        fields: { code },
        button: 'Ask the card processor',
        back: path,
      })
    }),
    act: async function reconcileNow({ deps }, { caller, body }) {
      return await reconcileCharge(deps, caller.email, body.code)
    },
    done: (_http, _input, reconciled) => `${path}?reconciled=${reconciled}`,
  }),
]

async function show(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
): Promise<Response> {
  return moneyPage({ ...outcome, ...(await readMoney(deps)), user, now: new Date() })
}
