// The requests of our adapter and the responses of our stand-in, checked by stripe-mock, which Stripe generates from
// its API description. It keeps no state, so that only the structure of both is checked.
import { beforeAll, describe, expect, test } from 'bun:test'
import { foreign, pathOrSkip } from '../../../../lab/foreign/places.ts'
import { driveAdapter } from '../../../../lab/foreign/stripe/drive.ts'
import { openMirror } from '../../../../lab/foreign/stripe/mirror.ts'
import { newer, optional, unread } from '../../../../lab/foreign/stripe/reasons.ts'
import { shapeDifferences } from '../../../../lab/foreign/stripe/shapes.ts'
import { startStripeMock } from '../../../../lab/foreign/stripe/stripe-mock.ts'
import { paymentsAt, SECRET_KEY, startStage } from '../../../../testing/service/stripe-stand-in.ts'
import { use } from '../../../../testing/use.ts'

const program = pathOrSkip(foreign.stripeMock)

/**
 * Translates a request: stripe-mock has the API from before version 2026-09-30.endive, in which
 * `allowed_payment_method_types` of a checkout session was `payment_method_types`.
 */
const asBeforeEndive = (path: string, body: string): string =>
  path === '/v1/checkout/sessions'
    ? body.replace('allowed_payment_method_types', 'payment_method_types')
    : body

/** Differences with their reasons; any other difference fails. */
const knownDifferences: Readonly<Record<string, string>> = {
  'charge.outcome.risk_level: only ours': optional,
  'charge.outcome.risk_score: only ours': optional,
  'charge.refunds: only theirs': unread,
  'charge.source: only ours': newer,
  'checkout.session.allowed_payment_method_types: only ours': newer,
  'checkout.session.phone_number_collection: only theirs': unread,
  'payment_intent.amount_details: only theirs': unread,
  'payment_intent.payment_record: only ours': newer,
  'payment_intent.source: only ours': newer,
  'payment_intent.transfer_data: only theirs': unread,
  'refund.destination_details: only theirs': unread,
  'setup_intent.customer_account: only ours': newer,
}

describe.skipIf(program === null)('stripe-mock', () => {
  const stage = use(startStage, ({ standIn }) => standIn.close())
  const stripeMock = use(() => startStripeMock(program ?? ''))
  const mirror = use(() => openMirror(stage.standIn.baseUrl, stripeMock.baseUrl, asBeforeEndive))
  beforeAll(async () => {
    await driveAdapter(paymentsAt(mirror.baseUrl))
  })

  test('all calls of the adapter were made', () => {
    const endpoints = new Set(mirror.exchanges().map(({ endpoint }) => endpoint))
    expect([...endpoints].sort()).toEqual([
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/customers/:id/payment_methods',
      'GET /v1/payment_intents',
      'GET /v1/payment_intents/:id',
      'GET /v1/refunds',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/:id/expire',
      'POST /v1/customers',
      'POST /v1/customers/:id',
      'POST /v1/payment_intents',
      'POST /v1/refunds',
    ])
  })

  test('stripe-mock accepts every request', () => {
    const refused = mirror.exchanges().filter(({ mock }) => mock.status !== 200)
    expect(refused).toEqual([])
  })

  test('the stand-in returns the same statuses and structures, except for the known differences', () => {
    const exchanges = mirror.exchanges()
    expect(exchanges.filter(({ standIn, mock }) => standIn.status !== mock.status)).toEqual([])
    const found = exchanges.flatMap(({ standIn, mock }) =>
      shapeDifferences(standIn.body, mock.body),
    )
    expect([...new Set(found)].sort()).toEqual(Object.keys(knownDifferences).sort())
  })

  test('stripe-mock refuses misspellings, which proves that it checks requests', async () => {
    const response = await fetch(`${stripeMock.baseUrl}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams({ payment_intnet: 'pi_1' }),
    })
    expect(response.status).toBe(400)
  })
})
