// The price of an order, in integer cents.

export type OrderPrice = {
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
  /** Per part, in whole grams. */
  readonly gramsPerPart: number
  /** Per part, in hundredths of an hour. */
  readonly centihoursPerPart: number
}
