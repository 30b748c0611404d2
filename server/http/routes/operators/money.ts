// /operator/money: the board of payments, and "Reconcile now".
import { noMoves } from '../../../domain/desk/throughput.ts'
import { addDays, dayOf } from '../../../domain/base/day.ts'
import { reconcileCharge } from '../../../domain/operators/reconcile-charge.ts'
import { findOrder } from '../../../domain/orders/find-order.ts'
import { money } from '../../../pages/base/money.ts'
import { type MoneyView, moneyPage } from '../../../pages/operators/money.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { page, type Received } from '../../middleware/route.ts'
import { seeOther } from '../../requests/forms.ts'
import { askedForm, type DeskNotice, info, noticeOf, refuserOf } from './ask-first.ts'
import { type DeskReader, forViewer } from './operator-view.ts'

const path = '/operator/money'
const rows = 50

const notices: Readonly<Record<string, DeskNotice>> = {
  paid: info('The card was charged. The order is paid now.'),
  unpaid: info('No money was taken. The order waits for a payment, and its customer was told.'),
  pending: {
    kind: 'warning',
    text: 'The card processor does not know the outcome yet. The service goes on asking.',
  },
}

export const moneyPages = [
  page('GET', path, showMoney),
  askedForm(`${path}/reconcile`, {
    question: async ({ http, operator, field }) => {
      const order = await findOrder(http.deps, field('code').trim())
      if (order === null) return refused(http, operator, { kind: 'order_not_found' })
      return {
        tab: 'money',
        title: 'Reconcile this charge now?',
        facts: [
          ['Order', order.code],
          ['Amount', money(order.price.totalCents)],
        ],
        text: 'The card processor is asked what became of the charge. Nothing is charged again.',
        action: `${path}/reconcile`,
        fields: { code: order.code },
        button: 'Ask the card processor',
        back: path,
      }
    },
    act: async ({ http, operator, field }) => {
      const reconciled = await reconcileCharge(http.deps, operator.email, field('code').trim())
      return reconciled.ok
        ? seeOther(`${path}?reconciled=${reconciled.value}`)
        : refused(http, operator, reconciled.failure)
    },
  }),
]

function showMoney(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, (user) => {
    const notice = noticeOf(notices, query['reconciled'])
    return render(http, user, notice === undefined ? {} : { notice })
  })
}

const refused = refuserOf(render)

async function render(
  { deps }: HttpContext,
  user: DeskReader,
  shown: Pick<MoneyView, 'status' | 'notice'>,
): Promise<Response> {
  const { moneyBoard: board } = deps
  const [{ today, week }, unsettled, unmatched, refunds, unpaid, declined, ledger] =
    await Promise.all([
      readSums(deps),
      board.unsettledCharges(rows),
      board.unmatchedCount(),
      board.refunds(rows),
      board.unpaidOrders(rows),
      board.declined(rows),
      deps.ledger.lastCheck(),
    ])
  return moneyPage({
    ...shown,
    user,
    now: new Date(),
    limit: rows,
    today,
    week,
    unsettled,
    unmatched,
    refunds,
    unpaid,
    declined,
    ledger,
  })
}

/** Sums of the last seven days, today included, and of today. */
async function readSums({
  moneyBoard,
  throughput,
  clock,
  timeZone,
}: HttpDeps): Promise<Pick<MoneyView, 'today' | 'week'>> {
  const to = dayOf(clock.now(), timeZone)
  const [{ steps, total }, declinedToday, declined] = await Promise.all([
    throughput.read({ from: addDays(to, -6), to, step: 'day' }),
    moneyBoard.declinedCount({ days: 1, timeZone }),
    moneyBoard.declinedCount({ days: 7, timeZone }),
  ])
  const today = steps.at(-1) ?? noMoves
  return { today: { ...today, declined: declinedToday }, week: { ...total, declined } }
}
