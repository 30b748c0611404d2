// Sold gift cards and credit packs, and buyers' debts.
import {
  type Debt,
  findPurchases,
  type PurchaseDeskDeps,
  type SoldPurchase,
} from '../operators/purchase-desk.ts'

export type PurchaseList = {
  /** The search text. */
  readonly text: string
  /** Newest first. */
  readonly found: readonly SoldPurchase[]
  /** Oldest first. */
  readonly debts: readonly Debt[]
}

const listedDebts = 100

export async function readPurchases(deps: PurchaseDeskDeps, text: string): Promise<PurchaseList> {
  const [found, debts] = await Promise.all([
    findPurchases(deps, { text, isUnsettled: false }),
    deps.purchaseDesk.openDebts(listedDebts),
  ])
  return { text, found, debts }
}
