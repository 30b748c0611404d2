// Sentences of every interface about the charge of an order: one row for each state, one column for each interface,
// expected as literals.
import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { callTool, resultOf, type ToolResult } from '../../../testing/agent/call-tool.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL, type TestAccountOptions } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { openOrderingService, ordersOf } from '../../mcp/tools/ordering.ts'

const service = use(openOrderingService)
let operator: string
beforeAll(async () => {
  operator = await service.signIn(OPERATOR_EMAIL)
})
afterEach(() => service.stripe.clearFaults())

type State = {
  readonly name: string
  readonly card: TestAccountOptions
  /** Fault of every charge attempt. */
  readonly fault?: 'reset' | { status: number }
  /** Whether the reconciler abandons the charge before the interfaces are read. */
  readonly givenUp?: boolean
  readonly charge: 'charged' | 'declined' | 'not_made' | 'no_card' | 'settling'
  readonly payable: boolean
  /**
   * REST, where a cube's order is $8.00; CODE replaces its code. `submit` and `read` are equal unless both are given.
   */
  readonly message: string
  readonly readMessage?: string
  /**
   * create_print_order and get_order; CODE, and URL for the payment page. Null when a call cannot end in this state.
   */
  readonly created: string | null
  readonly got: string
  readonly listed: string
  /** Public pages: the sentence on the charge, null when there is none. */
  readonly page: string | null
  /** Short form in lists of the account and of operators. */
  readonly label: string | null
  readonly operator: string
}

const again = 'Do not call create_print_order again and do not quote again for it.'
const settlingSentence =
  'The charge is not settled yet: the card processor has not confirmed whether the saved card was charged.'
const waits = 'The order is saved and waits for its payment; nothing is printed before that.'
const doubt =
  'whether $8.00 was charged will be settled from the card processor’s record within minutes, so do not submit this order again.'

const waiting = (standing: string) =>
  `Order CODE ($22.12 not paid): Awaiting payment. ${waits} PARTS ${standing}`

/** A state in which the card refused the charge, in the processor's words. */
const declined = (name: string, card: string, reason: string): State => ({
  name,
  card: { card },
  charge: 'declined',
  payable: true,
  message: `The order is saved but not paid (${reason}); pay $8.00 at paymentUrl and it goes into review.`,
  created: `Order CODE is placed but not paid. The saved card was declined ("${reason}"). No money was taken. The buyer can pay $22.12 at URL, and then it goes into review. ${again}`,
  got: waiting(`The saved card was declined ("${reason}"). No money was taken. Pay at URL.`),
  listed: 'CODE: Awaiting payment, $8.00 not paid: card declined, 1 x ',
  page: 'The saved card was declined. No money was taken.',
  label: 'not paid: card declined',
  operator: `Not paid: ${reason.replace(/\.$/, '')}.`,
})

/** A state in which it is unknown whether the charge was made. */
const settling = (name: string, fault: State['fault'] & {}, why: string): State => ({
  name,
  card: { card: 'pm_card_visa' },
  fault,
  charge: 'settling',
  payable: false,
  message: `${why}: ${doubt}`,
  created: `Order CODE is placed. ${settlingSentence} ${why}. Whether $22.12 was charged will be settled from the processor's record within minutes: check get_order, and pay nothing before that. ${again}`,
  got: waiting(`${settlingSentence} ${why}. Check again in a minute before paying anything.`),
  listed: 'CODE: Awaiting payment, $8.00 charge not settled yet, 1 x ',
  page: settlingSentence,
  label: 'charge not settled yet',
  operator: `The charge is not settled yet: ${why}.`,
})

