// Lines that a worker reads and prints.
import * as v from 'valibot'

const shopOrderEntries = {
  key: v.string(),
  material: v.picklist(['pla', 'petg', 'asa']),
  sizeMm: v.number(),
  quantity: v.number(),
}

export const planSchema = v.object({
  baseUrl: v.string(),
  /** Number of concurrent orders. */
  atOnce: v.number(),
  /** Milliseconds of Unix time. */
  startAt: v.number(),
  /** Time from the first request of an order until its caller gives up. */
  deadlineMs: v.number(),
  /** `dueMs`: after `startAt`, in rising order. */
  orders: v.array(v.object({ ...shopOrderEntries, apiKey: v.string(), dueMs: v.number() })),
})
export type Plan = v.InferOutput<typeof planSchema>

const finalCharge = v.picklist(['charged', 'declined', 'not_made', 'no_card'])

/** A response 201, limited to the fields about the order and its money. */
export const storySchema = v.object({
  code: v.string(),
  paid: v.boolean(),
  charge: v.picklist([...finalCharge.options, 'settling']),
  charged: v.optional(v.number()),
  estimatedCost: v.number(),
})
export type Story = v.InferOutput<typeof storySchema>

/** Requests that got no response, a part of one, or 503. Times are milliseconds of Unix time. */
const attemptSchema = v.object({ startedAt: v.number(), endedAt: v.number() })
export type Attempt = v.InferOutput<typeof attemptSchema>

const shared = {
  key: v.string(),
  stories: v.array(storySchema),
  requests: v.number(),
  failedAttempts: v.array(attemptSchema),
}

/**
 * `price`: expected price of the order, in dollars, known before it was sent. Times are milliseconds of Unix time.
 */
export const placementSchema = v.object({
  ...shared,
  code: v.string(),
  charge: finalCharge,
  price: v.number(),
  sentAt: v.number(),
  finalAt: v.number(),
})
export type Placement = v.InferOutput<typeof placementSchema>

/** An order that was not final at its deadline, with the facts known then. */
export const unfinishedSchema = v.object({
  ...shared,
  lastWord: v.picklist(['settling', 'nothing']),
})
export type Unfinished = v.InferOutput<typeof unfinishedSchema>

export const lineSchema = v.union([placementSchema, unfinishedSchema])
