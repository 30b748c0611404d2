// The catalog of metrics: the documentation matches it exactly, and a scrape of a running service has everything in
// it.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { metricCatalogTable } from '../../../server/adapters/observability/catalog-table.ts'
import { metricDefinitions } from '../../../server/domain/base/metrics/metric-catalog.ts'
import { parseMetrics } from '../../../testing/service/scrape.ts'
import { until } from '../../../testing/service/until.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

test('docs/operations.md has the table that catalog-table.ts prints', () => {
  const document = readFileSync(join(import.meta.dir, '../../../docs/operations.md'), 'utf8')
  expect(document).toContain(`\n${metricCatalogTable()}\n`)
})

/** Metrics that appear with their first event, because their labels are not known before. */
const afterFirstUse = [
  'engine_calls_total',
  'engine_call_duration_seconds',
  // Appears with the first reading of a vendor's account.
  'vendor_balance_credits',
  // Appear with the first counted spool.
  'filament_short_grams',
  'filament_days_left',
]

test('a scrape has every metric with its help, its type, and values of the closed sets alone', async () => {
  const worker = await service.service.startWorker()
  const read = async () => {
    const headers = { 'x-internal-key': service.internalKey }
    return await (await service.fetch('/metrics', { headers })).text()
  }
  await service.fetch('/healthz')
  await until(async () => (await read()).includes('\nlead_time_days '))
  const text = await read()
  await worker.stop()
  const comments = new Set(text.split('\n').filter((line) => line.startsWith('# ')))
  const samples = [...parseMetrics(text).keys()]
  for (const [name, { kind, help, labels }] of metricDefinitions) {
    if (afterFirstUse.includes(name)) continue
    const isCounter = kind === 'counter' || name.endsWith('_total')
    const type = kind === 'histogram' ? kind : isCounter ? 'counter' : 'gauge'
    expect(comments).toContain(`# HELP ${name} ${help}`)
    expect(comments).toContain(`# TYPE ${name} ${type}`)
    const own = samples.filter(
      (sample) => /^\w+?(?=_bucket|_sum|_count|[{]|$)/.exec(sample)?.[0] === name,
    )
    expect([name, own.length > 0]).toEqual([name, true])
    for (const [label, values] of Object.entries(labels)) {
      for (const sample of own) {
        const value = new RegExp(`[{,]${label}="([^"]*)"`).exec(sample)?.[1]
        expect(value).toBeDefined()
        if (values !== null) expect(values).toContain(value ?? '')
      }
    }
  }
  expect(comments.size).toBe(2 * (metricDefinitions.length - afterFirstUse.length))
})
