// Trying order codes until one exists: the pages of orders need no login, so their codes must not be guessed.
import { beforeEach, expect } from 'bun:test'
import { placed, submit } from '../helpers/submit.ts'
import { useService } from '../helpers/use.ts'
import { verifies } from '../helpers/verifies.ts'
import { awayFromWindowEnd } from '../helpers/windows.ts'

beforeEach(() => awayFromWindowEnd())

let from = '192.0.2.1'
const service = useService({ clientAddress: () => from })

/** Sixty codes of the right form that no order has. */
const guesses = Array.from(
  { length: 60 },
  (_, at) => `SVC-AAAA${'ABCDEFGH'[at % 8]}${'ABCDEFGH'[at >> 3]}`,
)

verifies('limits.own.order-codes', async () => {
  const account = await service.account()
  const order = await placed(submit(service, account))
  const visit = (path: string, method = 'GET') => service.fetch(`/orders/${path}`, { method })
  const ways = [(code: string) => visit(code), (code: string) => visit(`${code}/pay`)]
  // Pages that exist cost nothing, however often they are read.
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
  // Or the guesser would still see each hit.
  for (const way of ways) expect((await way(order.code)).status).toBe(429)
  // The contract leaves reading one's orders with a key without a limit.
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
  const opened = await pay(order.code)
  expect(opened.status).toBe(303)
  expect(opened.headers.get('location')).toStartWith(service.stripe.baseUrl)
  for (const code of guesses) {
    expect([code, (await pay(code)).status]).toEqual([code, 404])
  }
  const refused = await pay('SVC-AAAAZZ')
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('<h1>Too many attempts</h1>')
  expect((await pay(order.code)).status).toBe(429)
})
