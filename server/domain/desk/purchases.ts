// Gift cards and packs of credits that were sold, and what buyers owe.
import {
  type Debt,
  type Deps,
  findPurchases,
  type SoldPurchase,
} from '../operators/purchase-desk.ts'

export type Purchases = {
  /** The text of the search. */
  readonly text: string
  /** Newest first. */
  readonly found: readonly SoldPurchase[]
  /** Oldest first. */
  readonly debts: readonly Debt[]
}

const listedDebts = 100

export async function readPurchases(deps: Deps, text: string): Promise<Purchases> {
  const [found, debts] = await Promise.all([
    findPurchases(deps, { text, isUnsettled: false }),
    deps.purchaseDesk.openDebts(listedDebts),
  ])
  return { text, found, debts }
}
