/** Returns an item; 0 is the last one. */
export const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items.at(-1 - (index % Math.max(1, items.length)))
