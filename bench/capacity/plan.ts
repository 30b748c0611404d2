// Computes what a given number of orders per day requires, from the cost of one order, and which
// limit is reached first.
import type { Rates } from './rates.ts'

export type Assumptions = {
  /** Ratio of the busiest hour to the average hour. */
  readonly peak: number
  /** Share of orders whose part has not been measured yet. */
  readonly freshShare: number
  /**
   * Share of time for which processors may be busy at the peak. Above it, waiting times grow fast.
   */
  readonly busy: number
  readonly coresPerHost: number
  /** Cores of the largest machine for the database. */
  readonly databaseCores: number
  readonly maxConnections: number
  /** Time that the mail server takes per mail, in milliseconds. */
  readonly mailMs: number
  /** Time that the card processor takes per charge, in milliseconds. */
  readonly chargeMs: number
  /** Calls per second that the card processor allows, and the number of calls per order. */
  readonly processorCalls: number
  readonly callsPerOrder: number
  /** Bytes per second that the database's disk writes durably. */
  readonly walBytesPerSecond: number
  readonly diskBytes: number
  readonly years: number
}

/**
 * Typical assumptions. The calls are Stripe's default for a live account; the others describe an
 * ordinary server with a margin.
 */
export const usual: Assumptions = {
  peak: 3,
  freshShare: 0.2,
  busy: 0.6,
  coresPerHost: 8,
  databaseCores: 64,
  maxConnections: 400,
  mailMs: 200,
  chargeMs: 1_000,
  processorCalls: 100,
  callsPerOrder: 1,
  walBytesPerSecond: 200e6,
  diskBytes: 16e12,
  years: 3,
}

/** Same values as in server/db/core/connection/pool-size.ts and server/wiring/worker/worker.ts. */
const [connectionsLeast, connectionsMost, connectionShare, mailsAtOnce] = [5, 20, 0.75, 4]
const daySeconds = 86_400
const retention = { transientDays: 90 }
/**
 * Same values as in server/db/desk/order-hours.ts, which each minute sums up the events since the
 * last full hour and 10 minutes.
 */
const sums = { timesEach: 41, longestSeconds: 70 * 60, statementMs: 15_000 }

export type Need = {
  readonly perSecond: number
  readonly webProcesses: number
  readonly workers: number
  readonly hosts: number
  readonly databaseCores: number
  readonly connectionsEach: number
  readonly connections: number
  readonly walBytesPerSecond: number
  readonly walBytesPerDay: number
  readonly diskBytes: number
}

export type Limit = {
  readonly what: string
  /** Orders per day at which the limit is reached, with the same peak. */
  readonly ordersPerDay: number
  readonly remedy: string
}

const costs = ({ known, fresh, historyMs }: Rates, { freshShare }: Assumptions) => {
  const mixed = (a: number, b: number) => a * (1 - freshShare) + b * freshShare
  return {
    serviceMs: mixed(known.serviceMs, fresh.serviceMs),
    postgresMs: mixed(known.postgresMs, fresh.postgresMs) + historyMs * sums.timesEach,
  }
}

/**
 * Returns the need. Cores are those of the measured machine. A web process has one thread, in
 * addition to the threads that measure models.
 */
export function needOf(ordersPerDay: number, rates: Rates, given: Assumptions): Need {
  const { serviceMs, postgresMs } = costs(rates, given)
  const perSecond = (ordersPerDay / daySeconds) * given.peak
  const serviceCores = (perSecond * serviceMs) / 1_000 / given.busy
  const webProcesses = Math.max(1, Math.ceil(serviceCores))
  const workers = Math.max(1, Math.ceil((perSecond * given.mailMs) / 1_000 / mailsAtOnce))
  const processes = webProcesses + workers
  const available = connectionShare * given.maxConnections
  const connectionsEach = Math.min(
    connectionsMost,
    Math.max(connectionsLeast, Math.floor(available / processes)),
  )
  const kept = ordersPerDay * 365 * given.years * rates.orderBytes
  return {
    perSecond,
    webProcesses,
    workers,
    // Based on processor time, which includes the workers. A worker mostly waits for the mail
    // server and needs no separate core.
    hosts: Math.max(1, Math.ceil(serviceCores / given.coresPerHost)),
    databaseCores: Math.max(1, Math.ceil((perSecond * postgresMs) / 1_000 / given.busy)),
    connectionsEach,
    connections: connectionsEach * processes,
    walBytesPerSecond: perSecond * rates.known.walBytes,
    walBytesPerDay: ordersPerDay * rates.known.walBytes,
    diskBytes: kept + ordersPerDay * retention.transientDays * rates.transientBytes,
  }
}

