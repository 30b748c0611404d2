// The run itself, inside the namespaces: starts the hosts, injects each fault under load, and checks all orders and
// all money after it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../server/db/core/connect.ts'
import { startStripeStandIn } from '../../../server/local/stripe/stand-in.ts'
import { readMails } from '../../../testing/service/mails.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { type Facts, findViolations } from '../lib/checks.ts'
import { type FactSources, isAtRest, readFacts } from '../lib/facts.ts'
import { ageOfLostPaymentsMs, awaitSearch } from '../lib/search.ts'
import { createCustomers } from '../lib/shop.ts'
import { databasePassword, describeFarm, type Farm, servicePort } from './farm.ts'
import { type Fault, faults } from './faults.ts'
import { createLoad, type Load, longestGapMs } from './load.ts'
import { addresses, type HostName, hostNames, openNetwork } from './network.ts'
import { readPrimary, waitForStandbys } from './patroni-state.ts'
import { startWebhookRelay } from './webhook-relay.ts'

type Programs = { readonly postgresFolder: string; readonly patroniFolder: string }
type Outcome = {
  readonly fault: Fault
  readonly primaries: string
  readonly gapMs: number
  readonly accepted: number
  readonly problems: readonly string[]
}

const gapLimitMs = 45_000
const customerCount = 4
/** Lost orders whose customers never return. */
const abandonedOrders = 8
const stripe = { key: 'sk_test_rig', webhookSecret: 'whsec_rig' }

/** Writes data and logs to `home`, and returns the exit code. */
export async function runRig(
  programs: Programs,
  home: string,
  chosen: readonly string[],
): Promise<number> {
  await openNetwork()
  const outcomes = await strikeAll(programs, home, chosen)
  const failed = outcomes.filter(({ problems }) => problems.length > 0)
  console.log(failed.length === 0 ? 'All faults passed.' : `${failed.length} faults failed.`)
  return failed.length === 0 ? 0 : 1
}

async function strikeAll(
  programs: Programs,
  home: string,
  chosen: readonly string[],
): Promise<readonly Outcome[]> {
  let offsetMs = 0
  const setClock = (ms: number) => {
    offsetMs = ms
  }
  const standIn = await startStripeStandIn({
    host: addresses.outside,
    clock: { now: () => new Date(Date.now() + offsetMs) },
    secretKey: stripe.key,
    webhookSecret: stripe.webhookSecret,
  })
  startWebhookRelay(servicePort)
  await standIn.control.webhooks({
    url: `http://${addresses.outside}:${servicePort}/api/billing/webhook`,
  })
  const farm = describeFarm({ home, ...programs, stripe: { ...stripe, apiBase: standIn.baseUrl } })
  await startFarm(farm)
  const database = openDatabase({ url: farm.databaseUrl(await primary(), 'orders'), poolSize: 2 })
  const processor = { baseUrl: standIn.baseUrl, secretKey: stripe.key }
  const customers = await createCustomers(database, processor, customerCount)
  await database.close()
  const load = createLoad(customers, servicePort)
  const outcomes: Outcome[] = []
  console.log(columns('fault', 'primary', 'without', 'orders', 'result'))
  for (const fault of faults) {
    if (chosen.length > 0 && !chosen.some((part) => fault.name.includes(part))) continue
    const outcome = await strike(
      { farm, load, payments: standIn.control.chargesByOrder, setClock },
      fault,
    )
    outcomes.push(outcome)
    print(outcome)
  }
  return outcomes
}

/** Starts etcd and the databases first, then a role and a database for the service, then the service. */
async function startFarm(farm: Farm): Promise<void> {
  mkdirSync(farm.stateDir)
  const start = (name: string, hosts: readonly HostName[] = hostNames) => {
    for (const host of hosts) farm.of(host, name).start()
  }
  start('etcd')
  start('patroni')
  const first = await waitForStandbys('quorum_standby')
  const admin = openDatabase({ url: farm.databaseUrl(first, 'postgres'), poolSize: 1 })
  await admin.pool.query(`create role orders login password '${databasePassword}'`)
  await admin.pool.query('create database orders owner orders')
  await admin.close()
  start('haproxy')
  start('web')
  start('worker')
  for (const host of hostNames) {
    await waitUntil(`the service on ${host} is ready`, () => isReady(host), 240_000)
  }
}

type Scene = {
  readonly farm: Farm
  /** Sets the processor's clock to this offset from ours. */
  readonly setClock: (offsetMs: number) => void
  readonly load: Load
  readonly payments: FactSources['payments']
}

