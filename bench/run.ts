// `npm run bench`: runs every scenario interleaved with its baseline, prints a table and writes bench/results/latest.json.
// Exits with 1 when an aim is missed.
//   npm run bench -- price uploads     runs only these scenarios
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../server/local/postgres/postgres.ts'
import { benchPipeline } from './generation/pipeline.ts'
import { benchHostile } from './geometry/hostile.ts'
import { benchMeasure, type MeasureBench } from './geometry/measure.ts'
import { benchCachedSlice } from './http/cached-slice.ts'
import { benchOrderRead } from './http/order-read.ts'
import { benchPaidOrders } from './http/paid-orders.ts'
import { benchPrice } from './http/price.ts'
import { benchSubmit } from './http/submit.ts'
import { benchUploads } from './http/uploads.ts'
import type { Row } from './lib/compare.ts'
import { loadTool } from './lib/load.ts'
import { type RealServer, startRealServer } from './lib/processes.ts'
import { benchAgentCalls } from './mcp/estimate-price.ts'
import { benchQuotes } from './mcp/quote.ts'
import { benchOperatorPages } from './operators/operator-pages.ts'
import { benchBridge } from './slicer/bridge.ts'
import { benchEstimate } from './slicer/estimate.ts'

type Context = { readonly server: RealServer; readonly databaseUrl: string }

const scenarios: Readonly<Record<string, (context: Context) => Promise<Row | readonly Row[]>>> = {
  price: ({ server }) => benchPrice(server),
  'order-read': ({ server, databaseUrl }) => benchOrderRead(server, databaseUrl),
  submit: ({ databaseUrl }) => benchSubmit(databaseUrl),
  'paid-orders': () => benchPaidOrders(),
  measure: async () => rowOfMeasure(await benchMeasure()),
  uploads: ({ server }) => benchUploads(server),
  generation: ({ databaseUrl }) => benchPipeline(databaseUrl),
  'agent-calls': ({ databaseUrl }) => benchAgentCalls(databaseUrl),
  hostile: ({ server }) => benchHostile(server),
  'operator-pages': ({ databaseUrl }) => benchOperatorPages(databaseUrl),
  quotes: ({ databaseUrl }) => benchQuotes(databaseUrl),
  // Skipped where there is no slicer; the estimate also needs its native build (cargo build --release --example estimate).
  'cached-slice': async ({ databaseUrl }) => (await benchCachedSlice(databaseUrl)) ?? [],
  slicer: async () => (await benchBridge()) ?? [],
  estimate: async () => benchEstimate() ?? [],
}

function rowOfMeasure(result: MeasureBench): Row {
  const { bytes, triangles, msMedian, msBest, msWorst, readMsMedian, aimMs, runs } = result
  return {
    name: `measuring a ${Math.round(bytes / 1e6)} MB binary STL in the worker`,
    figure: `${msMedian.toFixed(0)} ms`,
    aim: `at most ${aimMs} ms`,
    met: msMedian <= aimMs,
    detail: `${triangles} triangles, ${runs} runs, ${msBest.toFixed(0)} to ${msWorst.toFixed(0)} ms; reading the file alone ${readMsMedian.toFixed(0)} ms`,
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) {
  console.error(
    `Unknown scenario: ${unknown.join(', ')}. Scenarios: ${Object.keys(scenarios).join(', ')}.`,
  )
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
const postgres = await startLocalPostgres({ dataDir: folder, temporary: true })
const server = await startRealServer({ DATABASE_URL: postgres.url })
const rows: Row[] = []
try {
  for (const [name, run] of Object.entries(scenarios)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.error(`${name} ...`)
    rows.push(...[await run({ server, databaseUrl: postgres.url })].flat())
  }
} finally {
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  load: loadavg()[0],
  bun: Bun.version,
  loadTool,
}
await Bun.write(
  join(import.meta.dir, 'results/latest.json'),
  `${JSON.stringify({ machine, rows }, null, 2)}\n`,
)
console.log(
  `${machine.cores} cores, load ${machine.load?.toFixed(1)}, Bun ${machine.bun}, ${loadTool}`,
)
for (const row of rows) {
  const verdict = row.met === null ? '' : row.met ? ' (met)' : ' (MISSED)'
  console.log(`${row.name}\n    ${row.figure}, aim ${row.aim}${verdict}\n    ${row.detail}`)
}
process.exit(rows.some((row) => row.met === false) ? 1 : 0)
