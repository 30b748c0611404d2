// What of `CartDeps` each part of the area uses.
import type { OverdueDeps } from '../orders/deps.ts'
import type { CartDeps } from './ports.ts'

/** The price of a part: its file is measured, or was. */
export type PricePartDeps = Pick<
  CartDeps,
  | 'geometry'
  | 'log'
  | 'measurements'
  | 'meshes'
  | 'objects'
  | 'printEstimates'
  | 'runningEstimates'
  | 'temporaryFiles'
>

/** Reading a gift card by its code. */
export type ReadGiftDeps = Pick<
  CartDeps,
  'debts' | 'giftCards' | 'log' | 'orderIds' | 'production' | 'rateCounters'
>

/** The price of a cart, less a gift card. */
export type PriceCartDeps = PricePartDeps & ReadGiftDeps & Pick<CartDeps, 'models'>

/** Writing the order of a checkout. */
export type WriteCartOrderDeps = Pick<
  CartDeps,
  'checkouts' | 'clock' | 'farmLoad' | 'ids' | 'log' | 'measurements' | 'orderIds' | 'orders'
>

/** Placing the order of a cart, and opening its checkout. */
export type CheckOutDeps = PriceCartDeps &
  WriteCartOrderDeps &
  Pick<CartDeps, 'accounts' | 'baseUrl' | 'payments'>

/** Giving up the order of a basket that waits for its payment. */
export type GiveUpDeps = OverdueDeps

/** Ordering a basket. */
export type CheckOutBasketDeps = CheckOutDeps & GiveUpDeps & Pick<CartDeps, 'baskets'>

/** The prices of a basket's lines. */
export type PriceBasketDeps = PricePartDeps & Pick<CartDeps, 'baskets' | 'models'>
