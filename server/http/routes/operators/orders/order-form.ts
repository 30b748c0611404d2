// Common settings of the order page's forms. They return to the page, and a refusal shows the current order with the
// entered values. Forms that are also on the page for packing return there.
import { ok } from '../../../../domain/base/result.ts'
import { readOrderForOperators } from '../../../../domain/orders/read/operator-orders.ts'
import { hasErrors } from '../../../../html/form-fields.tsx'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import {
  backName,
  type OrderScreen,
  orderPath,
} from '../../../../pages/operators/parts/order-path.ts'
import { wrongFields } from '../../../../pages/operators/parts/wrong-fields.ts'
import type { Field, SentFields } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import type { FormRefusal } from '../../../middleware/form.ts'
import { type DeskViewer, operators } from '../../../middleware/page-access.ts'
import { type ShownOrder, showOrder } from './show-order.ts'
import { showPack } from './show-pack.ts'

type Sender = { readonly caller: DeskViewer; readonly params: { readonly code: string } }

/** Returns the settings. `typed` reads the entries that the page shows again. */
export const orderForm = (typed: (field: SentFields) => ShownOrder = () => ({})) => ({
  access: operators,
  done: (_http: HttpContext, { params: { code } }: Sender) => `${orderPath(code)}?saved=1`,
  refuse: refuseOnOrder((refused) => ({ ...refusedOrder(refused), ...typed(refused.typedIn) })),
})

const screenOf = (field: SentFields): OrderScreen => (field(backName) === 'pack' ? 'pack' : 'order')

/** Page that the form returns to. */
export const backField: Field<OrderScreen> = { read: (field) => ok(screenOf(field)) }

/** Returns a handler that shows the current order, on the page of the form, with `view` of the refusal. */
export function refuseOnOrder(view: (refused: FormRefusal) => ShownOrder) {
  return async (http: HttpContext, { caller: user, params }: Sender, refused: FormRefusal) => {
    const order = await readOrderForOperators(http.deps, params.code)
    if (!order.ok) return deskNotFound(user, 'order')
    const show = screenOf(refused.typedIn) === 'pack' ? showPack : showOrder
    return await show(http, order.value, { user, ...view(refused) })
  }
}

/** Shows the changes since a stale form was rendered, and the invalid fields of any other form. */
function refusedOrder({ status, text, errors, failure }: FormRefusal): ShownOrder {
  if (failure?.kind === 'order_changed') return { status, changes: failure.changes }
  const isMarked = hasErrors(errors)
  return {
    status: isMarked ? 400 : status,
    errors,
    notice: { kind: 'error', text, ...(isMarked && { fields: wrongFields(errors) }) },
  }
}
