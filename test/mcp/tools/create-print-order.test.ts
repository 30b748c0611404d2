// create_print_order: a quote becomes one order and one charge, whoever calls however often.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { reconcileCharges } from '../../../server/domain/orders/reconcile.ts'
import { orderQuote } from '../../../server/domain/quotes/order-quote.ts'
import { cubeStl } from '../../helpers/meshes.ts'
import {
  HOOK_TIMEOUT_MS,
  openTestService,
  type TestAccount,
  type TestAccountOptions,
  type TestService,
} from '../../helpers/service.ts'
import { verifies } from '../../helpers/verifies.ts'
import { answerOf, callTool, refusalOf } from './call.ts'
import { callerOf, HOST, standInSlicer, standInWeb } from './stand-ins.ts'

let service: TestService
let cube = ''
beforeAll(async () => {
  service = await openTestService()
  const web = standInWeb(service.deps)
  service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST],
    slicer: standInSlicer().slicer,
  })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
}, HOOK_TIMEOUT_MS)
afterAll(() => service.close())
afterEach(() => service.stripe.clearFaults())

const ADDRESS = {
  recipient_name: 'Ada Example',
  email: 'Ada@Example.com',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
} as const

/** 126 g of pla in black: $15.12 and $7 postage. */
async function quoted(account: TestAccount, args: Record<string, unknown> = {}): Promise<string> {
  const { fields } = await answerOf(
    callTool(service, account, 'quote_print', { model_url: cube, color: 'Black', ...args }),
  )
  return String(fields.quote_id)
}
const order = (account: TestAccount, quote_id: string, changes: Record<string, unknown> = {}) =>
  callTool(service, account, 'create_print_order', {
    quote_id,
    confirm: true,
    ...ADDRESS,
    ...changes,
  })
const ordersOf = ({ accountId }: TestAccount) =>
  service.db.selectFrom('orders').selectAll().where('account_id', '=', accountId).execute()
const chargesOf = ({ customerId }: TestAccount) =>
  service.stripe.charges({ customer: customerId ?? '' })
const spentAt = async (id: string) =>
  (
    await service.db
      .selectFrom('quotes')
      .select('spent_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).spent_at

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
      const id = await quoted(account, { material: 'petg', infill: 35, quantity: 2 })
      const { fields, text } = await answerOf(
        order(account, id, { note: 'Thin side up.', phone: '555' }),
      )
      // 127 g x 0.12 x 2 = 30.48; + 7
      const code = String(fields.order_code)
      expect(fields).toEqual({
        order_code: expect.stringMatching(/^SVC-[A-HJKMNP-Z2-9]{6}$/),
        paid: true,
        charged: 37.48,
        amount: 37.48,
        currency: 'USD',
        status: 'RECEIVED',
        status_url: `${service.baseUrl}/orders/${code}`,
        payment_url: null,
        quoted_total: 37.48,
      })
      expect(text).toContain(`Order ${code} is placed and paid: $37.48`)
      expect(await chargesOf(account)).toMatchObject({ succeeded: 1, amountCents: 3748 })
      const [row] = await ordersOf(account)
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
      expect(await spentAt(id)).not.toBeNull()
    },
  )

  verifies('mcp.tool.create-print-order.confirm', async () => {
    const account = await service.account()
    const id = await quoted(account)
    for (const confirm of [undefined, false, 'true', 1, null]) {
      expect(await refusalOf(order(account, id, { confirm }))).toContain('confirm')
    }
    expect(await spentAt(id)).toBeNull()
    expect(await ordersOf(account)).toEqual([])
  })

  verifies('mcp.tool.create-print-order.address', async () => {
    const account = await service.account()
    const id = await quoted(account)
    // Ten calls an hour: each of the six once, missing or blank.
    const { country: _, ...required } = ADDRESS
    for (const [index, name] of Object.keys(required).entries()) {
      const sentence = await refusalOf(
        order(account, id, { [name]: index % 2 === 0 ? undefined : ' ' }),
      )
      expect(sentence).toContain(name)
    }
    expect(await ordersOf(account)).toEqual([])
    await answerOf(order(account, id, { street2: 'Flat 2', phone: '1' }))
  })

  verifies('mcp.tool.create-print-order.note', async () => {
    const account = await service.account()
    const id = await quoted(account)
    expect(await refusalOf(order(account, id, { note: 'x'.repeat(1001) }))).toContain('note')
    await answerOf(order(account, id, { note: 'x'.repeat(1000) }))
    expect((await ordersOf(account))[0]?.note).toHaveLength(1000)
  })

  test('an address that is no email is refused before anything is spent', async () => {
    const account = await service.account()
    const id = await quoted(account)
    for (const email of ['nobody', 'a@b, c@d', 'Ada <ada@example.com>']) {
      expect(await refusalOf(order(account, id, { email }))).toContain('one plain email address')
    }
    expect(await spentAt(id)).toBeNull()
  })
})

