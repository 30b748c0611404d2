// The settings are shown on every line: basket, checkout, order page, payment page, receipt and email.
import { expect, test } from 'bun:test'
import { buyer, mailTo, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf } from '../../../testing/people/visitor.ts'

const { service } = useShop()

/** A cube of 2 cm and one of 40 mm. */
const settings = [
  ['20.0 × 20.0 × 20.0 mm', 'read in cm', '60% infill', '0.1 mm layers'].join(', '),
  ['40.0 × 40.0 × 40.0 mm', '20% infill', '0.2 mm layers'].join(', '),
]
const configured = {
  color: 'Black',
  infill: '60',
  layerHeight: '0.1',
  units: 'cm',
}

test.each([1, 2])('orders of %i lines', async (count) => {
  const who = await buyer(service)
  const visitor = createVisitor(service, who)
  await visitor.add(2, configured)
  if (count === 2) await visitor.add(40, { color: 'White' })
  const said = settings.slice(0, count)
  const form = await visitor.get('/checkout')
  const placed = await visitor.post('/checkout', {
    ...ADDRESS,
    country: 'US',
    email: who.email,
    action: 'order',
    key: keyOf(form.html),
  })
  const basket = (await visitor.get('/basket')).html
  const { code } = await service.db
    .selectFrom('orders')
    .select('code')
    .where('account_id', '=', who.accountId)
    .executeTakeFirstOrThrow()
  const payPage = (await visitor.get(`/orders/${code}/pay`)).html
  await pay(service, placed.location ?? '')
  const pages = {
    basket,
    checkout: form.html,
    payPage,
    order: (await visitor.get(`/orders/${code}`)).html,
    receipt: (await visitor.get(`/orders/${code}/receipt`)).html,
    mail: await mailTo(service, who.email),
  }
  for (const [name, text] of Object.entries(pages)) {
    for (const line of said) expect([name, text]).toEqual([name, expect.stringContaining(line)])
  }
})
