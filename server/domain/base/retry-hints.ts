// After how many seconds a refusal asks the caller to try again, by what the caller waits for. They are sent as Retry-After.

export const retryHintSeconds = {
  /** A place in a queue, the end of another request of the same caller, or the database. */
  busy: 5,
  /** Calls of the card processor: an account that paused, and a share in ordinary use, have some again. */
  processor: 10,
  /** The decoding of a picture. */
  pictures: 10,
  /** The budget of a day. */
  budget: 3600,
  /** The object storage. */
  storage: 15,
  /** Room for uploads of all callers. */
  uploads: 15,
  /** The slicer. */
  slicer: 15,
  /** A file that is sent to customers, while it cannot be read. */
  attachment: 30,
  /** A content check. */
  moderation: 30,
  /** The counters of the agent endpoint, while they cannot be reached. */
  agentCounters: 30,
  /** A page that is told of changes. */
  changes: 30,
  /** A drawing of a model that could not be made now. */
  drawing: 30,
} as const
