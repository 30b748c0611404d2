// Makes the customs declarations of orders under current terms, because a parcel is declared when it is posted.
import type { BillingDeps } from '../billing/ports.ts'
import { terms } from '../catalog/terms.ts'
import { type CustomsDeclaration, declarationOf } from '../fulfillment/customs/declaration.ts'
import type { Order } from '../orders/record/order.ts'
import type { OrderLine } from '../orders/record/order-lines.ts'

/** Returns null if the parcel crosses no customs border. */
export const declare = (
  { billing }: Pick<BillingDeps, 'billing'>,
  order: Pick<Order, 'address' | 'price'>,
  lines: readonly OrderLine[],
): CustomsDeclaration | null =>
  declarationOf(order, { customs: terms().customs, lines, sender: billing.seller })
