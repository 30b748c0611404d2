// Operators' actions on reversed money, through the functions of the domain that the desk and the API call.
import { purchaseIdOf } from '../../server/domain/base/ids/purchase-id.ts'
import { queueOrder } from '../../server/domain/farm/queue/queue-order.ts'
import { reprintOrder } from '../../server/domain/farm/reports/reprint-order.ts'
import { changeOrderWork } from '../../server/domain/fulfillment/order-work.ts'
import { closeDebt, payBackDebt } from '../../server/domain/operators/close-debt.ts'
import { voidGiftCard } from '../../server/domain/operators/purchase-desk.ts'
import { refundPurchase } from '../../server/domain/operators/refund-purchase.ts'
import { refundOrder } from '../../server/domain/orders/refund/refund-order.ts'
import type { DeskAction } from './money-back-steps.ts'
import { givenPaymentId, listOrders, operator, type Work } from './operations.ts'
import { pick } from './pick.ts'
import type { World } from './world.ts'

/** Null when there is no object for the action. */
export async function deskWork(world: World, action: DeskAction): Promise<Work | null> {
  switch (action.act) {
    case 'refund purchase':
    case 'void card': {
      const purchase = pick(await listPurchases(world), action.purchase)
      if (purchase === undefined) return null
      const { cents: amountCents } = purchase
      const id = purchaseIdOf(purchase.id)
      if (action.act === 'void card') {
        return async ({ deps }) => {
          await voidGiftCard(deps, operator, id)
        }
      }
      const request = { id, reason: 'Bought by mistake.' }
      return async ({ deps }) => {
        const asked = action.share === 'all' ? { ...request, amountCents } : request
        await refundPurchase(deps, operator, asked)
      }
    }
    case 'close debt': {
      const debt = pick(await listDebts(world, 'left_cents > 0'), action.debt)
      if (debt === undefined) return null
      return async ({ deps }) => {
        await closeDebt(deps, operator, { id: debt.id, how: action.how, note: 'By transfer.' })
      }
    }
    case 'pay back': {
      const debt = pick(await listDebts(world, isOwedBack), action.debt)
      if (debt === undefined) return null
      return async ({ deps }) => {
        await payBackDebt(deps, operator, { id: debt.id, how: action.how, note: 'By transfer.' })
      }
    }
    default: {
      const order = pick(await listOrders(world), action.order)
      return order === undefined ? null : workOnOrder(world, action, order.code)
    }
  }
}

type OnOrder = Extract<DeskAction, { act: 'refund lines' | 'release hold' | 'queue' | 'reprint' }>

function workOnOrder({ decided }: World, action: OnOrder, code: string): Work {
  switch (action.act) {
    case 'refund lines': {
      const parts = { lines: [{ line: 1, quantity: 1 }], shipping: action.shipping }
      const request = { code, parts, reason: 'One part warped.', key: `lines-${action.key}` }
      return async ({ deps }) => {
        await refundOrder(deps, operator, request)
      }
    }
    case 'release hold':
      return async ({ deps }) => {
        decided.add(code)
        await changeOrderWork(deps, operator, { code, change: { kind: 'release' } })
      }
    case 'queue':
      return async ({ deps }) => {
        await queueOrder(deps, operator, { code })
      }
    case 'reprint':
      return async ({ deps }) => {
        const order = await deps.orders.readByCode(code)
        if (order === null) return
        decided.add(code)
        const lines = [{ line: 1, quantity: 1 }]
        const { version } = order
        await reprintOrder(deps, operator, { code, lines, reason: 'It broke.', version })
      }
  }
}

/** Returns purchases with payments in the processor's record, oldest first. */
async function listPurchases({ stage }: World) {
  const { rows } = await stage.pool.query<{ id: string; cents: number }>(
    `select id, amount_cents as cents from purchases where state = 'paid' and payment_id <> $1 order by created_at, id`,
    [givenPaymentId],
  )
  return rows
}

const isOwedBack = `settled_cents > paid_back_cents and exists (
  select from purchase_returns as r where r.id = return_id and reinstated_at is not null)`

async function listDebts({ stage }: World, which: string) {
  const { rows } = await stage.pool.query<{ id: string }>(
    `select id from debts where ${which} order by at, return_id`,
  )
  return rows
}
