// Compares paid orders of the service with the same statements through bare pg, in alternation: the
// share of Postgres' throughput that the service reaches.
import type { Row } from '../../lib/row.ts'
import { median } from '../../lib/statistics.ts'
import type { BareResult } from './bare.ts'
import { type Measured, readCosts, runBare } from './measure.ts'
import { known, type Part } from './parts.ts'
import type { PaidService } from './service.ts'
import { countStatements, type Statements } from './statements.ts'

const pairs = 3
const concurrency = 32
const countedSeconds = 2
/** Maximum difference in commits between both sides, so that neither does more work. */
const commitTolerance = 0.15

type Pair = { readonly ours: Measured; readonly bare: Bare }
type Bare = { readonly perSecond: number; readonly p50Ms: number; readonly commits: number }

/**
 * Compares both sides. The baseline has a separate database in the same cluster. Throws when it
 * does not do the same work as the service.
 */
export async function compareWithBare(
  service: PaidService,
  closed: (part: Part, concurrency: number, seconds?: number) => Promise<Measured>,
): Promise<Row> {
  const databaseUrl = await service.copyDatabase('bare')
  const ofService = await countStatements(
    service,
    async () => (await closed(known, concurrency, countedSeconds)).orders,
  )
  const updates = ofService.list.find(({ text }) => text.startsWith('update emails set sent_at'))
  const mailsPerUpdate = Math.max(1, Math.round(1 / (updates?.perOrder ?? 1)))
  const load = { databaseUrl, concurrency, mailsPerUpdate }
  const ofBare = await countStatements(
    service,
    async () => (await runBare({ ...load, seconds: countedSeconds })).orders,
  )
  checkStatements(ofService, ofBare)
  const found: Pair[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const ours = await closed(known, concurrency)
    // Use the duration of our run, so that checkpoints and their writes affect both sides equally.
    const seconds = ours.orders / ours.perSecond
    found.push({ ours, bare: await runCounted(service, { ...load, seconds }) })
  }
  checkCommits(found)
  return rowOf(found, ofService, ofBare)
}

async function runCounted(
  service: PaidService,
  load: Parameters<typeof runBare>[0],
): Promise<Bare> {
  const before = await readCosts(service)
  const result: BareResult = await runBare(load)
  const after = await readCosts(service)
  return {
    perSecond: result.orders / result.seconds,
    p50Ms: result.p50Ms,
    commits: (after.transactions - before.transactions) / result.orders,
  }
}

/**
 * Checks that both sides send the same statements with each order. Half as often is sufficient,
 * because one statement marks several mails as sent and their number varies.
 */
function checkStatements(ours: Statements, bare: Statements): void {
  const sent = ({ list }: Statements, atLeast: number) =>
    list.flatMap(({ perOrder, text }) => (perOrder > atLeast ? [text] : []))
  const missing = (from: Statements, to: Statements) =>
    sent(from, 0.9).filter((text) => !sent(to, 0.45).includes(text))
  const onlyOne = [...missing(ours, bare), ...missing(bare, ours)]
  if (onlyOne.length > 0) {
    throw new Error(`only one side sends this with each order: ${onlyOne.join('; ')}`)
  }
  if (sent(ours, 0.9).length < 5) {
    throw new Error(`only ${sent(ours, 0.9).length} statements of an order were found`)
  }
}

function checkCommits(found: readonly Pair[]): void {
  const [ours, bare] = [
    median(found.map((pair) => pair.ours.commits)),
    median(found.map((pair) => pair.bare.commits)),
  ]
  if (Math.abs(bare / ours - 1) > commitTolerance) {
    throw new Error(`${ours.toFixed(2)} commits for an order, ${bare.toFixed(2)} in the baseline`)
  }
}

function rowOf(found: readonly Pair[], ofService: Statements, ofBare: Statements): Row {
  const samples = found.map(({ ours, bare }) => ours.perSecond / bare.perSecond)
  const ratio = median(samples)
  const middle = (of: (pair: Pair) => number) => median(found.map(of))
  const both = (of: (side: { commits: number }) => number) =>
    `${middle(({ ours }) => of(ours)).toFixed(1)} and ${middle(({ bare }) => of(bare)).toFixed(1)}`
  return {
    name: 'paid orders: known part / the same statements through bare pg',
    figure: ratio.toFixed(2),
    aim: 'at least 0.6',
    met: ratio >= 0.6,
    detail:
      `${concurrency} at a time; ${middle(({ ours }) => ours.ms.p50).toFixed(1)} and ` +
      `${middle(({ bare }) => bare.p50Ms).toFixed(1)} ms for an order; ${ofService.perOrder.toFixed(1)} and ` +
      `${ofBare.perOrder.toFixed(1)} statements, ${both(({ commits }) => commits)} commits`,
    samples,
    sides: {
      name: 'Orders',
      unit: '/s',
      better: 'more',
      bars: [
        { name: 'ours', value: middle(({ ours }) => ours.perSecond) },
        { name: 'bare pg', value: middle(({ bare }) => bare.perSecond) },
      ],
    },
  }
}
