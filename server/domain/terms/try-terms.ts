// Simulates prices of recently sold orders under other terms.

import type { OrderId } from '../base/ids/order-id.ts'
import { dayMs } from '../base/time/day.ts'
import { postageOf } from '../catalog/countries.ts'
import { materialNames } from '../catalog/materials.ts'
import type { Material } from '../catalog/options.ts'
import { contractTerms, type Terms } from '../catalog/terms.ts'
import { withPostage } from '../pricing/postage.ts'
import { chargedRate } from '../pricing/rate.ts'
import { printSubtotalCents } from '../pricing/subtotal.ts'
import type { FarmTerms, SoldPart, SoldParts } from './ports.ts'
import { termsOf } from './terms-of.ts'

/** Number of days whose orders are simulated. */
export const triedDays = 30
/** Maximum number of orders, newest first. */
export const maxTriedOrders = 20_000

export type BeforeAfter = {
  readonly orders: number
  readonly beforeCents: number
  readonly afterCents: number
}

export type Trial = {
  /** Amount that customers paid including postage, and the amount that they would have paid. */
  readonly total: BeforeAfter
  /** Postage only. */
  readonly postage: BeforeAfter
  /** Print only, by material. */
  readonly byMaterial: readonly (BeforeAfter & { readonly material: Material })[]
  /** Including postage, by country. */
  readonly byCountry: readonly (BeforeAfter & { readonly country: string })[]
  /** Whether there were more orders than `maxTriedOrders`. */
  readonly isCut: boolean
}

type Deps = {
  readonly soldParts: SoldParts
  readonly farmTerms: Pick<FarmTerms, 'readTerms'>
}

/** Simulates orders up to `now`, each compared with the terms that priced it. */
export async function tryTerms(deps: Deps, terms: Terms, now: Date): Promise<Trial> {
  const since = new Date(now.getTime() - triedDays * dayMs)
  const parts = await deps.soldParts.readSince(since, maxTriedOrders)
  const ownOf = await readOwnTerms(deps, parts)
  const orders = [...Map.groupBy(parts, ({ orderId }) => orderId).values()].map((lines) =>
    tryOrder(lines, ownOf, terms),
  )
  const tried = orders.flatMap((order) => order.lines)
  return {
    total: sumOf(orders),
    postage: sumOf(orders.map(({ postage }) => postage)),
    byMaterial: materialNames.flatMap((material) => {
      const own = tried.filter((line) => line.material === material)
      return own.length === 0 ? [] : [{ material, ...sumOf(own) }]
    }),
    byCountry: [...Map.groupBy(orders, ({ country }) => country)]
      .map(([country, own]) => ({ country, ...sumOf(own) }))
      .toSorted((a, b) => b.beforeCents - a.beforeCents),
    isCut: orders.length === maxTriedOrders,
  }
}

type OwnTerms = (part: Pick<SoldPart, 'termsId'>) => Terms

async function readOwnTerms(deps: Deps, parts: readonly SoldPart[]): Promise<OwnTerms> {
  const ids = [...new Set(parts.map(({ termsId }) => termsId))]
  const known = new Map(
    await Promise.all(ids.map(async (id) => [id, await termsOf(deps, id)] as const)),
  )
  return ({ termsId }) => known.get(termsId) ?? contractTerms
}

type Amounts = Pick<BeforeAfter, 'beforeCents' | 'afterCents'> & { readonly orderId: OrderId }

function tryOrder(lines: readonly SoldPart[], ownOf: OwnTerms, terms: Terms) {
  const [first] = lines
  if (first === undefined) throw new Error('an order has no lines')
  const { orderId, country, shippingCents } = first
  const tried = lines.map((line) => ({
    orderId,
    material: line.material,
    beforeCents: line.printCents,
    afterCents: printCentsBy(line, ownOf(line), terms),
  }))
  const printCents = tried.reduce((sum, { afterCents }) => sum + afterCents, 0)
  const after = withPostage(printCents, postageOf(country, terms))
  const postage = { orderId, beforeCents: shippingCents, afterCents: after.shippingCents }
  return {
    orderId,
    country,
    lines: tried,
    postage,
    beforeCents: tried.reduce((sum, { beforeCents }) => sum + beforeCents, shippingCents),
    afterCents: after.totalCents,
  }
}

/**
 * Returns the billed amount plus the difference that the terms make for the billed weight. Weight follows the density,
 * rounded up. Overtime of a sliced file stays as billed.
 */
function printCentsBy(part: SoldPart, own: Terms, terms: Terms): number {
  const { material, color, quality, quantity, gramsPerPart, isSliced } = part
  const density = (by: Terms) => by.materials[material].densityHundredths
  const billed = (grams: number, by: Terms) => {
    const { centsPerGram } = chargedRate(material, color, by)
    return printSubtotalCents({ grams, centsPerGram, quality, quantity }, by)
  }
  const after = isSliced ? gramsPerPart : Math.ceil((gramsPerPart * density(terms)) / density(own))
  return part.printCents + billed(after, terms) - billed(gramsPerPart, own)
}

/** Sums the amounts. Each order is counted once. */
const sumOf = (amounts: readonly Amounts[]): BeforeAfter => ({
  orders: new Set(amounts.map(({ orderId }) => orderId)).size,
  beforeCents: amounts.reduce((sum, { beforeCents }) => sum + beforeCents, 0),
  afterCents: amounts.reduce((sum, { afterCents }) => sum + afterCents, 0),
})
