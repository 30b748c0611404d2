// Checks that all responses to callers agree about an order, and that the charged amount is the price that the caller
// knew.
import * as v from 'valibot'
import type { Stage } from './stage.ts'
import type { Placement, Story } from './worker-lines.ts'

/**
 * Checks for one code, one amount, and one final status, however many callers there were and however often they
 * asked.
 */
export function compareStories(placements: readonly Placement[]): readonly string[] {
  const byKey = Map.groupBy(placements, ({ key }) => key)
  return [...byKey].flatMap(([key, group]) => {
    const stories = group.flatMap((placement) => placement.stories)
    const final = stories.filter(({ charge }) => charge !== 'settling')
    const facts: readonly [string, readonly string[]][] = [
      ['code', distinct([...stories, ...group], ({ code }) => code)],
      ['charge', distinct([...final, ...group], ({ charge }) => charge)],
      ['amount', distinct(final, ({ charged }) => String(charged))],
      ['price', distinct([...stories.map(priceOf), ...group.map(({ price }) => price)], String)],
    ]
    return [
      ...facts
        .filter(([, values]) => values.length > 1)
        .map(([name, values]) => `${key} was told more than one ${name}: ${values.join(', ')}`),
      ...group.flatMap(({ price }) => stories.flatMap((story) => problemsOf(story, price))),
    ]
  })
}

/** Checks that only a charged order is paid, and that the charged amount is the price that the caller knew. */
function problemsOf({ code, charge, charged = 0, paid }: Story, price: number): readonly string[] {
  const isCharged = charge === 'charged'
  return [
    ...(paid === isCharged ? [] : [`${code} is told as ${charge} with paid ${paid}`]),
    ...(charged === (isCharged ? price : 0)
      ? []
      : [`${code} is told as ${charge} with $${charged} charged, the price was $${price}`]),
  ]
}

const priceOf = ({ estimatedCost }: Story): number => estimatedCost

function distinct<Item>(items: readonly Item[], read: (item: Item) => string): readonly string[] {
  return [...new Set(items.map(read))]
}

const rowSchema = v.array(v.object({ code: v.string(), total_cents: v.number() }))

/**
 * Checks that the processor charged or refused the known price; a declined order was refused by the processor itself.
 */
export async function compareMoney(
  { database, standIn }: Stage,
  placements: readonly Placement[],
): Promise<readonly string[]> {
  const { rows } = await database.pool.query('select code, total_cents from orders')
  const totals = new Map(v.parse(rowSchema, rows).map((row) => [row.code, row.total_cents]))
  const charges = await standIn.control.chargesByOrder()
  const byCode = new Map(charges.map((each) => [each.orderCode, each]))
  return placements.flatMap(({ code, charge, price }) => {
    const cents = Math.round(price * 100)
    const taken = byCode.get(code)
    const due = charge === 'charged' ? cents : 0
    const isRefused = charge !== 'declined' || (taken?.declined ?? 0) > 0
    return [
      ...(totals.get(code) === cents ? [] : [`${code} does not cost ${cents} cents`]),
      ...((taken?.amountCents ?? 0) === due && taken?.refundedCents === 0
        ? []
        : [`${code}: the processor took ${taken?.amountCents} cents, the price was ${due}`]),
      ...(isRefused ? [] : [`${code} is called declined, and the processor refused no charge`]),
    ]
  })
}
