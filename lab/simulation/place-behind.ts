/** Returns the place in `events`, sorted by time, after all events that are due by then. */
export function placeBehind(events: readonly { readonly atMs: number }[], atMs: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.atMs ?? 0) <= atMs) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return low
}
