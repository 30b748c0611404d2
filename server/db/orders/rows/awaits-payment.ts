// Conditions on unpaid orders, in the words of the partial indexes: `orders_unpaid_web`, `orders_unpaid_web_account`, `orders_unpaid_api`.
import { sql } from 'kysely'

/** The order waits for its payment. */
export const isAwaitingPayment = sql<boolean>`status = 'PENDING_PAYMENT' and not paid`

/** The order of the website waits for its payment. */
export const isUnpaidWebOrder = sql<boolean>`source = 'web' and ${isAwaitingPayment}`
