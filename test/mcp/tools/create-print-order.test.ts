// create_print_order: the order that it creates, its refusals, and its result when no payment was received.

import { afterEach, describe, expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { planOrders } from '../../../server/domain/farm/plan-orders.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { callerOf } from '../../../testing/agent/stand-ins.ts'
import {
  FAILING_CITY,
  failCommitsToAtlantis,
  failOrdersToAtlantis,
} from '../../../testing/database/order-trigger.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import type { TestAccountOptions } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { ADDRESS, chargesOf, openOrderingService, ordersOf, toolOf } from './ordering.ts'

const service = use(openOrderingService)
afterEach(() => service.stripe.clearFaults())

describe('an order', () => {
  verifies(
    [
      'mcp.tool.create-print-order',
      'mcp.tool.create-print-order.result',
      'mcp.tool.create-print-order.paid',
      'mcp.tool.create-print-order.quote-id',
      'quote.fixes',
      'quote.spent',
    ],
    async () => {
      const account = await service.account()
      const id = await service.quoted(account, { material: 'petg', infill: 35, quantity: 2 })
      const { fields, text } = await resultOf(
        service.order(account, id, { note: 'Thin side up.', phone: '555' }),
      )
      // 127 g x 0.12 x 2 = 30.48; + 7
      const code = String(fields['order_code'])
      expect(fields).toEqual({
        order_code: expect.stringMatching(/^SVC-[A-HJKMNP-Z2-9]{6}$/),
        paid: true,
        charge: 'charged',
        charged: 37.48,
        amount: 37.48,
        currency: 'USD',
        status: 'RECEIVED',
        status_url: `${service.baseUrl}/orders/${code}`,
        payment_url: null,
        quoted_total: 37.48,
      })
      expect(text).toContain(`Order ${code} is placed and paid: $37.48`)
      expect(await chargesOf(service, account)).toMatchObject({ succeeded: 1, amountCents: 3748 })
      const [row] = await ordersOf(service, account)
      expect(row).toMatchObject({
        code,
        source: 'mcp',
        quote_id: id,
        material: 'petg',
        infill: 35,
        quantity: 2,
        color: 'Black',
        grams_per_part: 127,
        centihours_per_part: 200,
        total_cents: 3748,
        file_name: 'cube.stl',
        recipient_name: 'Ada Example',
        street2: null,
        email: 'ada@example.com',
        phone: '555',
        note: 'Thin side up.',
      })
      expect(await service.spentAt(id)).not.toBeNull()
      // The caller finds the order by the quote that created it.
      const listed = await resultOf(callTool(service, account, 'list_my_orders'))
      expect(listed.fields['orders']).toMatchObject([{ order_code: code, quote_id: id }])
      expect(listed.text).toContain(`quote_id ${id}`)
      const read = await resultOf(callTool(service, account, 'get_order', { code }))
      expect(read.fields).toMatchObject({ store: 'agent', quote_id: id })
    },
  )

  test('is planned like an order over REST, whatever its quote contained', async () => {
    const account = await service.account()
    await service.order(account, await service.quoted(account, { quantity: 3 }))
    const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 60 }) }
    const rest = { fields: { quantity: '3', color: 'Black' }, file }
    await placed(submit(service, account, rest))
    while (await planOrders(service.deps, new AbortController().signal));
    const [one, other, ...more] = (await ordersOf(service, account)).map(
      ({ planned_seconds }) => planned_seconds,
    )
    expect(more).toEqual([])
    expect(one).toBeGreaterThan(0)
    expect(other).toBe(one ?? -1)
  })

  verifies('mcp.tool.create-print-order.confirm', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    for (const confirm of [undefined, false, 'true', 1, null]) {
      expect(await refusalOf(service.order(account, id, { confirm }))).toContain('confirm')
    }
    expect(await service.spentAt(id)).toBeNull()
    expect(await ordersOf(service, account)).toEqual([])
  })

  verifies('mcp.tool.create-print-order.address', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    // Ten calls an hour are allowed: each of the six fields is tested once, missing or blank.
    const { country: _, ...required } = ADDRESS
    for (const [index, name] of Object.keys(required).entries()) {
      const sentence = await refusalOf(
        service.order(account, id, { [name]: index % 2 === 0 ? undefined : ' ' }),
      )
      expect(sentence).toContain(name)
    }
    expect(await ordersOf(service, account)).toEqual([])
    await resultOf(service.order(account, id, { street2: 'Flat 2', phone: '1' }))
  })

  test('a call without arguments names all required arguments', async () => {
    const account = await service.account()
    const call = callTool(service, account, 'create_print_order', {})
    expect(await refusalOf(call)).toStartWith(
      'The arguments quote_id, confirm, recipient_name, email, street1, city, state, zip, and country are required. ',
    )
  })

  verifies('mcp.tool.create-print-order.note', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    expect(await refusalOf(service.order(account, id, { note: 'x'.repeat(1001) }))).toContain(
      'note',
    )
    await resultOf(service.order(account, id, { note: 'x'.repeat(1000) }))
    expect((await ordersOf(service, account))[0]?.note).toHaveLength(1000)
  })

  test('a note, an address and a color are parsed as over REST', async () => {
    const account = await service.account()
    const id = await service.quoted(account, { color: 'Deep\r\nSea\u200b' })
    const { fields } = await resultOf(
      service.order(account, id, {
        note: 'Thin\0 side\u200b up.\nThanks\u001b!',
        recipient_name: 'Ada\r\nExample\u200b',
        street2: '\u200b',
        phone: '5\ud8005',
      }),
    )
    expect(fields['paid']).toBe(true)
    const [row] = await ordersOf(service, account)
    expect(row).toMatchObject({
      color: 'Deep Sea',
      note: 'Thin side up.\nThanks!',
      recipient_name: 'Ada Example',
      street2: null,
      phone: '5\ufffd5',
    })
    const next = await service.quoted(account)
    expect(await refusalOf(service.order(account, next, { recipient_name: '\u200b' }))).toContain(
      'recipient_name',
    )
  })

  test('an invalid email address is refused before anything is spent', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    for (const email of ['nobody', 'a@b, c@d', 'Ada <ada@example.com>']) {
      expect(await refusalOf(service.order(account, id, { email }))).toContain(
        'one plain email address',
      )
    }
    expect(await service.spentAt(id)).toBeNull()
  })
})