async function strike(scene: Scene, fault: Fault): Promise<Outcome> {
  const { farm, load } = scene
  const before = await waitForStandbys('quorum_standby')
  const acceptedBefore = load.acceptedAt().length
  load.start()
  await waitUntil('orders are accepted', () => load.acceptedAt().length >= acceptedBefore + 10)
  // The search for lost orders ignores young payments.
  if (fault.loses) scene.setClock(-ageOfLostPaymentsMs)
  await fault.strike(farm, before)
  const struckAt = performance.now()
  await sleep(fault.forMs)
  await fault.fix(farm, before)
  scene.setClock(0)
  const since = fault.stopsAll ? performance.now() : struckAt
  const hasSucceeded = () => (load.acceptedAt().at(-1) ?? 0) > since
  await waitUntil('an order is accepted again', hasSucceeded, 180_000)
  const after = await waitForStandbys(fault.loses ? 'replica' : 'quorum_standby')
  await sleep(3_000)
  const gapMs = longestGapMs(load.acceptedAt(), since)
  const never = await load.finish()
  const accepted = load.acceptedAt().length - acceptedBefore
  const facts = await factsAtRest(scene, after)
  const violations = [...findViolations(facts), ...load.falseAnswers()]
  if (fault.loses) console.log(`Found by the control: ${summary(violations)}`)
  const problems = [
    ...never.map((key) => `never accepted: ${key}`),
    ...(gapMs > gapLimitMs ? [`${seconds(gapMs)} without an accepted order`] : []),
    ...(fault.loses ? await recoverLost(scene, after, facts) : violations),
  ]
  const primaries = before === after ? before : `${before} -> ${after}`
  return { fault, primaries, gapMs, accepted, problems }
}

/** Waits up to two minutes until everything is settled and mailed; anything still open is reported as a violation. */
async function factsAtRest({ farm, load, payments }: Scene, host: HostName): Promise<Facts> {
  const database = openDatabase({ url: farm.databaseUrl(host, 'orders'), poolSize: 1 })
  const mails = () => readMails(join(farm.stateDir, 'mail'))
  const sources: FactSources = { pool: database.pool, payments, mails }
  try {
    await waitUntil('all is settled', () => isAtRest(sources), 120_000).catch(() => undefined)
    return await readFacts(sources, load.acknowledged())
  } finally {
    await database.close()
  }
}

/**
 * Runs after the control: the loss must be found, a retry under the key of a lost order must restore it for its first
 * charge, and the service's search must find the payments of the others, whose customers do not return.
 */
async function recoverLost(scene: Scene, host: HostName, facts: Facts): Promise<readonly string[]> {
  const kept = new Set(facts.orders.map(({ code }) => code))
  const lost = facts.acknowledged.filter(({ code }) => !kept.has(code))
  if (lost.length === 0) return ['the checks found no lost order, so they prove nothing']
  const abandoned = lost.slice(0, abandonedOrders).map(({ code }) => code)
  const retried = lost.filter(({ code }) => !abandoned.includes(code)).map(({ key }) => key)
  const never = await scene.load.repeat(retried)
  const { refunded, listed } = await searchOn(scene.farm, host, abandoned)
  const after = await factsAtRest(scene, host)
  console.log(
    `Recovered: ${retried.length} by retries, ${refunded.length} refunded, ${listed.length} listed`,
  )
  // Some were confirmed before they were lost; all are confirmed when they are restored.
  const twice = new Set(facts.confirmations.filter((code) => !kept.has(code)))
  return [
    ...never.map((key) => `not accepted again: ${key}`),
    ...findViolations({
      ...after,
      acknowledged: after.acknowledged.filter(({ code }) => !abandoned.includes(code)),
      payments: after.payments.filter(({ orderCode }) => !listed.includes(orderCode)),
      confirmations: after.confirmations.filter((code) => !twice.delete(code)),
    }),
  ]
}

async function searchOn(farm: Farm, host: HostName, codes: readonly string[]) {
  const database = openDatabase({ url: farm.databaseUrl(host, 'orders'), poolSize: 1 })
  try {
    return await awaitSearch(database.pool, codes)
  } finally {
    await database.close()
  }
}

/** Counts violations by kind. */
function summary(violations: readonly string[]): string {
  const kinds = violations.map((text) => text.split(':')[0] ?? '')
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  return [...new Set(kinds)].map((kind) => `${kind} ${count(kind)}`).join(', ')
}

async function primary(): Promise<HostName> {
  const host = await readPrimary()
  if (host === null) throw new Error('There is no primary.')
  return host
}

async function isReady(host: HostName): Promise<boolean> {
  const url = `http://${addresses[host]}:${servicePort}/readyz`
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  return response?.ok ?? false
}

function print({ fault, primaries, gapMs, accepted, problems }: Outcome): void {
  const result = problems.length === 0 ? 'ok' : `${problems.length} problems`
  console.log(columns(fault.name, primaries, seconds(gapMs), String(accepted), result))
  for (const problem of problems.slice(0, 10)) console.log(`  PROBLEM  ${problem}`)
}

function columns(...cells: readonly [string, string, string, string, string]): string {
  const [fault, hosts, gap, orders, result] = cells
  return `${fault.padEnd(44)} ${hosts.padEnd(10)} ${gap.padStart(8)} ${orders.padStart(6)}  ${result}`
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