describe('the country', () => {
  verifies('mcp.tool.create-print-order.country', async () => {
    const account = await service.account()
    const id = await quoted(account)
    expect(await refusalOf(order(account, id, { country: undefined }))).toContain('country')
    const sentence = await refusalOf(order(account, id, { country: 'ca' }))
    // 15.12 + 7 against 15.12 + 30
    for (const words of [
      'for US ($22.12',
      'CA, where it comes to $45.12',
      '$23.00 more',
      'Nothing was charged',
    ]) {
      expect(sentence).toContain(words)
    }
    expect(await refusalOf(order(account, id, { country: 'FI' }))).toContain(
      "don't currently ship to FI",
    )
    expect(await spentAt(id)).toBeNull()
    await answerOf(order(account, id, { country: 'us' }))
    const abroad = await quoted(account, { country: 'DE' })
    expect(await refusalOf(order(account, abroad))).toContain('$23.00 less')
    expect((await answerOf(order(account, abroad, { country: 'DE' }))).fields).toMatchObject({
      charged: 45.12,
    })
  })
})

describe('once', () => {
  verifies(['quote.once', 'mcp.tool.create-print-order.not-idempotent'], async () => {
    const account = await service.account()
    const id = await quoted(account)
    const { fields } = await answerOf(order(account, id))
    const again = await refusalOf(order(account, id))
    expect(again).toContain(`became order ${fields.order_code}`)
    expect(await chargesOf(account)).toMatchObject({ succeeded: 1, amountCents: 2212 })
    const { definition } = await toolOf('create_print_order')
    expect(definition.annotations.idempotentHint).toBe(false)
    expect(Object.keys(definition.inputSchema.properties ?? {}).join()).not.toMatch(/idempoten/i)
  })

  verifies('quote.once', '64 calls at once are one order and one charge', async () => {
    const account = await service.account()
    const quoteId = await quoted(account)
    const { recipient_name: recipientName, ...same } = ADDRESS
    const fields = new Map(Object.entries({ recipientName, ...same }))
    const results = await Promise.all(
      Array.from({ length: 64 }, () =>
        orderQuote(service.deps, callerOf(account), { quoteId, fields }),
      ),
    )
    const placed = results.flatMap((result) => (result.ok ? [result.value.answer.code] : []))
    expect(placed).toHaveLength(1)
    for (const result of results) {
      if (!result.ok)
        expect(result.failure).toEqual({ kind: 'quote_spent', orderCode: placed[0] ?? '' })
    }
    expect(await ordersOf(account)).toHaveLength(1)
    expect(await chargesOf(account)).toEqual({
      succeeded: 1,
      declined: 0,
      amountCents: 2212,
      refundedCents: 0,
    })
  })

  verifies(
    'quote.once',
    '64 requests at once through the door: the allowance lets ten in, one of them orders',
    async () => {
      const account = await service.account()
      const id = await quoted(account)
      const results = await Promise.all(Array.from({ length: 64 }, () => order(account, id)))
      expect(results.filter(({ isError }) => !isError)).toHaveLength(1)
      expect(results.filter(({ text }) => text.includes('already used'))).toHaveLength(9)
      expect(results.filter(({ text }) => text.includes('allowance'))).toHaveLength(54)
      expect(await ordersOf(account)).toHaveLength(1)
      expect(await chargesOf(account)).toMatchObject({
        succeeded: 1,
        declined: 0,
        amountCents: 2212,
      })
    },
  )

  test('a code that is taken is drawn again, and the quote is spent with the order that got one', async () => {
    const account = await service.account()
    const [first, second] = [await quoted(account), await quoted(account)]
    const { fields } = await answerOf(order(account, first))
    const taken = [...String(fields.order_code).slice(4)]
    const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
    const draws = [...taken, ...'ZZZZZZ'].map((letter) => alphabet.indexOf(letter))
    const ids = { ...service.deps.ids, randomInt: () => draws.shift() ?? 0 }
    const restore = service.replace({ ids })
    const { fields: other } = await answerOf(order(account, second))
    restore()
    expect(other.order_code).toBe('SVC-ZZZZZZ')
    expect(await chargesOf(account)).toMatchObject({ succeeded: 2 })
  })
})