describe('the country', () => {
  verifies('mcp.tool.create-print-order.country', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    expect(await refusalOf(service.order(account, id, { country: undefined }))).toContain('country')
    const sentence = await refusalOf(service.order(account, id, { country: 'ca' }))
    // 15.12 + 7 versus 15.12 + 30.
    for (const words of [
      'for US ($22.12',
      'CA, where it comes to $45.12',
      '$23.00 more',
      'Nothing was charged',
    ]) {
      expect(sentence).toContain(words)
    }
    expect(await refusalOf(service.order(account, id, { country: 'FI' }))).toContain(
      "don't currently ship to FI",
    )
    expect(await service.spentAt(id)).toBeNull()
    await resultOf(service.order(account, id, { country: 'us' }))
    const abroad = await service.quoted(account, { country: 'DE' })
    expect(await refusalOf(service.order(account, abroad))).toContain('$23.00 less')
    expect(
      (await resultOf(service.order(account, abroad, { country: 'DE' }))).fields,
    ).toMatchObject({
      charged: 45.12,
    })
  })
})

describe('no payment', () => {
  const declined = async (
    card: TestAccountOptions,
    charge: 'declined' | 'no_card',
    words: string,
  ) => {
    const account = await service.account(card)
    const id = await service.quoted(account)
    const { fields, text } = await resultOf(service.order(account, id))
    const code = String(fields['order_code'])
    expect(fields).toEqual({
      order_code: code,
      paid: false,
      charge,
      charged: null,
      amount: 22.12,
      currency: 'USD',
      status: 'PENDING_PAYMENT',
      status_url: `${service.baseUrl}/orders/${code}`,
      payment_url: `${service.baseUrl}/orders/${code}/pay`,
      quoted_total: 22.12,
    })
    for (const part of [words, `/orders/${code}/pay`, 'Do not call create_print_order again']) {
      expect(text).toContain(part)
    }
    expect(await service.spentAt(id)).not.toBeNull()
    expect(await refusalOf(service.order(account, id))).toContain(code)
    expect(await ordersOf(service, account)).toHaveLength(1)
  }

  verifies(['mcp.tool.create-print-order.declined', 'decision.declined-quote-spent'], async () => {
    await declined(
      { card: 'pm_card_chargeCustomerFail' },
      'declined',
      '("Your card was declined.")',
    )
    await declined({ card: null }, 'no_card', 'No card on file')
    await declined(
      { card: 'pm_card_authenticationRequired' },
      'declined',
      '("Payment requires_action")',
    )
  })

  test('an order is saved unpaid when the card’s customer was deleted at the processor, and the next order has no card', async () => {
    const account = await service.account()
    const [first, second] = [await service.quoted(account), await service.quoted(account)]
    const gone = customerIdOf(`cus_gone${account.accountId.replaceAll('-', '').slice(0, 8)}`)
    await service.db
      .updateTable('accounts')
      .set({ customer_id: gone })
      .where('id', '=', account.accountId)
      .execute()
    const { fields, text } = await resultOf(service.order(account, first))
    expect(fields).toMatchObject({
      paid: false,
      charge: 'declined',
      charged: null,
      status: 'PENDING_PAYMENT',
      payment_url: `${service.baseUrl}/orders/${fields['order_code']}/pay`,
    })
    expect(text).toContain('"The card processor has no record of the saved card"')
    expect(text).toContain('No money was taken.')
    expect(text).not.toMatch(/(?:cus|pm|pi|ch|re|cs)_\w/)
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 0 })
    expect(await service.deps.accounts.read(account.accountId)).toMatchObject({
      card: null,
      cardLostAt: expect.any(Date),
    })
    const next = await resultOf(service.order(account, second))
    expect(next.fields).toMatchObject({ paid: false, charge: 'no_card' })
    expect(next.text).toContain('No card on file')
  })

  test('no result says to pay or order again while the processor does not respond, and the order is settled later', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'after',
      times: 'always',
      outcome: 'reset',
    })
    const { fields, text } = await resultOf(service.order(account, id))
    await service.stripe.clearFaults()
    expect(fields).toMatchObject({
      paid: false,
      charge: 'settling',
      charged: null,
      status: 'PENDING_PAYMENT',
      payment_url: null,
    })
    for (const part of [
      'did not answer in time',
      'settled from the processor',
      'Do not call create_print_order again',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('can pay')
    const code = String(fields['order_code'])
    const look = () => resultOf(callTool(service, account, 'get_order', { code }))
    expect((await look()).text).toContain('not settled yet')
    await service.db
      .updateTable('orders')
      .set({ charge_checked_at: new Date(Date.now() - 60_000) })
      .where('code', '=', code)
      .execute()
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect((await look()).fields).toMatchObject({
      paid: true,
      status: 'RECEIVED',
      payment_url: null,
    })
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 1, amountCents: 2212 })
  })

  verifies(
    'mcp.tool.create-print-order.timeout',
    'a timeout has different results before and after the order is known',
    async () => {
      const { timedOut } = toolOf('create_print_order')
      for (const [notes, look] of [
        [new Map(), 'look for the quote_id of this call'],
        [
          new Map([['quote_id', 'quote_1']]),
          'list_my_orders in a minute and look for quote_id quote_1:',
        ],
        [new Map([['order_code', 'SVC-ABC234']]), 'get_order with code SVC-ABC234'],
      ] as const) {
        const outcome = timedOut(notes)
        if (outcome.kind !== 'refused') throw new Error(outcome.kind)
        expect(outcome.sentence).toStartWith('Unconfirmed:')
        expect(outcome.sentence).toContain('Do not call create_print_order again')
        expect(outcome.sentence).toContain(look)
      }
    },
  )

  test('a failure before the quote is spent reports that nothing was charged, and a later failure is unconfirmed', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    const gone = () => Promise.reject(new Error('the database is gone'))
    const unread = service.replace({ quotes: { readOwned: gone } })
    expect(await refusalOf(service.order(account, id))).toContain('nothing was charged; try again')
    unread()
    const unwritten = service.replace({ quotes: { spend: gone } })
    const sentence = await refusalOf(service.order(account, id))
    unwritten()
    expect(sentence).toStartWith('Unconfirmed:')
    expect(sentence).toContain(`look for quote_id ${id}:`)
    expect(sentence).not.toContain('too long')
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 0 })
    await resultOf(service.order(account, id))
  })

  test('an order that the database refuses is not charged, and the quote stays valid', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    for (const [state, words] of [
      ['22021', 'the order was not placed. Nothing was charged and the quote is still unused'],
      ['23514', 'the order was not placed. Nothing was charged and the quote is still unused'],
      ['40001', 'could not be saved just now. Nothing was charged and the quote is still unused'],
    ] as const) {
      const undo = await failOrdersToAtlantis(service.service.database, { refuse: state })
      const sentence = await refusalOf(service.order(account, id, { city: FAILING_CITY }))
      await undo()
      expect(sentence).toContain(words)
      expect(sentence).not.toContain('Unconfirmed')
    }
    expect(await service.spentAt(id)).toBeNull()
    expect(await ordersOf(service, account)).toEqual([])
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 0 })
    await resultOf(service.order(account, id, { city: FAILING_CITY }))
  })

  test('a connection that breaks before the commit rolls everything back, which the result states', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    const undo = await failOrdersToAtlantis(service.service.database, 'disconnect')
    const sentence = await refusalOf(service.order(account, id, { city: FAILING_CITY }))
    await undo()
    expect(sentence).toContain('Nothing was charged and the quote is still unused')
    expect(await service.spentAt(id)).toBeNull()
  })

  test('a failure while the commit is confirmed leaves the outcome open', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    const undo = await failCommitsToAtlantis(service.service.database)
    const sentence = await refusalOf(service.order(account, id, { city: FAILING_CITY }))
    await undo()
    expect(sentence).toStartWith('Unconfirmed:')
  })

  test('the code is recorded as soon as the order exists, before the card is charged', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    const notes = new Map<string, string>()
    const { payments } = service.deps
    let noted: string | undefined
    service.replace({
      payments: {
        chargeSavedCard: (request) => {
          noted = notes.get('order_code')
          return payments.chargeSavedCard(request)
        },
      },
    })
    const { call } = toolOf('create_print_order')
    const context = {
      deps: service.deps,
      caller: callerOf(account),
      signal: new AbortController().signal,
      capabilities: {},
      wantsPictures: false,
      timeLeftMs: () => 90_000,
      progressNotes: notes,
      markSpending: () => undefined,
      returnAllowances: async () => undefined,
    }
    await call(context, { quote_id: id, confirm: true, ...ADDRESS })
    expect(noted).toBe((await ordersOf(service, account))[0]?.code ?? 'none')
  })
})
