// Plays a buyer's wish with an agent of one habit, and judges the outcome.
import * as v from 'valibot'
import { habits } from '../habits.ts'
import { eras, type Plan } from '../plan.ts'
import type { Stage, World } from '../stage.ts'
import { openTranscript } from '../transcript.ts'
import { openClient } from '../wire.ts'
import { Stuck, WeakAgent, type WeakHabit } from './agent.ts'
import { type Agreement, type Customer, openCustomer } from './customer.ts'
import type { Wish } from './wish.ts'

/** Token limit for the arguments and results of a wish, without the definitions of the tools. No wish needs more. */
export const maxTokens = 1_500

export type WishResult = {
  readonly wish: Wish
  readonly habit: WeakHabit
  readonly ended: 'ordered' | 'no order, rightly' | 'not done'
  /** Charges or orders to which the buyer had not agreed. */
  readonly wrongCharges: readonly string[]
  readonly deadEnds: readonly string[]
  /** Reasons why the wish was not fulfilled. */
  readonly undone: readonly string[]
  readonly calls: number
  readonly tokens: number
  readonly transcript: readonly string[]
}

export const wrongsOfWish = ({ wrongCharges, deadEnds, undone }: WishResult) => [
  ...wrongCharges,
  ...deadEnds,
  ...undone,
]

type Told = { readonly wish: Wish; readonly habit: WeakHabit; readonly number: number }

/** Plays the wish. `number` is the number of the wish; it selects the revision of the protocol. */
export async function tellWish(stage: Stage, told: Told): Promise<WishResult> {
  const { card = 'pays', limited = false } = told.wish
  const world = await stage.openWorld({ card, limited })
  try {
    return await tellAt(world, told)
  } finally {
    await world.close()
  }
}

async function tellAt(world: World, { wish, habit, number }: Told): Promise<WishResult> {
  const transcript = openTranscript()
  transcript.note(`"${wish.words}", to an agent that ${habit}`)
  const plan = planOf(wish, number)
  const apiKey = wish.keyless === true ? 'none' : world.account.apiKey
  const asked = openClient({ ...world, account: { ...world.account, apiKey } }, plan, transcript)
  // Preparations are not part of the wish, so they run without faults.
  const client = openClient(world, { ...plan, faults: [] }, openTranscript())
  const customer = openCustomer(world)
  await asked.connect()
  const agent = new WeakAgent(habit, { client: asked, world, customer })
  const stuck: string[] = []
  try {
    await wish.act({ agent, world, client, customer })
  } catch (error) {
    if (!(error instanceof Stuck)) throw error
    stuck.push(error.message)
  }
  const unsettled = await world.rest()
  const truth = await truthOf(world)
  const wrongCharges = againstAgreements(truth, customer)
  const undone = [
    ...stuck,
    ...(unsettled === null ? [] : [unsettled]),
    ...againstWish(truth, wish, customer),
    ...(agent.calls - agent.repeats > wish.maxCalls ? [`it took ${agent.calls} calls`] : []),
    ...(agent.tokens > maxTokens ? [`it took ${agent.tokens} tokens`] : []),
  ]
  const isDone = undone.length === 0 && wrongCharges.length === 0
  const isOrdered = truth.orders.length > customer.earlier.length
  return {
    wish,
    habit,
    ended: isDone ? (isOrdered ? 'ordered' : 'no order, rightly') : 'not done',
    wrongCharges,
    deadEnds: agent.deadEnds,
    undone,
    calls: agent.calls,
    tokens: agent.tokens,
    transcript: transcript.lines,
  }
}

const [careful] = habits

function planOf({ card = 'pays', limited = false, faults = [] }: Wish, number: number): Plan {
  return {
    // No pictures, because the agent reads only text.
    seed: 1,
    habits: careful,
    era: eras[number % eras.length] ?? eras[0],
    card,
    fileName: null,
    quantity: 1,
    material: 'pla',
    answer: 'at once',
    priceRises: false,
    paysByPage: false,
    limited,
    faults,
  }
}

const orderRow = v.object({
  total_cents: v.number(),
  paid: v.boolean(),
  country: v.string(),
  quantity: v.number(),
  material: v.string(),
  quality: v.string(),
  color: v.string(),
})

type Truth = {
  readonly orders: readonly v.InferOutput<typeof orderRow>[]
  readonly takenCents: number
}

async function truthOf({ stage, processor }: World): Promise<Truth> {
  const { rows } = await stage.pool.query('select * from orders order by total_cents, created_at')
  const charges = (await processor.charges()).filter(({ paid }) => paid)
  const takenCents = charges.reduce((sum, charge) => sum + charge.amount_captured, 0)
  return { orders: v.parse(v.array(orderRow), rows), takenCents }
}

/** Checks that the buyer agreed to each order at the stated price, and that no more was charged than agreed. */
function againstAgreements({ orders, takenCents }: Truth, customer: Customer): string[] {
  const open = [...customer.earlier, ...customer.agreements]
  const wrongs: string[] = []
  for (const order of orders) {
    const found = open.findIndex((agreement) => isAsAgreed(order, agreement))
    if (found < 0) {
      wrongs.push(`the wish has no consent to the order ${JSON.stringify(order)}`)
    } else {
      open.splice(found, 1)
    }
  }
  const dueCents = orders
    .filter(({ paid }) => paid)
    .reduce((sum, { total_cents: cents }) => sum + cents, 0)
  return takenCents === dueCents
    ? wrongs
    : [...wrongs, `the processor took ${takenCents} cents for paid orders of ${dueCents}`]
}

const isAsAgreed = (order: Truth['orders'][number], agreed: Agreement): boolean =>
  order.total_cents === agreed.totalCents &&
  order.country === agreed.country &&
  order.quantity === agreed.quantity &&
  order.material === agreed.material &&
  order.quality === agreed.quality &&
  order.color === agreed.color

function againstWish({ orders }: Truth, wish: Wish, { heard }: Customer): string[] {
  const totals = orders.map(({ total_cents: cents }) => cents).join(', ')
  const wanted = wish.orders.toSorted((a, b) => a - b).join(', ')
  const paid = orders.filter((order) => order.paid).length
  const wantedPaid = wish.paid ?? wish.orders.length
  const all = heard.join('\n')
  const missed = (wish.told ?? []).filter((fact) =>
    typeof fact === 'string' ? !all.includes(fact) : !fact.test(all),
  )
  return [
    ...(totals === wanted ? [] : [`there are orders of [${totals}] cents, not of [${wanted}]`]),
    ...(paid === wantedPaid ? [] : [`${paid} orders are paid, not ${wantedPaid}`]),
    ...missed.map((fact) => `the buyer was never told ${fact}`),
  ]
}
