// The stand-in's state survives closing and killing, because the server that hosts it is closed and killed.

import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import type { ChargeCard } from '../../server/domain/orders/record/payment.ts'
import { connectStripeControl } from '../../server/local/stripe/control.ts'
import { visitHostedPage } from '../../server/local/stripe/visit.ts'
import { rawPost } from '../../testing/service/requests.ts'
import {
  paymentsAt,
  SECRET_KEY,
  startStage,
  WEBHOOK_SECRET,
} from '../../testing/service/stripe-stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-stripe-'))
let files = 0
const stateFile = () => join(folder, `deeper/${++files}/stripe.sqlite`)
const processes: Bun.Subprocess[] = []
afterEach(async () => {
  for (const child of processes.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const urls = {
  successUrl: 'http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/no',
}
const orderOf = (code: string, customer: ChargeCard) => ({
  orderId: orderIdOf(`id-${code}`),
  orderCode: code,
  amountCents: 1200,
  description: 'd',
  ...customer,
})

describe('closed and opened again', () => {
  test('customers, cards, payments, stored responses and the port are unchanged', async () => {
    const file = stateFile()
    const first = await startStage({ stateFile: file })
    const customer = await first.customerWith('pm_card_visa')
    const outcome = await first.payments.chargeSavedCard(orderOf('SVC-KEPT', customer))
    await first.standIn.close()

    const second = await startStage({ stateFile: file })
    expect(second.standIn.port).toBe(first.standIn.port)
    expect(outcome.kind).toBe('succeeded')
    // The stored response is returned and marked as a replay: the record shows the outcome of the charge.
    expect(await second.payments.chargeSavedCard(orderOf('SVC-KEPT', customer))).toMatchObject({
      kind: 'earlier_charge',
    })
    expect(await second.payments.chargeSavedCard(orderOf('SVC-NEXT', customer))).toMatchObject({
      kind: 'succeeded',
    })
    expect(await second.standIn.control.chargesByOrder()).toMatchObject([
      { orderCode: 'SVC-KEPT', succeeded: 1 },
      { orderCode: 'SVC-NEXT', succeeded: 1 },
    ])
    await second.standIn.close()
  })

  test('on another port, an open checkout has its page there', async () => {
    const file = stateFile()
    const first = await startStage({ stateFile: file })
    const request = {
      orderId: orderIdOf('o'),
      orderCode: 'SVC-MOVED',
      amountCents: 900,
      description: 'd',
      customerId: null,
      attempt: '1',
      ...urls,
    }
    const opened = await first.payments.openCheckout(request)
    const { port } = first.standIn
    await first.standIn.close()

    const squatter = Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() })
    const second = await startStage({ stateFile: file })
    expect(second.standIn.port).not.toBe(port)
    const { url } = await second.payments.openCheckout(request)
    expect(url).toBe(opened.url?.replace(`:${port}/`, `:${second.standIn.port}/`) ?? '')
    expect((await visitHostedPage(url ?? '', { number: '4242424242424242' })).kind).toBe(
      'redirected',
    )
    await second.standIn.close()
    await squatter.stop(true)
  })

  test('without a file all state is lost', async () => {
    const first = await startStage()
    const { customerId } = await first.customerWith('pm_card_visa')
    await first.standIn.close()
    const second = await startStage()
    expect((await second.call('GET', `/v1/customers/${customerId}`)).status).toBe(404)
    await second.standIn.close()
  })

  test('pending events are delivered immediately by the next instance', async () => {
    const file = stateFile()
    const first = await startStage({ stateFile: file, webhookUrl: 'http://127.0.0.1:1/' })
    await first.standIn.control.webhooks({ delayMs: 600_000 })
    await first.call('POST', '/v1/customers')
    await first.standIn.close()

    const { promise, resolve } = Promise.withResolvers<string>()
    const receiver = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        const event = await request.json()
        resolve(String(Reflect.get(Object(event), 'type')))
        return new Response()
      },
    })
    const second = await startStage({ stateFile: file, webhookUrl: `${receiver.url}` })
    expect(await promise).toBe('customer.created')
    await second.standIn.close()
    await receiver.stop(true)
  })
})

describe('as a separate process, killed', () => {
  async function start(file: string) {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, '../../server/local/stripe/main.ts')],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          STRIPE_SECRET_KEY: SECRET_KEY,
          STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
          STATE_FILE: file,
        },
        stdout: 'pipe',
        stderr: 'inherit',
      },
    )
    processes.push(child)
    const { value } = await child.stdout.getReader().read()
    const { baseUrl } = JSON.parse(new TextDecoder().decode(value))
    return { child, baseUrl: String(baseUrl) }
  }

  test('every charge exists exactly once after kill -9 before the responses are sent', async () => {
    const file = stateFile()
    const first = await start(file)
    const control = connectStripeControl(first.baseUrl, SECRET_KEY)
    const payments = paymentsAt(first.baseUrl, undefined, { maxNetworkRetries: 0 })
    const call = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(
        `${first.baseUrl}${path}`,
        rawPost(new URLSearchParams(fields), { authorization: `Bearer ${SECRET_KEY}` }),
      )
      return String(Reflect.get(Object(await response.json()), 'id'))
    }
    const customerId = customerIdOf(await call('/v1/customers', {}))
    const attached = await call('/v1/payment_methods/pm_card_visa/attach', { customer: customerId })
    const customer = { customerId, paymentMethodId: paymentMethodIdOf(attached) }
    // The work is done and the responses are delayed: the process is killed here.
    await control.fault({
      path: '/v1/payment_intents',
      times: 'always',
      when: 'after',
      latencyMs: 60_000,
      outcome: 'normal',
    })
    const codes = Array.from({ length: 20 }, (_, index) => `SVC-K${index}`)
    const hanging = codes.map((code) => payments.chargeSavedCard(orderOf(code, customer)))
    while ((await control.chargesByOrder()).length < codes.length) await Bun.sleep(5)
    first.child.kill('SIGKILL')
    await first.child.exited
    expect(new Set((await Promise.all(hanging)).map(({ kind }) => kind))).toEqual(
      new Set(['unknown']),
    )

    const second = await start(file)
    expect(second.baseUrl).toBe(first.baseUrl)
    const again = paymentsAt(second.baseUrl)
    for (const code of codes) {
      const [payment] = await again.findPayments(code, customerId, new Date(Date.now() - 60_000))
      expect(payment?.status).toBe('succeeded')
      expect(await again.chargeSavedCard(orderOf(code, customer))).toEqual({
        kind: 'earlier_charge',
        paymentId: payment?.paymentId ?? paymentIdOf(''),
      })
    }
    const counts = await connectStripeControl(second.baseUrl, SECRET_KEY).chargesByOrder()
    expect(counts.map(({ succeeded }) => succeeded)).toEqual(codes.map(() => 1))
  })

  test('names the missing key when it is started without its keys', async () => {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, '../../server/local/stripe/main.ts')],
      { env: { PATH: process.env['PATH'] ?? '' }, stdout: 'ignore', stderr: 'pipe' },
    )
    expect(await new Response(child.stderr).text()).toContain('STRIPE_SECRET_KEY is not set')
    expect(await child.exited).toBe(1)
  })
})
