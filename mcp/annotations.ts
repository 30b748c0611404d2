// Annotations that several tools share: what a client may expect of a call.

/** Reads data of the service. */
export const readsHere = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Fetches a file of the caller or calls a vendor, and creates something new on each call. */
export const addsEachTime = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
} as const