const states: readonly State[] = [
  {
    name: 'charged',
    card: { card: 'pm_card_visa' },
    charge: 'charged',
    payable: false,
    message: 'Order CODE is paid: $8.00 was charged to your saved card.',
    created:
      'Order CODE is placed and paid: $22.12 was charged to the saved card. Follow it with get_order or at STATUS.',
    got: 'Order CODE ($22.12 paid): Received — in review. The order is paid and the farm is reviewing it. PARTS',
    listed: 'CODE: Received — in review, $8.00 paid, 1 x ',
    page: null,
    label: null,
    operator: 'Paid.',
  },
  // Card 4000 0000 0000 0341.
  declined('declined', 'pm_card_chargeCustomerFail', 'Your card was declined.'),
  declined('declined for 3-D Secure', 'pm_card_authenticationRequired', 'Payment requires_action'),
  {
    name: 'no card',
    card: { card: null },
    charge: 'no_card',
    payable: true,
    message:
      'The order is saved but not paid (No card on file); pay $8.00 at paymentUrl and it goes into review.',
    created: `Order CODE is placed but not paid. No card on file: nothing was charged. The buyer can pay $22.12 at URL, and then it goes into review. ${again}`,
    got: waiting('No card on file: nothing was charged. Pay at URL.'),
    listed: 'CODE: Awaiting payment, $8.00 not paid: no card on file, 1 x ',
    page: 'No card on file: nothing was charged.',
    label: 'not paid: no card on file',
    operator: 'Not paid: No card on file.',
  },
  settling('no response from the processor', 'reset', 'The card processor did not answer in time'),
  settling('turned away by the processor', { status: 429 }, 'The card processor is busy'),
  {
    name: 'given up: it never arrived',
    card: { card: 'pm_card_visa' },
    fault: 'reset',
    givenUp: true,
    charge: 'not_made',
    payable: true,
    message: `The card processor did not answer in time: ${doubt}`,
    readMessage:
      'The order is saved but not paid (The charge never reached the card processor); pay $8.00 at paymentUrl and it goes into review.',
    created: null,
    got: waiting(
      'The charge of the saved card never reached the card processor. No money was taken. Pay at URL.',
    ),
    listed: 'CODE: Awaiting payment, $8.00 not paid: the charge was not made, 1 x ',
    page: 'The charge of the saved card never reached the card processor. No money was taken.',
    label: 'not paid: the charge was not made',
    operator: 'Not paid: The charge never reached the card processor.',
  },
]

const sentences = new Set(states.flatMap(({ page }) => (page === null ? [] : [page])))

/** Places two orders of one account, one over REST and one by the agent tool, both in the state. */
async function ordersIn(state: State) {
  const account = await service.account(state.card)
  const quote = await service.quoted(account)
  const { fault } = state
  if (fault !== undefined) {
    const path = '/v1/payment_intents'
    const when = 'before'
    await service.stripe.fault({ method: 'POST', path, when, times: 'always', outcome: fault })
  }
  const rest = await placed(submit(service, account))
  const agent = await resultOf(service.order(account, quote))
  await service.stripe.clearFaults()
  if (state.givenUp === true) await giveUp()
  return { account, rest, agent, agentCode: String(agent.fields['order_code']) }
}

/** Advances the clock until the processor may have forgotten the key of the charge. */
async function giveUp(): Promise<void> {
  await service.service.database.pool.query(
    `update orders set charge_checked_at = charge_checked_at - interval '1 day',
      updated_at = updated_at - interval '1 day', created_at = created_at - interval '1 day'
      where charge_state = 'unknown'`,
  )
  await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
}

const payPageOf = (code: string) => `${service.baseUrl}/orders/${code}/pay`
const filled = (text: string, code: string) =>
  text
    .replaceAll('CODE', code)
    .replaceAll('URL', payPageOf(code))
    .replaceAll('STATUS', `${service.baseUrl}/orders/${code}`)

/** Removes the payment deadline from the text (payment-deadline.test.ts covers it). */
const undated = (text: string) => text.replace(/ (?:by|until) \d{4}-\d\d-\d\d/, '')

const partsOf = (fields: ToolResult['fields']) =>
  `It is 1 x "cube.stl" in pla, standard quality, color "Black", placed ${fields['created_at']}, quote_id ${fields['quote_id']}.`

/**
 * Expected next steps: the order is paid or waits, and a step that would place a second order is named only when it
 * is paid.
 */
function nextWords({ charge }: State, fields: ToolResult['fields']): string {
  const farm = `contact the farm at ${service.baseUrl}/contact?order=CODE.`
  if (charge === 'settling') return ` For questions about it, ${farm}`
  const sameAgain = ` For the same again, call quote_print with model_url ${fields['model_url']} and its options.`
  return `${charge === 'charged' ? sameAgain : ''} Check it again in five minutes or later; for questions, or to cancel it, ${farm}`
}

async function textOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await service.fetch(path, { headers })
  expect([path, response.status]).toEqual([path, 200])
  return await response.text()
}

