// Seconds after which a refused caller should retry, by what the caller waits for. Sent as Retry-After.

export const retryHintSeconds = {
  /** For a place in a queue, the end of the caller's other request, or the database. */
  busy: 5,
  /** For the end of the request that runs under the same key. */
  sameKey: 2,
  /** For a key that its rejected request has released. */
  releasedKey: 1,
  /** For measuring. */
  measuring: 30,
  /**
   * For calls to the card processor: after this time, a paused account or an exhausted share of calls has capacity
   * again.
   */
  processor: 10,
  /** For decoding a picture. */
  pictures: 10,
  /** For the daily budget. */
  budget: 3600,
  /** For open checkout sessions to expire. */
  checkouts: 3600,
  /** For the object storage. */
  storage: 15,
  /** For upload capacity shared by all callers. */
  uploads: 15,
  /** For the slicer. */
  slicer: 15,
  /** For a customer's file that cannot currently be read. */
  attachment: 30,
  /** For a content check. */
  moderation: 30,
  /** For the agent endpoint's counters while they are unreachable. */
  agentCounters: 30,
  /** For a page that subscribes to changes. */
  changes: 30,
  /** For a model drawing that could not be made. */
  drawing: 30,
} as const
