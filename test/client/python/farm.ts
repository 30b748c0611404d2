// The service for the tests of the Python client, on loopback, with data that its tests need in addition to the API:
// orders and charges.

import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import type { TestAccount } from '../../../testing/service/service.ts'

export type Farm = {
  /** Environment for the tests. */
  readonly env: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

export async function openFarm(): Promise<Farm> {
  const service = await openGenerationService()
  const worker = await service.service.startWorker()
  const account = await service.account()
  const declined = await service.account({ card: 'pm_card_chargeDeclined', unattached: true })
  await service.setCredits(account, 50)
  const { accountId, email } = account
  const caller = { kind: 'account', accountId, email, credential: 'session' } as const
  const token = await createExtensionToken(service.deps, caller, { name: 'the Python client' })
  if (!token.ok) throw new Error('no token was made')
  const desk = await openDesk(service)
  const control = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/orders': async () => Response.json(await ordersOf(account)),
      '/generations': async () => Response.json(await generationsOf(account)),
      '/orders/:code/:status': async ({ params: { code, status } }) => {
        const sent = { status, withoutTracking: status === 'SHIPPED' }
        const change = await statusChange(service.deps, code, sent)
        const changed = await desk.api(`/api/operator/orders/${code}/status`, change)
        return Response.json(changed.body, { status: changed.status })
      },
    },
  })

  /** Returns codes of the account's orders, and how often each was charged. */
  async function ordersOf({ accountId: ownerId }: Pick<TestAccount, 'accountId'>) {
    const orders = await service.db
      .selectFrom('orders')
      .select('code')
      .where('account_id', '=', ownerId)
      .execute()
    const charges = await service.stripe.chargesByOrder()
    return orders.map(({ code }) => ({
      code,
      charges: charges.find(({ orderCode }) => orderCode === code)?.succeeded ?? 0,
    }))
  }

  /** Returns jobs of the account, and the credits that each spent. */
  function generationsOf({ accountId: ownerId }: Pick<TestAccount, 'accountId'>) {
    return service.db
      .selectFrom('generation_jobs')
      .leftJoin('credit_entries', (join) =>
        join
          .onRef('credit_entries.job_id', '=', 'generation_jobs.id')
          .on('credit_entries.kind', '=', 'charge'),
      )
      .select(['generation_jobs.id', 'credit_entries.credits'])
      .where('generation_jobs.account_id', '=', ownerId)
      .execute()
  }

  return {
    env: {
      SVC_URL: service.baseUrl,
      SVC_KEY: account.apiKey,
      SVC_DECLINED_KEY: declined.apiKey,
      SVC_TOKEN: token.value.token,
      SVC_CONTROL: `http://127.0.0.1:${control.port}`,
    },
    close: async () => {
      await worker.stop()
      await control.stop(true)
      await service.close()
    },
  }
}