/** Returns the orders per day at which each limit is reached, lowest first. */
export function limitsOf(rates: Rates, given: Assumptions): readonly Limit[] {
  const { serviceMs, postgresMs } = costs(rates, given)
  const perDay = (perSecond: number) => (perSecond / given.peak) * daySeconds
  const cores = (count: number, ms: number) => perDay((count * given.busy * 1_000) / ms)
  const limits: readonly Limit[] = [
    {
      what: 'one web process',
      ordersPerDay: cores(1, serviceMs),
      remedy: 'raise WEB_CONCURRENCY, up to the cores of the host',
    },
    {
      what: 'mails of one worker',
      ordersPerDay: perDay(mailsAtOnce / (given.mailMs / 1_000)),
      remedy: 'start more ROLE=worker processes',
    },
    {
      what: `one host of ${given.coresPerHost} cores`,
      ordersPerDay: cores(given.coresPerHost, serviceMs),
      remedy: 'more hosts behind a load balancer, with DATABASE_CONNECTIONS divided among them',
    },
    {
      what: `${given.processorCalls} calls a second of the card processor`,
      ordersPerDay: perDay(given.processorCalls / given.callsPerOrder),
      remedy: 'ask Stripe for a higher limit; charges beyond it are retried, and paid later',
    },
    {
      what: `three quarters of ${given.maxConnections} connections`,
      ordersPerDay: perDay(
        mostWithin(
          Math.floor((connectionShare * given.maxConnections) / connectionsLeast),
          (given.busy * 1_000) / serviceMs,
          (mailsAtOnce * 1_000) / given.mailMs,
        ),
      ),
      remedy: 'raise max_connections, or a pooler in session mode',
    },
    {
      what: 'the sums of an hour in one statement of 15 s',
      ordersPerDay: perDay(sums.statementMs / rates.historyMs / sums.longestSeconds),
      remedy: 'pages of the desk show no newer sums; the sums need shorter steps',
    },
    {
      what: `${given.databaseCores} cores of the database`,
      ordersPerDay: cores(given.databaseCores, postgresMs),
      remedy: 'divide accounts among databases: the service has no such division',
    },
    {
      what: `${given.walBytesPerSecond / 1e6} MB of log a second`,
      ordersPerDay: perDay(given.walBytesPerSecond / rates.known.walBytes),
      remedy: 'a faster disk',
    },
    {
      what: `${given.diskBytes / 1e12} TB of disk for ${given.years} years`,
      ordersPerDay:
        given.diskBytes /
        (365 * given.years * rates.orderBytes + retention.transientDays * rates.transientBytes),
      remedy: 'move orders of past years out of the tables; the service does not do this',
    },
  ]
  return limits.toSorted((a, b) => a.ordersPerDay - b.ordersPerDay)
}

/**
 * Returns the number of orders per second that this many processes can handle, if each web process
 * handles `ofWeb` and each worker `ofWorker`. Returns 0 for fewer than two processes, because both
 * kinds are needed. Tries every split into the two kinds, because process counts are integers.
 */
function mostWithin(processes: number, ofWeb: number, ofWorker: number): number {
  let most = 0
  for (let web = 1; web < processes; web += 1) {
    most = Math.max(most, Math.min(web * ofWeb, (processes - web) * ofWorker))
  }
  return most
}
