// Shared by both storms: a database, the processor's stand-in, the service as a process that can be killed, and two accounts.
import { startStripeStandIn } from '../../../server/local/stripe/stand-in.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { openRealServer } from '../../../testing/service/real-server.ts'
import {
  createTestAccount,
  stripeCaller,
  type TestAccount,
} from '../../../testing/service/test-accounts.ts'

const secretKey = 'sk_test_kills'
const webhookSecret = 'whsec_kills'

export type Stage = {
  readonly database: Awaited<ReturnType<typeof testDatabase>>
  readonly standIn: Awaited<ReturnType<typeof startStripeStandIn>>
  readonly server: Awaited<ReturnType<typeof openRealServer>>
  readonly paying: TestAccount
  /** Account with a card that the bank refuses. */
  readonly declined: TestAccount
}

/** Whether the processor's events arrive; its record has the same content. */
export type WebhookMode = 'on' | 'off'

/** Every tenth order has a card that the bank refuses. */
export const declinedEvery = 10
/** Seconds until an order is paid or declined. */
export const finalWithinSeconds = 60

/** Opens everything, starts the service, and closes all of it however `work` ends. */
export async function withStage<Output>(
  webhooks: WebhookMode,
  work: (stage: Stage) => Promise<Output>,
): Promise<Output> {
  const closers: (() => Promise<void>)[] = []
  try {
    const database = await testDatabase({ poolSize: 4 })
    closers.push(database.close)
    const standIn = await startStripeStandIn({ secretKey, webhookSecret })
    closers.push(standIn.close)
    const server = await openRealServer({
      env: {
        DATABASE_URL: database.url,
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_BASE: standIn.baseUrl,
      },
    })
    closers.push(server.close)
    const url = `${server.baseUrl}/api/billing/webhook`
    await standIn.control.webhooks({ mode: webhooks, url })
    await server.start()
    const ids = {
      uuid: () => crypto.randomUUID(),
      secretHex: (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
    }
    const parts = { database, ids, stripe: stripeCaller(standIn.baseUrl, secretKey) }
    const paying = await createTestAccount(parts)
    const declined = await createTestAccount(parts, { card: 'pm_card_chargeCustomerFail' })
    return await work({ database, standIn, server, paying, declined })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
