// /operator/orders/{code}: operators and viewers see an order and download its file (decisions.md 17). The forms of the
// order page are in orders/status/order-forms.ts.
import { findRefund } from '../../../../domain/desk/order-page.ts'
import { fetchModelFile } from '../../../../domain/models/fetch-stored-model.ts'
import { readOrderForOperators } from '../../../../domain/orders/read/operator-orders.ts'
import { listLines } from '../../../../domain/orders/record/order-lines.ts'
import {
  movedSplit,
  type Refund,
  refundTargets,
} from '../../../../domain/orders/reversals/refund.ts'
import { formatDollars } from '../../../../domain/pricing/dollars.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import type { OperatorOrderView } from '../../../../pages/operators/orders/order.tsx'
import { page } from '../../../middleware/page.ts'
import { viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { attachment } from '../../../responses/attachment.ts'
import { showOrder } from './show-order.ts'

const path = '/operator/orders'

export const operatorPages = [
  page({
    path: `${path}/:code`,
    access: viewers,
    show: async function showOneOrder(http, { params, query, caller: user }) {
      const { deps } = http
      const order = await readOrderForOperators(deps, params.code)
      if (!order.ok) return deskNotFound(user, 'order')
      const refundId = query['refund']
      const refund =
        refundId === undefined ? undefined : await findRefund(deps, order.value, refundId)
      if (query['message'] === '1') {
        return await showOrder(http, order.value, { user, notice: messageSent })
      }
      const saved = query['saved'] === '1'
      if (refund === undefined) {
        return await showOrder(http, order.value, { user, ...(saved && savedView) })
      }
      const { kind, text } = noticeOf(refund)
      const notice = { kind, text: saved ? `Saved. ${text}` : text }
      return await showOrder(http, order.value, { user, notice })
    },
  }),
  page({
    path: `${path}/:code/file`,
    access: viewers,
    /** Sends the file, or the order page with the reason if storage does not return it. */
    show: async function downloadFile(http, { params, query, caller: user }) {
      const { deps } = http
      const order = await readOrderForOperators(deps, params.code)
      if (!order.ok) return deskNotFound(user, 'order')
      const lines = await listLines(deps, order.value)
      const line = lines.find(({ place }) => String(place) === (query['line'] ?? '1'))
      if (line === undefined) return deskNotFound(user, 'order')
      const file = await fetchModelFile(deps, line.file)
      if (file.ok) return attachment(file.value, deps.temporaryFiles.remove)
      const { status, error: text } = refusalOf(file.failure)
      const notice = { kind: 'error', text } as const
      return await showOrder(http, order.value, { user, status, notice })
    },
  }),
]

const messageSent = {
  kind: 'info',
  text: 'The message is queued and goes out within seconds.',
} as const
const savedView = { notice: { kind: 'info', text: 'Saved.' } } as const

function noticeOf(refund: Refund): NonNullable<OperatorOrderView['notice']> {
  const { state, amountCents, failure } = refund
  const amount = formatDollars(amountCents)
  const moved = movedSplit(refund)
  switch (state) {
    case 'succeeded':
      return { kind: 'info', text: `Refunded ${refundTargets(moved)}.` }
    case 'failed':
      return {
        kind: 'error',
        text: `The refund of ${amount} failed: ${failure ?? 'no reason given'}`,
      }
    case 'partly': {
      const rest = formatDollars(amountCents - moved.giftCents)
      return {
        kind: 'error',
        text: `Refunded ${refundTargets(moved)}. The other ${rest} failed: ${failure ?? 'no reason given'}`,
      }
    }
    default:
      return {
        kind: 'warning',
        text: `The card processor has not confirmed the refund of ${amount} yet. It is settled within minutes; do not repeat it.`,
      }
  }
}