describe.each(states.map((state) => [state.name, state] as const))('%s', (_name, state) => {
  const orders = use(() => ordersIn(state))
  const url = (code: string) => (state.payable ? payPageOf(code) : null)

  verifies(
    ['decision.charge-told-apart', 'decision.settling-no-payment-url'],
    'REST states the charge in the expected words',
    async () => {
      const { rest, account } = orders
      expect(undated(rest.message)).toBe(filled(state.message, rest.code))
      const submittedUrl = state.givenUp === true ? null : url(rest.code)
      expect(rest.paymentUrl).toBe(submittedUrl)
      expect(rest.charge).toBe(state.givenUp === true ? 'settling' : state.charge)
      if (state.charge === 'settling') expect(rest.checkoutUrl).toBeNull()
      const read: unknown = JSON.parse(
        undated(await textOf(`/api/print/orders/${rest.code}`, account.headers)),
      )
      const unpaid = {
        charge: state.charge,
        message: filled(state.readMessage ?? state.message, rest.code),
        paymentUrl: url(rest.code),
      }
      if (state.charge !== 'charged') {
        expect(read).toMatchObject(unpaid)
      } else {
        for (const name of Object.keys(unpaid)) expect(read).not.toHaveProperty(name)
      }
    },
  )

  verifies(
    ['decision.charge-field', 'decision.settling-no-payment-url'],
    'MCP states the charge in the expected words',
    async () => {
      const { account, agent, agentCode, rest } = orders
      if (state.created !== null) {
        expect(undated(agent.text)).toBe(filled(state.created, agentCode))
        expect(agent.fields).toMatchObject({ charge: state.charge, payment_url: url(agentCode) })
      }
      const got = await resultOf(callTool(service, account, 'get_order', { code: agentCode }))
      expect(undated(got.text)).toBe(
        filled(`${state.got}${nextWords(state, got.fields)}`, agentCode).replace(
          'PARTS',
          partsOf(got.fields),
        ),
      )
      expect(got.fields).toMatchObject({ charge: state.charge, payment_url: url(agentCode) })
      const list = await resultOf(callTool(service, account, 'list_my_orders'))
      expect(list.text).toContain(filled(state.listed, rest.code))
      const listed = list.fields['orders'] as { order_code: string; charge: string }[]
      expect(listed.map(({ charge }) => charge)).toEqual([state.charge, state.charge])
    },
  )

  verifies(
    'decision.charge-told-apart',
    'pages state the charge in the expected words',
    async () => {
      const { code } = orders.rest
      for (const path of [`/orders/${code}`, `/orders/${code}/pay`]) {
        const html = await textOf(path)
        const said = [...sentences].filter((sentence) => html.includes(sentence))
        expect([path, said]).toEqual([path, state.page === null ? [] : [state.page]])
        expect(html).not.toContain('Your card was declined')
      }
      expect((await textOf(`/orders/${code}/pay`)).includes('<form')).toBe(state.payable)
      const sheet = await textOf(`/operator/orders/${code}`, { cookie: operator })
      expect(sheet).toContain(state.operator)
    },
  )

  test('the interfaces state all money that moved', async () => {
    const rows = await ordersOf(service, orders.account)
    expect(rows.map(({ paid }) => paid)).toEqual([1, 2].map(() => state.charge === 'charged'))
  })

  verifies(
    'decision.charge-told-apart',
    'the lists of the account and of operators state the charge in the expected words',
    async () => {
      const { code } = orders.rest
      const html = [
        await accountPageWith(code),
        await textOf('/operator/queue?status=all&paid=any', { cookie: operator }),
      ]
      for (const list of html) {
        const items = list.split(/<li|<tr/)
        const item = items.find((each) => each.includes(`orders/${code}"`)) ?? ''
        expect(item).toContain(code)
        const label = /(not paid: [a-z ]+|charge not settled yet)/.exec(item)?.[1]?.trim() ?? null
        expect(label).toBe(state.label)
      }
    },
  )
})

/** Returns the account page of an owner who signs in once the order belongs to the account. */
async function accountPageWith(code: string): Promise<string> {
  const email = `viewer-${code.toLowerCase()}@example.com`
  const cookie = await service.signIn(email)
  await service.service.database.pool.query(
    'update orders set account_id = (select id from accounts where email = $2) where code = $1',
    [code, email],
  )
  return textOf('/account', { cookie })
}
