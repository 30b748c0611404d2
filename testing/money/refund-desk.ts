// An operator at the endpoint of refunds, and the resulting orders and emails.

import { settleRefunds } from '../../server/domain/orders/refund/settle-refund.ts'
import { placed, submit } from '../people/submit.ts'
import type { TestAccount, TestService } from '../service/service.ts'

type Body = Readonly<Record<string, unknown>>

/** `cookie`: the operator's session. */
export function refundDesk(service: TestService, account: TestAccount, cookie: () => string) {
  const bodyOf = async (response: Promise<Response>) => (await (await response).json()) as Body
  return {
    /** Returns the code of a paid order: 1 for the print and 7 for postage. */
    ordered: async (payer = account) => (await placed(submit(service, payer))).code,
    refund: (code: string, body: Body, key?: string) =>
      service.fetch(`/api/operator/orders/${code}/refund`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: cookie(),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify({ reason: 'A part was missing.', ...body }),
      }),
    bodyOf,
    orderOf: (code: string) =>
      bodyOf(service.fetch(`/api/operator/orders/${code}`, { headers: { cookie: cookie() } })),
    refundedCents: async (code: string) =>
      (await service.stripe.charges({ orderCode: code })).refundedCents,
    rows: async (code: string) =>
      await service.db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.order_id')
        .selectAll('refunds')
        .where('orders.code', '=', code)
        .orderBy('refunds.created_at')
        .execute(),
    mailsOf: (code: string) =>
      service.mails().filter(({ subject }) => subject === `Refund for order ${code}`),
    /** Runs one round of the worker, as if every refund had last been checked long ago. */
    settleNow: async (): Promise<void> => {
      await service.db
        .updateTable('refunds')
        .set({ checked_at: new Date(0) })
        .execute()
      await settleRefunds(service.deps, { startedSecondsAgo: 0 })
    },
  }
}
