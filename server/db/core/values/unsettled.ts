// Conditions on charges and refunds whose outcome is not known yet. They use the same words as the partial indexes of migrations 0001 and
// 0008, because the planner compares the expressions.
import { sql } from 'kysely'
import { unsettledCharges } from '../../../domain/orders/record/payment.ts'
import { unsettledRefunds } from '../../../domain/orders/reversals/refund.ts'
import { literals } from './literals.ts'

/** Whether the processor may still have charged the order. Applies to a row of `orders`. */
export const isChargeUnsettled = sql<boolean>`charge_state in (${literals(unsettledCharges)})`

/** Whether the refund may still succeed. `refunds` is the alias of its row. */
export const isRefundUnsettled = (refunds = 'refunds') =>
  sql<boolean>`${sql.ref(`${refunds}.state`)} in (${literals(unsettledRefunds)})`
