// The host of the primary dies: acknowledged orders are on the standby when commits waited for it, and nothing is
// charged before.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase } from '../../server/db/core/connect.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import { openLocks, SERVER_NAME } from '../../testing/faults/database-locks.ts'
import { startBuyers } from '../../testing/faults/database-outage.ts'
import { openReplicatedPostgres } from '../../testing/faults/replicated-postgres.ts'
import { CUBE, orderForm } from '../../testing/people/submit.ts'
import { openRealServer, waitUntil } from '../../testing/service/real-server.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { openTcpGate, targetOf, throughGate } from '../../testing/service/tcp-gate.ts'
import {
  createTestAccount,
  stripeCaller,
  type TestAccount,
} from '../../testing/service/test-accounts.ts'
import { closing } from '../../testing/use.ts'

setDefaultTimeout(300_000)
const secretKey = 'sk_test_failover'
const webhookSecret = 'whsec_failover'

/** Opens the service at an address that leads to the primary until the test redirects it to the standby. */
async function openStage() {
  const postgres = await openReplicatedPostgres()
  const gate = await openTcpGate(targetOf(postgres.primaryUrl))
  const url = throughGate(postgres.primaryUrl, gate)
  const standIn = await startStripeStandIn({ secretKey, webhookSecret })
  const server = await openRealServer({
    env: {
      DATABASE_URL: url,
      PGAPPNAME: SERVER_NAME,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: standIn.baseUrl,
    },
  })
  await server.start()
  const database = openDatabase({ url, poolSize: 2 })
  const ids = {
    uuid: () => crypto.randomUUID(),
    secretHex: (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
  }
  const stripe = stripeCaller(standIn.baseUrl, secretKey)
  return {
    postgres,
    database,
    standIn,
    server,
    account: () => createTestAccount({ database, ids, stripe }),
    submit: ({ headers }: TestAccount) =>
      fetch(
        `${server.baseUrl}/api/print/orders`,
        rawPost(orderForm({ color: 'Black' }, CUBE), headers),
      ),
    /** Kills the primary; the standby takes over, and is started first if necessary. */
    failOver: async (startStandby = async () => {}) => {
      await postgres.killPrimary()
      await startStandby()
      await postgres.promote()
      gate.pointTo(targetOf(postgres.standbyUrl))
    },
    /** Returns the codes that the service does not know. */
    missing: async (codes: Iterable<string>, { headers }: TestAccount) => {
      const missing: string[] = []
      for (const code of codes) {
        const { status } = await fetch(`${server.baseUrl}/api/print/orders/${code}`, { headers })
        if (status !== 200) missing.push(code)
      }
      return missing
    },
    close: async () => {
      await server.close()
      await database.close()
      await standIn.close()
      await gate.close()
      await postgres.close()
    },
  }
}

test('with a synchronous standby, an order is stored on it before it is charged, and no acknowledged order is lost', async () => {
  await using stage = closing(await openStage())
  const { postgres, standIn } = stage
  await postgres.makeSynchronous()
  const account = await stage.account()

  // The order is written on the primary only.
  const locks = await openLocks(postgres.primaryUrl)
  const insert = await locks.inserts('orders')
  const response = stage.submit(account)
  await insert.reached()
  const goOn = await postgres.pauseReceiver()
  await insert.release()
  await waitUntil('its commit waits for the standby', () => waitsForStandby(postgres.primaryUrl))
  // The process responds to other requests in the meantime, and charges nothing.
  for (let request = 0; request < 20; request += 1) {
    expect((await fetch(`${stage.server.baseUrl}/readyz`)).status).toBe(200)
    expect(await standIn.control.charges()).toMatchObject({ succeeded: 0, declined: 0 })
  }
  goOn()
  expect((await response).status).toBe(201)
  expect(await standIn.control.charges()).toMatchObject({ succeeded: 1 })
  const [first] = await standIn.control.chargesByOrder()
  await locks.close()

  const buyers = startBuyers(stage.server.baseUrl, [account, account])
  await waitUntil('orders are placed', () => buyers.codes.size >= 4)
  await stage.failOver()
  const before = buyers.codes.size
  await waitUntil('orders are placed on the new primary', () => buyers.codes.size > before)
  await buyers.stop()
  const codes = [first?.orderCode ?? '', ...buyers.codes].toSorted()
  expect(await stage.missing(codes, account)).toEqual([])
  const charges = await standIn.control.chargesByOrder()
  const succeeded = charges.map((each) => [each.orderCode, each.succeeded])
  expect(succeeded.toSorted()).toEqual(codes.map((code) => [code, 1]))
})

test('without a synchronous standby, an acknowledged order is lost, and the comparison shows it', async () => {
  await using stage = closing(await openStage())
  const { postgres, standIn } = stage
  const account = await stage.account()
  const kept = await (await stage.submit(account)).json()
  await waitUntil('the standby has the order', () => hasOrder(postgres.standbyUrl, kept.code))
  await postgres.stopStandby()
  const lost = await (await stage.submit(account)).json()
  expect(await standIn.control.charges()).toMatchObject({ succeeded: 2 })
  await stage.failOver(postgres.startStandby)
  await waitUntil('the service is back', async () => (await stage.submit(account)).status === 201)
  expect(await stage.missing([kept.code, lost.code], account)).toEqual([lost.code])
})

async function waitsForStandby(url: string): Promise<boolean> {
  return (
    (await countOf(
      url,
      `select 1 from pg_stat_activity
        where wait_event = 'SyncRep' and application_name = '${SERVER_NAME}' and query like '%orders%'`,
    )) > 0
  )
}

const hasOrder = async (url: string, code: string) =>
  (await countOf(url, `select 1 from orders where code = '${code}'`)) === 1

async function countOf(url: string, text: string): Promise<number> {
  const { pool, close } = openDatabase({ url, poolSize: 1 })
  try {
    return (await pool.query(text)).rowCount ?? 0
  } finally {
    await close()
  }
}
