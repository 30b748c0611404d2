// Many concurrent submits, over real sockets into the real server.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { CHARGE } from '../../../testing/faults/processor-gate.ts'
import { allMailSent, openStage } from '../../../testing/faults/stage.ts'
import type { SubmitBody } from '../../../testing/people/submit.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import type { TestAccount } from '../../../testing/service/test-accounts.ts'
import { slowTestMs } from '../../../testing/slow-tests.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const AT_ONCE = 64
const KEY = 'all the same'
setDefaultTimeout(slowTestMs)

const stage = use(openStage)
beforeAll(async () => {
  // The processor delivers every event immediately, and twice.
  await stage.standIn.control.webhooks({ mode: 'on', copies: 2 })
})

verifies(
  'decision.idempotency-running',
  `one of ${AT_ONCE} concurrent submits with one Idempotency-Key is charged while the others are told to wait`,
  async () => {
    const account = await stage.account()
    const charge = stage.gate.hold(CHARGE, 'request')
    let waiting = 0
    const responses = Array.from({ length: AT_ONCE }, async () => {
      const response = await stage.submit(account, KEY)
      waiting += response.status === 409 ? 1 : 0
      return response
    })
    await charge.reached
    await waitUntil('all others are answered', () => waiting === AT_ONCE - 1)
    charge.release()
    const texts = await expectOneOrder(await Promise.all(responses))
    expect(texts).toHaveLength(1)
    await expectKept(account, texts)
  },
)

verifies(
  'decision.idempotency-replay',
  `${AT_ONCE} concurrent submits with one Idempotency-Key make one order and one charge`,
  async () => {
    const account = await stage.account()
    const responses = Array.from({ length: AT_ONCE }, () => stage.submit(account, KEY))
    const texts = await expectOneOrder(await Promise.all(responses))
    await expectKept(account, texts)
  },
)

/**
 * Expects one new response, any number of replays of it, and refusals that say when to retry. Returns the texts of
 * the 201s.
 */
async function expectOneOrder(responses: readonly Response[]): Promise<readonly string[]> {
  const texts: string[] = []
  let fresh = 0
  for (const response of responses) {
    const text = await response.text()
    if (response.status === 409) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      continue
    }
    expect({ status: response.status, text }).toMatchObject({ status: 201 })
    if (response.headers.get('idempotent-replayed') === null) fresh += 1
    texts.push(text)
  }
  expect(fresh).toBe(1)
  expect(new Set(texts).size).toBe(1)
  return texts
}

async function expectKept(account: TestAccount, [first]: readonly string[]): Promise<void> {
  const later = await stage.submit(account, KEY)
  expect(later.headers.get('idempotent-replayed')).toBe('true')
  expect(await later.text()).toBe(first ?? '')
  expect(await ordersOf(account)).toHaveLength(1)
  const customer = account.customerId ?? ''
  expect(await stage.standIn.control.charges({ customer })).toMatchObject({ succeeded: 1 })
}

const ordersOf = async ({ accountId }: TestAccount) =>
  (await stage.orders()).filter((order) => order.accountId === accountId)

test('a slow submit keeps its key as long as its process runs', async () => {
  const account = await stage.account()
  const charge = stage.gate.hold(CHARGE, 'request')
  const response = stage.submit(account, KEY)
  await charge.reached
  const claim = (change: string) =>
    stage.database.pool.query(`${change} where account_id = $1 and key = $2`, [
      account.accountId,
      KEY,
    ])
  await claim("update idempotency_keys set claimed_at = claimed_at - interval '1 hour'")
  await waitUntil('the claim is renewed', async () => {
    const renewed = "select claimed_at > now() - interval '1 minute' as fresh from idempotency_keys"
    return (await claim(renewed)).rows[0].fresh
  })
  const meanwhile = await stage.submit(account, KEY)
  expect(meanwhile.status).toBe(409)
  await meanwhile.arrayBuffer()
  charge.release()
  const texts = await expectOneOrder([await response])
  await expectKept(account, texts)
})

verifies(
  ['decision.idempotency-optional', 'limits.none.submit'],
  `${AT_ONCE} concurrent submits without a key make as many orders, each charged once`,
  async () => {
    const account = await stage.account()
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => stage.submit(account)),
    )
    const codes = new Set<string>()
    for (const response of responses) {
      const text = await response.text()
      expect({ status: response.status, text }).toMatchObject({ status: 201 })
      const body: SubmitBody = JSON.parse(text)
      expect(body).toMatchObject({ status: 'RECEIVED', paid: true })
      codes.add(body.code)
    }
    expect(codes.size).toBe(AT_ONCE)
    expect(await ordersOf(account)).toHaveLength(AT_ONCE)
    const charged = await stage.standIn.control.chargesByOrder()
    const counts = charged.filter(({ orderCode }) => codes.has(orderCode))
    expect(counts).toHaveLength(AT_ONCE)
    for (const { succeeded, refundedCents } of counts) {
      expect({ succeeded, refundedCents }).toEqual({ succeeded: 1, refundedCents: 0 })
    }
  },
)

verifies('events.email-once', async () => {
  await allMailSent(stage)
  await waitUntil('every event is delivered', async () => {
    const events = await stage.standIn.control.events()
    return events.every(({ state }) => state === 'delivered')
  })
  const expected = (await stage.orders()).map(({ code }) => `Order ${code} confirmed`)
  expect(expected).toHaveLength(AT_ONCE + 3)
  const subjects = stage.server.mails().map(({ subject }) => subject)
  expect(subjects.sort()).toEqual(expected.sort())
})

verifies(
  'limits.spending.concurrent',
  `a limit of $50 a day admits six of ${AT_ONCE} concurrent submits of $8`,
  async () => {
    const account = await stage.account()
    await stage.database.pool.query('update accounts set daily_limit_cents = 5000 where id = $1', [
      account.accountId,
    ])
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => stage.submit(account)),
    )
    await Promise.all(responses.map((response) => response.arrayBuffer()))
    const count = (status: number) =>
      responses.filter((response) => response.status === status).length
    expect([count(201), count(402)]).toEqual([6, AT_ONCE - 6])
    expect(await ordersOf(account)).toHaveLength(6)
    const customer = account.customerId ?? ''
    expect(await stage.standIn.control.charges({ customer })).toMatchObject({ succeeded: 6 })
  },
)
