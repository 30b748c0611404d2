// `npm run soak [-- --minutes N] [--pace X]`: sends mixed traffic to a web process and a worker,
// and reports growing figures. Writes bench/results/soak/soak.html and soak.json. Exit code 0:
// flat; 1: a figure grows or requests failed; 2: invalid arguments.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createSecret } from '../server/domain/accounts/secrets.ts'
import { setCredits } from '../testing/money/set-credits.ts'
import { type PaidService, startPaidService } from './http/paid/service.ts'
import { describeCommit } from './runner/commit.ts'
import { resultsFolder } from './runner/results.ts'
import { createActions, type Shop } from './soak/actions.ts'
import { type SoakReport, soakPage } from './soak/page.tsx'
import { type Figures, seriesOf, takeFigures } from './soak/sample.ts'
import { startTraffic } from './soak/traffic.ts'
import { judge } from './soak/verdict.ts'

type Plan = { readonly minutes: number; readonly pace: number }

const defaults: Plan = { minutes: 60, pace: 1 }
const mostMinutes = 24 * 60
/**
 * Minimum number of samples. A short run samples more often than once a minute, so that there is
 * enough data to judge.
 */
const fewestSamples = 30
/** Allowed share of failed requests. An overloaded machine loses a few to timeouts. */
const failuresAllowed = 0.01

const plan = readPlan(process.argv.slice(2))
if (plan === null) {
  console.error(
    `Usage: npm run soak -- [--minutes N] [--pace X]. N: 1 to ${mostMinutes}, ${defaults.minutes} by default. X: above 0 to 10, multiplies all rates.`,
  )
  process.exit(2)
}
process.exit(await soak(plan))

function readPlan(args: readonly string[]): Plan | null {
  try {
    const options = { minutes: { type: 'string' }, pace: { type: 'string' } } as const
    const { values } = parseArgs({ args: [...args], options })
    const minutes = Number(values.minutes ?? defaults.minutes)
    const pace = Number(values.pace ?? defaults.pace)
    return minutes >= 1 && minutes <= mostMinutes && pace > 0 && pace <= 10
      ? { minutes, pace }
      : null
  } catch {
    return null
  }
}

async function soak({ minutes, pace }: Plan): Promise<number> {
  const service = await startPaidService({ ROLE: 'web' }, { workers: 1 })
  try {
    const startedAt = new Date()
    const traffic = startTraffic(createActions(await shopOf(service)), pace)
    const taken = await sampleFor(service, minutes)
    await traffic.stop()
    const series = seriesOf(taken)
    const report: SoakReport = {
      startedAt,
      minutes,
      commit: describeCommit().commit,
      counts: traffic.counts(),
      problems: traffic.problems(),
      judged: series.map((one) => ({ series: one, verdict: judge(one) })),
    }
    return conclude(report)
  } finally {
    await service.stop()
  }
}

/**
 * Prepares the shop. Every account has an extension token, and credits for an hour of generations.
 */
async function shopOf({ database: { db }, baseUrl, apiKeys }: PaidService): Promise<Shop> {
  const ids = {
    secretHex: (bytes: number) =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex'),
  }
  const accounts: { apiKey: string; extensionToken: string }[] = []
  for (const apiKey of apiKeys) {
    const { secret, hash, prefix } = await createSecret(ids, 'extension_token')
    const key_hash = new Bun.CryptoHasher('sha256').update(apiKey).digest('hex')
    await db
      .insertInto('extension_tokens')
      .values(({ selectFrom }) => ({
        id: sql`gen_random_uuid()`,
        account_id: selectFrom('api_keys').where('key_hash', '=', key_hash).select('account_id'),
        token_hash: hash,
        prefix,
        name: 'Soak',
      }))
      .execute()
    accounts.push({ apiKey, extensionToken: secret })
  }
  await setCredits(db, 10_000)
  return { baseUrl, accounts }
}

async function sampleFor(
  { servicePids, stateDir, database, standInPid }: PaidService,
  minutes: number,
) {
  const [web, ...others] = servicePids()
  const worker = others.at(-1)
  if (web === undefined || worker === undefined) {
    throw new Error('A process of the service is missing.')
  }
  const processes = { web, worker, 'stand-in': standInPid }
  const everyMs = Math.min(60_000, (minutes * 60_000) / fewestSamples)
  const from = performance.now()
  const taken: { minute: number; figures: Figures }[] = []
  for (let sample = 0; sample * everyMs <= minutes * 60_000; sample += 1) {
    await Bun.sleep(Math.max(0, from + sample * everyMs - performance.now()))
    const figures = await takeFigures({ processes, stateDir, pool: database.pool })
    const minute = (performance.now() - from) / 60_000
    taken.push({ minute, figures })
    const [ofWeb = 0, ofWorker = 0] = [figures['memory of web'], figures['memory of worker']]
    console.log(
      `${minute.toFixed(1)} min: web ${ofWeb.toFixed(0)} MiB, worker ${ofWorker.toFixed(0)} MiB, ${figures['database connections']} connections, ${figures['rows of orders']} orders`,
    )
  }
  return taken
}

function conclude(report: SoakReport): number {
  const folder = join(resultsFolder, 'soak')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'soak.html')
  writeFileSync(path, soakPage(report))
  writeFileSync(join(folder, 'soak.json'), `${JSON.stringify(report, null, 2)}\n`)
  for (const { series, verdict } of report.judged) {
    const isEmpty = series.samples.every(({ value }) => value === 0)
    if (series.expected === 'reported' || isEmpty) continue
    console.log(`${verdict.grows ? 'GROWS' : 'flat '}  ${series.name}: ${verdict.reason}`)
  }
  const counts = Object.entries(report.counts)
  for (const [name, { done, failed }] of counts) {
    console.log(`${name}: ${done} done, ${failed} failed`)
  }
  for (const problem of report.problems) console.log(problem)
  console.log(`Chart: ${relative(process.cwd(), path)}`)
  const done = counts.reduce((sum, [, count]) => sum + count.done, 0)
  const failed = counts.reduce((sum, [, count]) => sum + count.failed, 0)
  const grows = report.judged.some(({ verdict }) => verdict.grows)
  const isBroken = done === 0 || failed > failuresAllowed * (done + failed)
  if (isBroken) console.log(`Too many requests failed: ${failed} of ${done + failed}.`)
  return grows || isBroken ? 1 : 0
}
