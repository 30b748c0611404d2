// Random histories of a basket: tabs, the back button, cancelled, declined and abandoned payments, late events, a
// processor that fails halfway. No basket is lost, and nothing is paid twice.
import { expect, test } from 'bun:test'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { cases, isFullDepth } from '../../../testing/depth.ts'
import { buyer, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'
import { type Random, seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'

const { service } = useShop()

const histories = cases(200)
/** 200 histories take nine minutes on two busy cores. */
const limitMs = isFullDepth ? 1_800_000 : 600_000
const steps = 10
/** Number of histories whose events arrive twice. */
const repeated = 20

const card = { works: '4242424242424242', declined: '4000000000000002' } as const

type Player = Awaited<ReturnType<typeof createPlayer>>

async function createPlayer(random: Random) {
  const isGuest = random() < 0.5
  const who = isGuest ? null : await buyer(service)
  const visitor = createVisitor(service, who)
  await visitor.add(40, { color: 'Black' })
  await visitor.add(30, { color: 'Black' })
  const email = who?.email ?? `${crypto.randomUUID()}@example.com`
  return {
    visitor,
    email,
    tabs: [] as { key: string; shownCents: string }[],
    pages: [] as string[],
  }
}

const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)]

/** Returns the buyer's orders; each buyer has a separate email. */
const ordersOf = async ({ email }: Player) =>
  await service.db
    .selectFrom('orders')
    .select(['code', 'paid', 'status', 'refunded_cents'])
    .where('email', '=', email)
    .execute()

const openTab = async ({ visitor, tabs }: Player) => {
  const { html } = await visitor.get('/checkout')
  const key = keyOf(html)
  const shownCents = /name="shownCents" value="(\d+)"/.exec(html)?.[1] ?? ''
  if (key !== '') tabs.push({ key, shownCents })
}

async function order(player: Player, random: Random): Promise<void> {
  const tab = pick(random, player.tabs)
  if (tab === undefined) return
  const { visitor, email, pages } = player
  const note = random() < 0.3 ? { note: `${random()}` } : {}
  const form = { ...ADDRESS, email, country: 'US', action: 'order', ...tab, ...note }
  const sent = random() < 0.3 ? [form, form] : [form]
  const responses = await Promise.all(sent.map((fields) => visitor.post('/checkout', fields)))
  for (const { location } of responses) {
    if (location?.includes('/checkout/cs_')) pages.push(location)
  }
}

const actions: readonly ((player: Player, random: Random) => Promise<unknown>)[] = [
  openTab,
  openTab,
  order,
  order,
  order,
  async ({ pages }, random) => {
    const page = pick(random, pages)
    if (page !== undefined) await visitHostedPage(page, { number: card.works })
  },
  async ({ pages }, random) => {
    const page = pick(random, pages)
    if (page !== undefined) await visitHostedPage(page, { number: card.declined })
  },
  // Cancelled at the processor's page, or the back button.
  ({ visitor }) => visitor.get('/basket'),
  async ({ visitor }, random) => {
    const id = lineId((await visitor.get('/basket')).html)
    const quantity = String(1 + Math.floor(random() * 3))
    if (id !== '') await visitor.post('/basket', { [`quantity-${id}`]: quantity, country: 'US' })
  },
  () => service.stripe.deliver(),
  // The processor or this process fails in the middle of an order.
  async (player, random) => {
    const { payments } = service.deps
    let calls = 0
    const failing = Math.floor(random() * 3)
    const failNow = () => {
      calls += 1
      if (calls > failing) throw new ProcessorUnavailable('down')
    }
    const undo = service.replace({
      payments: {
        expireCheckout: async (id: string) => {
          failNow()
          await payments.expireCheckout(id)
          failNow()
        },
        openCheckout: async (...request: Parameters<typeof payments.openCheckout>) => {
          const opened = await payments.openCheckout(...request)
          failNow()
          return opened
        },
      },
    })
    try {
      await order(player, random)
    } finally {
      undo()
    }
  },
]

test(
  `${histories} histories: no basket is lost and nothing is paid twice`,
  async () => {
    const seed = seedFromEnvironment()
    let paid = 0
    // Few of them end paid, and the last check needs one.
    for (let index = 0; index < histories || (paid === 0 && index < 5 * histories); index++) {
      const random = seededRandom(seed + index)
      // All requests come from one address.
      await service.db.deleteFrom('rate_counters').execute()
      const it = await createPlayer(random)
      for (let step = 0; step < steps; step++) await pick(random, actions)?.(it, random)
      // Delivers the events of all histories so far, so only the first histories do this.
      await service.stripe.deliver(index < repeated ? { again: true, copies: 2 } : {})
      const orders = await ordersOf(it)
      const charges = await Promise.all(
        orders.map(({ code }) => service.stripe.charges({ orderCode: code })),
      )
      const succeeded = charges.reduce((sum, charge) => sum + charge.succeeded, 0)
      const { html } = await it.visitor.get('/basket')
      const isEmpty = html.includes('Your basket is empty')
      const isWhole = html.includes('cube-40.stl') && html.includes('cube-30.stl')
      const facts = {
        seed: seed + index,
        paidOrders: orders.filter((each) => each.paid).length,
        open: Math.min(1, orders.filter(({ status }) => status === 'PENDING_PAYMENT').length),
        refunded: orders.filter(({ refunded_cents: cents }) => cents > 0).length,
        succeeded,
        isEmpty,
        isWhole,
      }
      const isPaid = succeeded > 0
      paid += succeeded
      expect(facts).toEqual({
        seed: seed + index,
        paidOrders: isPaid ? 1 : 0,
        open: isPaid ? 0 : facts.open,
        refunded: 0,
        succeeded: isPaid ? 1 : 0,
        isEmpty: isPaid,
        isWhole: !isPaid,
      })
      const waiting = orders.filter(({ status }) => status === 'PENDING_PAYMENT')
      expect([seed + index, waiting.length]).toEqual([seed + index, facts.open])
    }
    // The histories include a payment.
    expect(paid).toBeGreaterThan(0)
  },
  limitMs,
)
