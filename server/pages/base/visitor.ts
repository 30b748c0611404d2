// Data about a visitor in the page header.

export type PageVisitor = {
  readonly isSignedIn: boolean
  /** Number of parts in the basket: the sum of their quantities. */
  readonly basketParts: number
}
