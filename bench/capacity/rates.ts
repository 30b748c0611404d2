// What an order costs, as bench/capacity/measure.ts measured it.
import * as v from 'valibot'

const positive = v.pipe(v.number(), v.minValue(0))

export const ratesSchema = v.object({
  measuredAt: v.pipe(v.string(), v.isoTimestamp()),
  commit: v.string(),
  machine: v.object({ cpu: v.string(), cores: v.number(), postgres: v.string() }),
  /** Load of the last minute. Where it is more than the cores, processor times are some percent too long. */
  loadAverage: v.number(),
  /** A paid order of a part that was measured before, with its event and its mail. */
  known: v.object({
    serviceMs: positive,
    postgresMs: positive,
    walBytes: positive,
    commits: positive,
  }),
  /** Prices a new part of 9 kB. */
  fresh: v.object({ serviceMs: positive, postgresMs: positive }),
  /** PostgreSQL's time to sum the whole history of an order up once, in one session at a time. */
  historyMs: positive,
  /** Tables and indexes, of an order with its history, search words and print jobs. */
  orderBytes: positive,
  /** Mails and events of the card processor, which are deleted after 90 and 60 days. */
  transientBytes: positive,
})

export type Rates = v.InferOutput<typeof ratesSchema>
