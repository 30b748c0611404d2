// Annotations that several tools share: what a client may expect of a call.

/** Reads what the service has. */
export const readsHere = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Fetches a file of the caller or calls a vendor, and adds something new each time. */
export const addsEachTime = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
} as const
