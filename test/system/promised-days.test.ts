// The promised date of random mixed baskets: basket, checkout, order page and desk name the same date for the same
// order.
import { expect, test } from 'bun:test'
import { type Buyer, buyer, pay, useShop } from '../../testing/people/shop.ts'
import { ADDRESS } from '../../testing/people/submit.ts'
import { createVisitor, keyOf } from '../../testing/people/visitor.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { until } from '../../testing/service/until.ts'

const { service } = useShop()
const baskets = Number(process.env['BASKETS'] ?? 3)
const seed = Number(process.env['SEED'] ?? 7)
const timeoutMs = 1_800_000

const monthDay =
  /[Ss]hips by \w{3}, (\w{3}) (\d+)(?:\.| and) [Aa]rrives (\w{3}, \w{3} \d+ to \w{3}, \w{3} \d+)\./
const longDay = /Ships by (\w+), (\w+) (\d+)\./

/** Returns the date in "Dec 1 Arrives ..." on a page of the shop. */
function shownDay(html: string): { day: string; arrival: string } {
  const [, month = '', day = '', arrival = ''] = monthDay.exec(html) ?? []
  if (arrival === '') throw new Error('the page names no day')
  return { day: `${month} ${day}`, arrival }
}

test(
  `the promised day of ${baskets} random baskets is the same in every interface, and never a Sunday`,
  async () => {
    const random = seededRandom(seed)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    let who: Buyer = await buyer(service)
    for (let round = 0; round < baskets; round += 1) {
      // The number of orders of an account is limited.
      if (round % 8 === 0) who = await buyer(service)
      // The farm's clock stands still for a round, at any hour of the year.
      const now = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 365 * 86_400_000))
      service.replace({ clock: { now: () => now } })
      const visitor = createVisitor(service, who)
      const lines = 1 + Math.floor(random() * 4)
      for (let line = 0; line < lines; line += 1) {
        const [sizeMm, infill, layerHeight] = [
          pick([8, 20, 40, 90, 180, 300]),
          pick(['10', '20', '60']),
          pick(['0.1', '0.2']),
        ]
        const added = await visitor.add(sizeMm, {
          color: pick(['Black', 'White']),
          material: pick(['pla', 'petg', 'abs']),
          infill,
          layerHeight,
          quantity: String(1 + Math.floor(random() * 12)),
        })
        expect(added.status).toBe(303)
      }
      const country = pick(['US', 'DE', 'CA', 'IN'])
      // The page names no date until the prints of all parts are estimated.
      await until(async () => (await visitor.get('/basket')).html.includes('ships by '))
      const basket = shownDay((await visitor.get(`/basket?country=${country}`)).html)
      const form = await visitor.get(`/checkout?country=${country}`)
      expect([seed, round, shownDay(form.html)]).toEqual([seed, round, basket])
      const placed = await visitor.post('/checkout', {
        ...ADDRESS,
        country,
        zip: country === 'US' ? ADDRESS.zip : '10115',
        key: keyOf(form.html),
        email: who.email,
        action: 'order',
      })
      expect([placed.status, placed.html.slice(0, 0)]).toEqual([303, ''])
      await pay(service, placed.location ?? '')
      const order = await service.db
        .selectFrom('orders')
        .select(['code', 'due_at', 'status'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(order.status).toBe('RECEIVED')
      const { html } = await visitor.get(`/orders/${order.code}`)
      const [, weekday = '', month = '', day = ''] = longDay.exec(html) ?? []
      expect([seed, round, `${month.slice(0, 3)} ${day}`]).toEqual([seed, round, basket.day])
      expect(html).toContain(`Arrives ${basket.arrival}.`)
      expect(weekday).not.toBe('Sunday')
      // Due date at the desk.
      const due = order.due_at?.toISOString().slice(0, 10) ?? ''
      const page = new Date(`${month} ${day}, ${due.slice(0, 4)} 12:00 UTC`)
        .toISOString()
        .slice(0, 10)
      expect([seed, round, page]).toEqual([seed, round, due])
    }
  },
  timeoutMs,
)
