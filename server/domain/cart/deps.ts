// The subsets of `CartDeps` that the parts of the area use.
import type { ChargeDeps, OverdueDeps } from '../orders/deps.ts'
import type { CartDeps } from './ports.ts'

/** Pricing a part: measures its file or reads the stored measurement. */
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

/** Pricing a cart, with a gift card's share. */
export type PriceCartDeps = PricePartDeps & ReadGiftDeps & Pick<CartDeps, 'models'>

/** Checking and pricing a cart before its order is written. */
export type PrepareOrderDeps = PriceCartDeps & Pick<CartDeps, 'accounts'>

/** Writing the order of a checkout. */
export type WriteCartOrderDeps = Pick<
  CartDeps,
  'cartOrders' | 'clock' | 'farmLoad' | 'ids' | 'log' | 'measurements' | 'orderIds' | 'orders'
>

/** Placing the order of a cart, and charging the saved card or opening its checkout. */
export type PlaceCartOrderDeps = PrepareOrderDeps &
  WriteCartOrderDeps &
  ChargeDeps &
  Pick<CartDeps, 'baseUrl' | 'payments'>

/** Cancelling an order of a basket that waits for its payment. */
export type CancelOrderDeps = OverdueDeps

/** Ordering a basket. */
export type CheckOutBasketDeps = PlaceCartOrderDeps & CancelOrderDeps & Pick<CartDeps, 'baskets'>

/** Putting the lines of an order into a basket. */
export type OrderAgainDeps = PricePartDeps &
  Pick<CartDeps, 'baskets' | 'models' | 'orderLines' | 'orders'>

/** Pricing the lines of a basket. */
export type PriceBasketDeps = PricePartDeps & Pick<CartDeps, 'baskets' | 'models'>
