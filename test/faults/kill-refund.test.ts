// kill -9 of the real server at every point of a refund: paid out at most once, never lost, settled after the
// restart.
import { expect, setDefaultTimeout } from 'bun:test'
import { signIn } from '../../testing/faults/sign-in.ts'
import { allMailSent, openStage, type Stage } from '../../testing/faults/stage.ts'
import { placed } from '../../testing/people/submit.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { verifies } from '../helpers/verifies.ts'
import { atCall, atWriteAfter, type Hold, killDuring } from './kill-points.ts'
import { useStages } from './stages.ts'

const OPERATOR = 'operator@example.com'
const REFUND = '/v1/refunds'
setDefaultTimeout(slowTestMs)

type RefundStage = Stage & { readonly cookie: string }
const stages = useStages<RefundStage>(1, async () => {
  const stage = await openStage({ webhooks: 'off', env: { OPERATOR_EMAILS: OPERATOR } })
  return { ...stage, cookie: await signIn(stage, OPERATOR) }
})

const points: readonly { readonly name: string; readonly hold: Hold }[] = [
  {
    name: 'after the refund is written, before its call leaves',
    hold: atCall(REFUND, 'request', { lost: true }),
  },
  {
    name: 'after the call left, before the processor works on it',
    hold: atCall(REFUND, 'request'),
  },
  {
    name: 'after the refund was made, before its response arrives',
    hold: atCall(REFUND, 'response'),
  },
  {
    name: 'after the response, before the outcome is written',
    hold: atWriteAfter(REFUND, 'refunds'),
  },
]

for (const { name, hold } of points) {
  verifies('decision.refund-settled', `killed ${name}`, () =>
    stages.run('off', (stage) => killAt(stage, hold)),
  )
}

async function killAt(stage: RefundStage, hold: Hold): Promise<void> {
  const { code } = await placed(stage.submit(await stage.account()))
  const callsBefore = stage.gate.keysOf(REFUND).length
  const send = () =>
    fetch(
      `${stage.server.baseUrl}/api/operator/orders/${code}/refund`,
      rawPost(JSON.stringify({ amountCents: 300, reason: 'A part was missing.' }), {
        cookie: stage.cookie,
        origin: stage.server.baseUrl,
        'idempotency-key': `the refund of ${code}`,
      }),
    )
  await killDuring(stage, hold, send)
  expect(await stage.orders()).toMatchObject([{ refundingCents: 300, refundedCents: 0 }])

  await stage.restart()
  expect([200, 202]).toContain((await send()).status)
  const isSettled = async () => (await stage.orders())[0]?.refundedCents === 300
  await waitUntil('the refund is settled', isSettled)
  expect(await stage.orders()).toMatchObject([
    { refundingCents: 0, refundedCents: 300, paid: true },
  ])
  expect(await stage.standIn.control.charges({ orderCode: code })).toMatchObject({
    succeeded: 1,
    refundedCents: 300,
  })
  expect(new Set(stage.gate.keysOf(REFUND).slice(callsBefore)).size).toBe(1)
  await allMailSent(stage)
  const subjects = stage.server.mails().map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === `Refund for order ${code}`)).toHaveLength(1)
}
