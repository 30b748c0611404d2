// kill -9 of the real server at every point of a refund's way: given back at most once, never lost, settled soon after.
import { expect } from 'bun:test'
import { waitUntil } from '../helpers/real-server.ts'
import { placed } from '../helpers/submit.ts'
import { verifies } from '../helpers/verifies.ts'
import { allMailSent, openStage, type Stage } from './stage.ts'

const OPERATOR = 'operator@example.com'
const PASSWORD = 'a password for tests'
const REFUND = '/v1/refunds'
const SETTLE_MS = 20_000
const TEST_MS = 600_000

type KillPoint = {
  readonly name: string
  /** Called before the refund; the function given back resolves once the server stands still at the point. */
  readonly hold: (stage: Stage) => () => Promise<void>
}

const points: readonly KillPoint[] = [
  {
    name: 'after the refund is written, before its call leaves',
    hold: ({ gate }) => {
      const { reached } = gate.hold(REFUND, 'request', { lost: true })
      return () => reached
    },
  },
  {
    name: 'after the call left, before the processor works on it',
    hold: ({ gate }) => {
      const { reached } = gate.hold(REFUND, 'request')
      return () => reached
    },
  },
  {
    name: 'after the refund was made, before its answer arrives',
    hold: ({ gate }) => {
      const { reached } = gate.hold(REFUND, 'answer')
      return () => reached
    },
  },
  {
    name: 'after the answer, before the outcome is written',
    hold: ({ gate, locks }) => {
      const answer = gate.hold(REFUND, 'answer')
      return async () => {
        await answer.reached
        const held = await locks.writes('refunds')
        answer.release()
        await held.reached()
      }
    },
  },
]

for (const point of points) {
  verifies('decision.refund-settled', `killed ${point.name}`, () => killAt(point), {
    timeout: TEST_MS,
  })
}

async function killAt(point: KillPoint): Promise<void> {
  const stage = await openStage({ webhooks: 'off', env: { OPERATOR_EMAILS: OPERATOR } })
  try {
    const { code } = await placed(stage.submit(await stage.account()))
    const cookie = await signIn(stage)
    const send = () =>
      fetch(`${stage.server.baseUrl}/api/operator/orders/${code}/refund`, {
        method: 'POST',
        headers: { cookie, origin: stage.server.baseUrl, 'idempotency-key': 'the one refund' },
        body: JSON.stringify({ amountCents: 300, reason: 'A part was missing.' }),
      })
    const atPoint = point.hold(stage)
    const lost = send().then(
      () => 'answered',
      () => 'lost',
    )
    await atPoint()
    await stage.crash()
    await lost
    expect(await stage.orders()).toMatchObject([{ refundingCents: 300, refundedCents: 0 }])

    await stage.restart()
    expect([200, 202]).toContain((await send()).status)
    const isSettled = async () => (await stage.orders())[0]?.refundedCents === 300
    await waitUntil('the refund is settled', isSettled, SETTLE_MS)
    expect(await stage.orders()).toMatchObject([
      { refundingCents: 0, refundedCents: 300, paid: true },
    ])
    expect(await stage.standIn.control.charges({ orderCode: code })).toMatchObject({
      succeeded: 1,
      refundedCents: 300,
    })
    expect(new Set(stage.gate.keysOf(REFUND)).size).toBe(1)
    await allMailSent(stage)
    const subjects = stage.server.mails().map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === `Refund for order ${code}`)).toHaveLength(1)
  } finally {
    await stage.close()
  }
}

/** Signs an operator up as a browser does, with the code from the mail. */
async function signIn({ server }: Stage): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(`${server.baseUrl}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.baseUrl },
      body: JSON.stringify(body),
    })
  await post('/sign-up/email', { email: OPERATOR, password: PASSWORD })
  const codeOf = () =>
    server
      .mails()
      .filter(({ to }) => to === OPERATOR)
      .map(({ text }) => /\b\d{8}\b/.exec(text)?.[0])[0]
  await waitUntil('the code is mailed', async () => codeOf() !== undefined)
  await post('/email-otp/verify-email', { email: OPERATOR, otp: codeOf() })
  const signedIn = await post('/sign-in/email', { email: OPERATOR, password: PASSWORD })
  return signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