describe('whose and how long', () => {
  verifies('quote.one-account', async () => {
    const [account, other] = [await service.account(), await service.account()]
    const id = await quoted(account)
    const foreign = await refusalOf(order(other, id))
    expect(await refusalOf(order(other, `quote_${'0'.repeat(32)}`))).toBe(foreign)
    for (const odd of ['', '\0', '../x', 'x'.repeat(65)]) {
      expect(await refusalOf(order(other, odd))).toMatch(/quote_id/)
    }
    expect(await spentAt(id)).toBeNull()
    await answerOf(order(account, id))
  })

  verifies('quote.expires', async () => {
    const account = await service.account()
    const [id, late] = [await quoted(account), await quoted(account)]
    service.advance(23.9 * 3600)
    try {
      await answerOf(order(account, id))
      service.advance(0.2 * 3600)
      expect(await refusalOf(order(account, late))).toMatch(
        /expired at .* 24 hours\. Nothing was charged/,
      )
    } finally {
      service.advance(-24.1 * 3600)
    }
    expect(await ordersOf(account)).toHaveLength(1)
    // The statement that spends knows the time as well.
    const request = { quoteId: late, at: new Date(Date.now() + 24.1 * 3_600_000) }
    const [made] = await ordersOf(account)
    const found = await service.deps.orders.readByCode(made?.code ?? '')
    if (found === null) throw new Error('the order is gone')
    const fresh = {
      ...found,
      id: crypto.randomUUID(),
      code: 'SVC-AAAAAA',
      chargeState: 'none' as const,
    }
    expect(await service.deps.quotes.spend(request, fresh)).toBe('unusable')
    expect(await ordersOf(account)).toHaveLength(1)
  })
})

describe('no money', () => {
  const declined = async (card: TestAccountOptions, words: string) => {
    const account = await service.account(card)
    const id = await quoted(account)
    const { fields, text } = await answerOf(order(account, id))
    const code = String(fields.order_code)
    expect(fields).toEqual({
      order_code: code,
      paid: false,
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
    expect(await spentAt(id)).not.toBeNull()
    expect(await refusalOf(order(account, id))).toContain(code)
    expect(await ordersOf(account)).toHaveLength(1)
  }

  verifies(['mcp.tool.create-print-order.declined', 'decision.declined-quote-spent'], async () => {
    await declined({ card: 'pm_card_chargeCustomerFail' }, 'Your card was declined.')
    await declined({ card: null }, 'No card on file')
    await declined({ card: 'pm_card_authenticationRequired' }, 'Payment requires_action')
  })

  test('while the processor does not answer, nobody is told to pay or to order again; then it is settled', async () => {
    const account = await service.account()
    const id = await quoted(account)
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'after',
      times: 'always',
      outcome: 'reset',
    })
    const { fields, text } = await answerOf(order(account, id))
    await service.stripe.clearFaults()
    expect(fields).toMatchObject({ paid: false, charged: null, status: 'PENDING_PAYMENT' })
    for (const part of [
      'did not answer in time',
      'settled from the processor',
      'Do not call create_print_order again',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('can pay')
    const code = String(fields.order_code)
    const look = () => answerOf(callTool(service, account, 'get_order', { code }))
    expect((await look()).text).toContain('not settled yet')
    await service.db
      .updateTable('orders')
      .set({ charge_checked_at: new Date(Date.now() - 60_000) })
      .where('code', '=', code)
      .execute()
    await reconcileCharges(service.deps, { startedBefore: new Date(Date.now() + 3_600_000) })
    expect((await look()).fields).toMatchObject({
      paid: true,
      status: 'RECEIVED',
      payment_url: null,
    })
    expect(await chargesOf(account)).toMatchObject({ succeeded: 1, amountCents: 2212 })
  })

  verifies(
    'mcp.tool.create-print-order.timeout',
    'what a timeout says, before and after the order is known',
    async () => {
      const { timedOut } = await toolOf('create_print_order')
      for (const [notes, look] of [
        [new Map(), 'list_my_orders'],
        [new Map([['order_code', 'SVC-ABC234']]), 'get_order and code SVC-ABC234'],
      ] as const) {
        const outcome = timedOut(notes)
        if (outcome.kind !== 'refused') throw new Error(outcome.kind)
        expect(outcome.sentence).toStartWith('Unconfirmed:')
        expect(outcome.sentence).toContain('Do not call create_print_order again')
        expect(outcome.sentence).toContain(look)
      }
    },
  )

  test('the code is noted as soon as the order exists, before the card is charged', async () => {
    const account = await service.account()
    const id = await quoted(account)
    const notes = new Map<string, string>()
    const { payments } = service.deps
    let noted: string | undefined
    const restore = service.replace({
      payments: {
        ...payments,
        chargeSavedCard: (request) => {
          noted = notes.get('order_code')
          return payments.chargeSavedCard(request)
        },
      },
    })
    const { call } = await toolOf('create_print_order')
    const context = {
      deps: service.deps,
      caller: callerOf(account),
      signal: new AbortController().signal,
      capabilities: {},
      notes,
    }
    await call(context, { quote_id: id, confirm: true, ...ADDRESS })
    restore()
    expect(noted).toBe((await ordersOf(account))[0]?.code ?? 'none')
  })
})

async function toolOf(name: string) {
  const { agentTools } = await import('../../../mcp/tools/list.ts')
  const found = agentTools.find((tool) => tool.definition.name === name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  return found
}
