// No buyer has both the goods and the money.
import { type Facts, isLost, isUndecided, type Order } from './facts.ts'
import type { World } from './world.ts'

/**
 * Checks that a buyer with a reversed payment, or one in doubt, gets no goods unless an operator decided so: the
 * order is on hold, and nothing of it is printed. A fully refunded order is not on hold.
 */
export function goodsOrMoney({ decided }: World, facts: Facts, order: Order): string[] {
  const { code, status, heldBy, openJobs } = order
  if (decided.has(code) || status === 'CANCELLED') return []
  const isGone = order.paid && order.refunded + order.lost >= order.total
  const disputes = facts.disputes.filter(
    (dispute) => dispute.payment_intent === order.paymentId && isDoubtful(dispute),
  )
  const isInDoubt = disputes.length > 0 || order.warnings > 0 || order.owedShare > 0
  const wrong: string[] = []
  if (isInDoubt && heldBy === null) wrong.push(`order ${code} is in doubt and not on hold`)
  if ((isGone || isInDoubt) && openJobs > 0) {
    wrong.push(`order ${code} is printed, and its payment went back or may go back`)
  }
  return wrong
}

const isDoubtful = (dispute: Facts['disputes'][number]): boolean =>
  isUndecided(dispute) || isLost(dispute)
