// Addresses that the checkout fills in for an account: its email, and addresses of its paid orders on the website.
import { expect, test } from 'bun:test'
import { buyer, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf } from '../../../testing/people/visitor.ts'

const { service } = useShop()

async function account() {
  const who = await buyer(service)
  const visitor = createVisitor(service, who)
  const order = async (address: Record<string, string>, isPaid = true) => {
    await visitor.add(40, { color: 'Black' })
    const key = keyOf((await visitor.get('/checkout')).html)
    const fields = { ...ADDRESS, email: who.email, country: 'US', action: 'order', key, ...address }
    const placed = await visitor.post('/checkout', fields)
    if (isPaid) await pay(service, placed.location ?? '')
  }
  const fresh = async () => {
    await visitor.add(30, { color: 'Black' })
    return visitor
  }
  return { who, visitor, order, fresh }
}

const enteredIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].match(/value="([^"]*)"/)?.[1] ?? ''

test('fills in the address of the last paid order of the website, and the account’s email', async () => {
  const { who, order, fresh } = await account()
  await order({ street1: '5 Paid Street', email: 'another@example.com' })
  await order({ street1: '6 Unpaid Street' }, false)
  const visitor = await fresh()
  const { html } = await visitor.get('/checkout')
  expect(enteredIn(html, 'street1')).toBe('5 Paid Street')
  expect(enteredIn(html, 'email')).toBe(who.email)
  expect(html).not.toContain('6 Unpaid Street')
})

test('fills in nothing from orders whose personal data was removed', async () => {
  const { who, order, fresh } = await account()
  await order({ street1: '5 Paid Street' })
  const from = (column: string, value: string) =>
    service.service.database.pool.query(`update orders set ${column} = $2 where account_id = $1`, [
      who.accountId,
      value,
    ])
  const visitor = await fresh()
  await from('email', '')
  expect((await visitor.get('/checkout')).html).not.toContain('5 Paid Street')
  await from('email', who.email)
  expect((await visitor.get('/checkout')).html).toContain('5 Paid Street')
})

test('the country that was chosen in the basket overrides the known address', async () => {
  const { order, fresh } = await account()
  await order({ country: 'DE', city: 'Berlin', zip: '10623', state: '' })
  const visitor = await fresh()
  expect((await visitor.get('/checkout')).html).toMatch(/<option value="DE" selected/)
  const { location } = await visitor.post('/basket', { country: 'US', next: 'checkout' })
  expect(location).toBe('/checkout?country=US')
  expect((await visitor.get(location ?? '')).html).toMatch(/<option value="US" selected/)
})

test('the state of a known address is kept when the page has no field for it', async () => {
  const { who, order, fresh } = await account()
  await order({ country: 'DE', city: 'Munich', zip: '80331', state: 'Bavaria', stateOf: 'DE' })
  const visitor = await fresh()
  const { html } = await visitor.get('/checkout')
  const hidden = { state: enteredIn(html, 'state'), stateOf: enteredIn(html, 'stateOf') }
  expect(hidden).toEqual({ state: 'Bavaria', stateOf: 'DE' })
  const address = { ...ADDRESS, email: who.email, city: 'Munich', zip: '80331', ...hidden }
  const states = async (country: string) => {
    const key = keyOf((await visitor.get('/checkout')).html)
    await visitor.post('/checkout', { ...address, country, action: 'order', key })
    const rows = await service.db
      .selectFrom('orders')
      .select('state')
      .where('account_id', '=', who.accountId)
      .where('country', '=', country)
      .orderBy('created_at')
      .execute()
    return rows.map(({ state }) => state)
  }
  expect(await states('DE')).toEqual(['Bavaria', 'Bavaria'])
  // Another country does not have this state.
  expect(await states('FR')).toEqual(['Munich'])
})
