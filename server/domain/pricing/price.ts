// The price of an order. Integer cents.

export type OrderPrice = {
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
  /** Per part, whole grams. */
  readonly gramsPerPart: number
  /** Per part, hundredths of an hour. */
  readonly centihoursPerPart: number
}
