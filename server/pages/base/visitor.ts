// What the header of a page says about its visitor.

export type PageVisitor = {
  readonly isSignedIn: boolean
  /** Parts in the basket: the sum of their quantities. */
  readonly basketParts: number
}
