// One picture is decoded at a time, because a decoded one takes up to 160 MB. All callers share the queue.

let last: Promise<unknown> = Promise.resolve()

/** Runs the work after all earlier work has ended, whether or not that failed. */
export function decodeInTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work, work)
  last = result
  return result
}
