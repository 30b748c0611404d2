// Refunds of orders that a gift card and a card paid together, and the resulting amounts on both.
import { giftCodeHash } from '../../server/domain/gift-cards/code.ts'
import { settleRefunds } from '../../server/domain/orders/refund/settle-refund.ts'
import {
  type Buyer,
  buyer,
  checkoutBody,
  giftCard,
  pay,
  post,
  storeCube,
  useShop,
} from '../people/shop.ts'
import { OPERATOR_EMAIL, type TestService } from '../service/service.ts'
import { use } from '../use.ts'

/** The gift card pays $5.00 of the $11.32. */
export const giftCents = 500

export type MixedOrder = { readonly code: string; readonly gift: string }

export function useMixedRefunds() {
  const shop = useShop()
  const { service } = shop
  const operator = use(async () => ({ cookie: await service.signIn(OPERATOR_EMAIL) }))
  const boardOf = (code: string) =>
    service.fetch(`/api/operator/orders/${code}`, { headers: { cookie: operator.cookie } })
  return {
    ...shop,
    operator,
    /** Places a paid order. */
    order: async () => await placeMixed(service, await buyer(service)),
    refund: async (code: string, body: object, key?: string) => {
      const response = await service.fetch(`/api/operator/orders/${code}/refund`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: operator.cookie,
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: JSON.stringify({ reason: 'One part warped.', ...body }),
      })
      return [response.status, await response.json()] as const
    },
    /** Returns the gift card's balance, the card's refund, and the order's figures for both. */
    money: async ({ code, gift }: MixedOrder) => {
      const balance = await service.deps.giftCards.readBalance(
        giftCodeHash(service.deps.orderIds, gift),
      )
      const { refundedCents } = await service.stripe.charges({ orderCode: code })
      const board = await (await boardOf(code)).json()
      return {
        gift: balance ?? 0,
        card: refundedCents,
        refunded: board.refundedCents,
        refunding: board.refundingCents,
      }
    },
    board: async (code: string) => await (await boardOf(code)).json(),
    /** Returns the refund at the processor, newest first. */
    processorRefund: async (code: string): Promise<string> => {
      const { rows } = await service.service.database.pool.query(
        `select processor_refund_id as id from refunds where processor_refund_id is not null
          and order_id = (select id from orders where code = $1) order by created_at desc limit 1`,
        [code],
      )
      return rows[0].id
    },
    /** Returns the refund through the bank, and delivers the processor's event. */
    returnRefund: async (refund: string) => {
      await service.stripe.settleRefund({ refund, to: 'failed' })
      await service.stripe.deliver()
    },
    /** Runs one round of the worker as if every refund had last been checked long ago. */
    settleNow: async () => {
      await service.db
        .updateTable('refunds')
        .set({ checked_at: new Date(0) })
        .execute()
      await settleRefunds(service.deps, { startedSecondsAgo: 0 })
    },
  }
}

/** Places an order with a separate account, because the number of orders per hour is limited. */
async function placeMixed(service: TestService, who: Buyer): Promise<MixedOrder> {
  const modelUrl = await storeCube(service, who, 40)
  const gift = await giftCard(service, who, giftCents)
  const body = checkoutBody([{ modelUrl, color: 'Black' }], { giftCard: gift })
  const [status, placed] = await post(service, who, '/api/checkout', body)
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(placed)}`)
  await pay(service, placed.checkoutUrl)
  return { code: placed.code, gift }
}
