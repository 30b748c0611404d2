// Paid orders whose payment is reversed at the card processor, and the operator who handles them. Events are held
// until `deliver`.
import { beforeEach } from 'bun:test'
import { reviewPayments } from '../../server/domain/orders/disputes/review-payment.ts'
import { OPERATOR_EMAIL } from '../service/service.ts'
import { use, useService } from '../use.ts'
import { placed, submit } from './submit.ts'

export function usePaymentDesk() {
  const service = useService()
  const account = use(() => service.account())
  const operator = use(async () => ({ cookie: await service.signIn(OPERATOR_EMAIL) }))
  beforeEach(async () => {
    await service.stripe.clearFaults()
    await service.stripe.webhooks({ mode: 'hold' })
  })
  const get = (path: string) => service.fetch(path, { headers: operator })
  return {
    service,
    operator,
    /** Places an order that costs 1 for the print and 7 for postage. */
    ordered: async () => {
      const { code } = await placed(submit(service, account))
      await service.stripe.deliver()
      return { code, ...(await paymentOf(service, code)) }
    },
    post: (path: string, body: object) =>
      service.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...operator },
        body: JSON.stringify(body),
      }),
    // biome-ignore lint/suspicious/noExplicitAny: the assertions check its shape
    board: async (code: string): Promise<any> => (await get(`/api/operator/orders/${code}`)).json(),
    page: async (path: string) => await (await get(path)).text(),
    /** Runs a round of the worker that searches the processor's lists, as if the last one were long ago. */
    search: async () => {
      await service.db
        .updateTable('return_searches')
        .set({ due_at: new Date(0) })
        .execute()
      await service.db.updateTable('payment_reviews').set({ checked_at: null }).execute()
      await reviewPayments(service.deps)
      await reviewPayments(service.deps)
    },
  }
}

type Reads = Pick<ReturnType<typeof useService>, 'deps'>

/** Returns the id of an order and of the payment that paid it. */
export async function paymentOf({ deps }: Reads, code: string) {
  const order = await deps.orders.readByCode(code)
  if (order?.payment.kind !== 'paid') throw new Error(`${code} is not paid`)
  return { id: order.id, payment: order.payment.paymentId }
}
