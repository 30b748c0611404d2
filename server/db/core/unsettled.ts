// Conditions on charges and refunds whose outcome is not known yet, worded like the partial indexes of migrations 0001 and 0008: the
// planner compares the expressions.
import { sql } from 'kysely'
import { unsettledCharges } from '../../domain/orders/payment.ts'
import { unsettledRefunds } from '../../domain/orders/refund.ts'
import { literals } from './literals.ts'

/** The processor may still have charged the order; over a row of `orders`. */
export const isChargeUnsettled = sql<boolean>`charge_state in (${literals(unsettledCharges)})`

/** The refund may still succeed. `refunds`: the alias of its row. */
export const isRefundUnsettled = (refunds = 'refunds') =>
  sql<boolean>`${sql.ref(`${refunds}.state`)} in (${literals(unsettledRefunds)})`
