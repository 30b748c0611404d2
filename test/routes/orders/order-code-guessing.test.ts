// Guessing order codes: the pages of orders need no login, so their codes must not be guessable.
import { beforeEach, expect } from 'bun:test'
import { type Buyer, buyer, checkoutBody, post, storeCube } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { fillCounter } from '../../../testing/service/counters.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

beforeEach(() => awayFromWindowEnd())

let from = '192.0.2.1'
const service = useService({ clientAddress: () => from })

/** Sixty codes of the right format that no order has. */
const guesses = Array.from(
  { length: 60 },
  (_, at) => `SVC-AAAA${'ABCDEFGH'[at % 8]}${'ABCDEFGH'[at >> 3]}`,
)

verifies('limits.own.order-codes', async () => {
  const account = await service.account()
  const order = await placed(submit(service, account))
  const visit = (path: string, method = 'GET') => service.fetch(`/orders/${path}`, { method })
  const ways = [(code: string) => visit(code), (code: string) => visit(`${code}/receipt`)]
  // Existing pages do not count, however often they are read.
  for (let time = 0; time < 70; time += 1) expect((await visit(order.code)).status).toBe(200)
  for (const [at, code] of guesses.entries()) {
    const way = ways[at % ways.length] ?? visit
    expect([code, (await way(code)).status]).toEqual([code, 404])
  }
  const refused = await visit('SVC-AAAAZZ')
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600).toBe(true)
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const minutes = Math.ceil(seconds / 60)
  const html = await refused.text()
  expect(html).toContain('<h1>Too many attempts</h1>')
  expect(html).toContain(`<strong>${minutes === 1 ? 'a minute' : `${minutes} minutes`}</strong>`)
  // Otherwise the guesser would still see each hit.
  const unseen = await placed(submit(service, account))
  for (const way of ways) expect((await way(unseen.code)).status).toBe(429)
  // The contract sets no limit on reading the account's orders with a key.
  const read = await service.fetch(`/api/print/orders/${order.code}`, { headers: account.headers })
  expect(read.status).toBe(200)
  const unknown = '/api/print/orders/SVC-AAAAZZ'
  expect((await service.fetch(unknown, { headers: account.headers })).status).toBe(404)
  from = '192.0.2.2'
  expect((await visit(order.code)).status).toBe(200)
  expect((await visit('SVC-AAAAZZ')).status).toBe(404)
})

verifies('limits.own.payment-codes', async () => {
  from = '192.0.2.3'
  const order = await placed(submit(service, await service.account({ card: null })))
  const read = (code: string) => service.fetch(`/orders/${code}`)
  const pay = (code: string) =>
    service.fetch(`/orders/${code}/pay`, { method: 'POST', headers: { origin: service.baseUrl } })
  for (const code of guesses) expect([code, (await read(code)).status]).toEqual([code, 404])
  expect((await read('SVC-AAAAZZ')).status).toBe(429)
  expect((await read(order.code)).status).toBe(429)
  const shown = await service.fetch(`/orders/${order.code}/pay`)
  expect(shown.status).toBe(200)
  const opened = await pay(order.code)
  expect(opened.status).toBe(303)
  expect(opened.headers.get('location')).toStartWith(service.stripe.baseUrl)
  for (const code of guesses) {
    expect([code, (await pay(code)).status]).toEqual([code, 404])
  }
  const refused = await pay('SVC-AAAAZZ')
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('<h1>Too many attempts</h1>')
  // This code was used correctly from this address before; the other one was not.
  expect((await pay(order.code)).status).toBe(303)
  const unseen = await placed(submit(service, await service.account({ card: null })))
  expect((await pay(unseen.code)).status).toBe(429)
  expect((await service.fetch(`/orders/${unseen.code}/pay`)).status).toBe(429)
})

/** Uses up the wrong codes of the address, on the pages and on payments. */
async function guessAll(): Promise<void> {
  for (const code of [...guesses, 'SVC-AAAAZZ']) await service.fetch(`/orders/${code}`)
  for (const code of [...guesses, 'SVC-AAAAZZ']) await service.fetch(`/orders/${code}/pay`)
}

const pagesOf = (code: string) => [
  `/orders/${code}`,
  `/orders/${code}/receipt`,
  `/orders/${code}/pay`,
]

async function statusesOf(code: string, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = []
  for (const path of pagesOf(code)) {
    statuses.push((await service.fetch(path, { headers })).status)
  }
  return statuses
}

verifies('limits.own.order-codes-owner', async () => {
  from = '192.0.2.4'
  const ada = await buyer(service)
  const mine = await orderOf(ada)
  const other = await orderOf(await buyer(service))
  await guessAll()
  expect(await statusesOf(mine)).toEqual([429, 429, 429])
  // An unpaid order has no receipt, so its page is shown.
  expect(await statusesOf(mine, { cookie: ada.cookie })).toEqual([200, 303, 200])
  expect(await statusesOf(other, { cookie: ada.cookie })).toEqual([429, 429, 429])
  expect(await statusesOf('ORD-AAAAZZ', { cookie: ada.cookie })).toEqual([429, 429, 429])
})

verifies('limits.own.order-codes-seen', async () => {
  from = '192.0.2.5'
  const code = await orderOf(await buyer(service))
  expect((await service.fetch(`/orders/${code}`)).status).toBe(200)
  await guessAll()
  expect(await statusesOf(code)).toEqual([200, 303, 200])
  // Refused from another address that has used up its codes, and no address is stored.
  from = '192.0.2.6'
  await guessAll()
  expect(await statusesOf(code)).toEqual([429, 429, 429])
  const rows = await service.db.selectFrom('seen_codes').select('mark').execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { mark } of rows) expect(mark).toMatch(/^[0-9a-f]{32}$/)
})

verifies('limits.own.order-codes-further', async () => {
  from = '192.0.2.7'
  const code = await orderOf(await buyer(service))
  expect((await service.fetch(`/orders/${code}`)).status).toBe(200)
  await guessAll()
  const counter = { scope: 'seen-code-misses', subject: from, windowSeconds: 3600 }
  await fillCounter(service.db, counter, 3000)
  expect(await statusesOf(code)).toEqual([200, 303, 200])
  for (const path of pagesOf('SVC-AAAAZZ')) expect((await service.fetch(path)).status).toBe(429)
  expect(await statusesOf(code)).toEqual([429, 429, 429])
})

/** Places an unpaid order of the website. */
async function orderOf(who: Buyer): Promise<string> {
  const modelUrl = await storeCube(service, who, 30)
  const body = checkoutBody([{ modelUrl, color: 'Black' }])
  const [, { code }] = await post(service, who, '/api/checkout', body)
  return code
}
