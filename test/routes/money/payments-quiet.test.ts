// No transaction that moves money sends a notification: PostgreSQL serializes commits with notifications until each
// is durable.
import { expect, test } from 'bun:test'
import pg from 'pg'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { buyer, pay, post } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

test('orders, payments, gift cards and refunds do not wake a worker', async () => {
  const listener = new pg.Client({ connectionString: service.databaseUrl })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ channel }) => heard.push(channel))
  try {
    await listener.query('listen "jobs:insert"')

    const { code } = await placed(submit(service, await service.account()))
    const unpaid = await placed(submit(service, await service.account({ card: null })))
    await visitHostedPage(unpaid.checkoutUrl ?? '', { number: '4242424242424242' })
    await service.stripe.deliver()
    const eve = await buyer(service)
    for (const [path, body] of [
      ['/api/gift-cards/purchase', { amountCents: 2500, recipientEmail: 'g@example.com' }],
      ['/api/account/credits', { pack: 10 }],
    ] as const) {
      const [, { checkoutUrl }] = await post(service, eve, path, body)
      await pay(service, checkoutUrl)
    }
    const cookie = await service.signIn(OPERATOR_EMAIL)
    const refunded = await service.fetch(`/api/operator/orders/${code}/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ amountCents: 300, reason: 'A part was missing.' }),
    })
    expect(refunded.status).toBe(200)
    const { rows } = await listener.query(
      `select (select count(*) from orders where paid)::int as orders, (select count(*) from gift_cards)::int as cards,
        (select sum(credits) from credit_entries where kind = 'purchase')::int as credits,
        (select count(*) from refunds where state = 'succeeded')::int as refunds`,
    )
    expect(rows).toEqual([{ orders: 2, cards: 1, credits: 10, refunds: 1 }])
    expect(heard).toEqual([])

    // The channel on which the queue announces jobs.
    await listener.query("select graphile_worker.add_job('sweep')")
    await until(() => heard.length > 0)
  } finally {
    await listener.end()
  }
})
