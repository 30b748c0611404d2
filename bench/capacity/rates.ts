// Cost of an order, as bench/capacity/measure.ts measured it.
import * as v from 'valibot'

const positive = v.pipe(v.number(), v.minValue(0))

export const ratesSchema = v.object({
  measuredAt: v.pipe(v.string(), v.isoTimestamp()),
  commit: v.string(),
  machine: v.object({ cpu: v.string(), cores: v.number(), postgres: v.string() }),
  /**
   * Load average of the last minute. If it exceeds the number of cores, processor times are some
   * percent too high.
   */
  loadAverage: v.number(),
  /** A paid order of a part that is already measured, with its event and its mail. */
  known: v.object({
    serviceMs: positive,
    postgresMs: positive,
    walBytes: positive,
    commits: positive,
  }),
  /** Cost of pricing a new part of 9 kB. */
  fresh: v.object({ serviceMs: positive, postgresMs: positive }),
  /** PostgreSQL's time to sum up the complete history of an order once, in a single session. */
  historyMs: positive,
  /** Bytes of an order in tables and indexes, with its history, search words and print jobs. */
  orderBytes: positive,
  /** Bytes of mails and of the card processor's events, which are deleted after 90 and 60 days. */
  transientBytes: positive,
})

export type Rates = v.InferOutput<typeof ratesSchema>
