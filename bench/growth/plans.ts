// `bun bench/growth/plans.ts FOLDER`: collects the executed plans (auto_explain) of every statement
// that the service and its workers send to the filled cluster. Prints plans that read growing
// tables as a whole, and plans that read many rows.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as v from 'valibot'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'
import type { Row } from '../lib/compare.ts'
import { desk, requests } from './reads.ts'
import { openGrowthService } from './service.ts'

/**
 * Number of rows up to which a full table scan is harmless. Four weeks of quarter hours have 2,880
 * rows.
 */
const smallTable = 4_000
/**
 * Number of rows that a statement may read: those of 3,000 open orders, or the 10,000 that a list
 * scans.
 */
const manyRows = 12_000
const workerSeconds = 25

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string | undefined
  readonly 'Index Name'?: string | undefined
  readonly 'Actual Rows'?: number | undefined
  readonly 'Actual Loops'?: number | undefined
  readonly 'Rows Removed by Filter'?: number | undefined
  readonly 'Rows Removed by Index Recheck'?: number | undefined
  readonly Plans?: readonly Node[] | undefined
}

const node: v.GenericSchema<unknown, Node> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  'Actual Rows': v.optional(v.number()),
  'Actual Loops': v.optional(v.number()),
  'Rows Removed by Filter': v.optional(v.number()),
  'Rows Removed by Index Recheck': v.optional(v.number()),
  Plans: v.optional(v.array(v.lazy(() => node))),
})
const logged = v.object({ 'Query Text': v.string(), Plan: node })

export type ReadPlan = {
  readonly text: string
  readonly ms: number
  /** Tables and indexes that were read as a whole, and the rows that each node read. */
  readonly reads: readonly string[]
}

/** Returns plans that read a whole growing table, or more than `manyRows` rows of one. */
export async function collectPlans(
  databaseUrl: string,
  logPath: string,
): Promise<{ statements: number; wide: readonly ReadPlan[] }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const from = statSync(logPath).size
  try {
    await explain(client, true)
    await useEverything(databaseUrl)
    await explain(client, false)
  } catch (error) {
    await explain(client, false)
    await client.end()
    throw error
  }
  const large = await largeTables(client)
  await client.end()
  const found = new Map<string, ReadPlan>()
  const texts = new Set<string>()
  for (const plan of plansIn(readFileSync(logPath).subarray(from).toString(), large)) {
    texts.add(plan.text)
    const known = found.get(plan.text)
    if (plan.reads.length > 0 && (known === undefined || known.ms < plan.ms)) {
      found.set(plan.text, plan)
    }
  }
  return { statements: texts.size, wide: [...found.values()].sort((a, b) => b.ms - a.ms) }
}

async function useEverything(databaseUrl: string): Promise<void> {
  const on = await openGrowthService(databaseUrl)
  try {
    const worker = await on.service.startWorker()
    const { pool } = on.service.database
    await pool.query("select graphile_worker.add_job('sum-up-orders')")
    await pool.query("select graphile_worker.add_job('sweep')")
    await sleep(workerSeconds * 1_000)
    await worker.stop()
    for (const { run } of requests) for (let call = 0; call < 7; call++) await run(on)
    for (const { run } of desk) await run(on)
  } finally {
    await on.close()
  }
}

const settings = {
  session_preload_libraries: "'auto_explain'",
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': "'json'",
  'auto_explain.log_nested_statements': 'on',
}

async function explain(client: pg.Client, on: boolean): Promise<void> {
  await client.query("load 'auto_explain'")
  for (const [name, value] of Object.entries(settings)) {
    await client.query(on ? `alter system set ${name} = ${value}` : `alter system reset ${name}`)
  }
  await client.query('select pg_reload_conf()')
  // The server takes a moment to notify its sessions.
  await sleep(500)
}

async function largeTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and reltuples >= $1",
    [smallTable],
  )
  return new Set(rows.map(({ name }) => name))
}

function* plansIn(log: string, large: ReadonlySet<string>): Generator<ReadPlan> {
  for (const [, ms, json = ''] of log.matchAll(
    /LOG: {2}duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n?)+)/g,
  )) {
    const { 'Query Text': query, Plan: plan } = v.parse(logged, JSON.parse(json))
    const text = query.replaceAll(/\s+/g, ' ').trim()
    if (/^(copy|vacuum|analyze|create|alter|insert into growth)/i.test(text)) continue
    const reads = nodesOf(plan).flatMap((each) => readOf(each, large) ?? [])
    yield { text, ms: Number(ms), reads: [...new Set(reads)] }
  }
}

const nodesOf = (plan: Node): readonly Node[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Returns the reads of a node that reads too much. */
function readOf(each: Node, large: ReadonlySet<string>): string | null {
  const table = each['Relation Name'] ?? ''
  const type = each['Node Type']
  const loops = each['Actual Loops'] ?? 0
  const rows =
    loops *
    ((each['Actual Rows'] ?? 0) +
      (each['Rows Removed by Filter'] ?? 0) +
      (each['Rows Removed by Index Recheck'] ?? 0))
  const isWhole = type === 'Seq Scan' && large.has(table) && loops > 0
  if (!isWhole && (table === '' || rows < manyRows)) return null
  const where = each['Index Name'] === undefined ? '' : ` by ${each['Index Name']}`
  return `${type} of ${table}${where}: ${Math.round(rows)} rows in ${loops} loops`
}

export async function benchPlans(folder: string): Promise<Row> {
  const postgres = await startLocalPostgres({ folder })
  try {
    const { statements, wide } = await collectPlans(postgres.url, join(folder, 'server.log'))
    return {
      name: `plans of ${statements} statements with a full database`,
      figure: `${wide.length} read many rows`,
      aim: '0',
      met: wide.length === 0,
      detail: wide
        .map(
          ({ text, ms, reads }) =>
            `${ms.toFixed(0)} ms ${text.slice(0, 160)}\n      ${reads.join('\n      ')}`,
        )
        .join('\n    '),
    }
  } finally {
    await postgres.stop()
  }
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2)
  const row = await benchPlans(folder)
  console.log(`${row.name}\n    ${row.figure}\n    ${row.detail}`)
}
