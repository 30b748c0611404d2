// Page on which an order is packed, which the forms of its label and its status return to.
import { readPackPage } from '../../../../domain/desk/pack-page.ts'
import type { Order } from '../../../../domain/orders/record/order.ts'
import { packPage } from '../../../../pages/operators/orders/pack.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import type { DeskViewer } from '../../../middleware/page-access.ts'
import type { ShownOrder } from './show-order.ts'

export async function showPack(
  { deps }: HttpContext,
  order: Order,
  view: ShownOrder & { readonly user: DeskViewer },
): Promise<Response> {
  return packPage(order, { ...view, ...(await readPackPage(deps, order)) })
}
