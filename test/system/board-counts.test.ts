// Counts of the business board for a day, by Prometheus itself: 80 orders are 80, not 83.2.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boardFiles, panelsOf } from '../monitoring/files.ts'

const expressionOf = (title: string): string => {
  const panels = boardFiles.flatMap((board) => panelsOf(board))
  const expression = panels.find((panel) => panel.title === title)?.targets[0]?.expr
  if (expression === undefined) throw new Error(`no panel ${title}`)
  return expression
}

/** Returns one sample a minute: that many minutes at rest, 80 events, one a minute, and at rest again. */
const after = (minutes: number) =>
  `1000x${minutes} ${Array.from({ length: 80 }, (_, at) => 1001 + at).join(' ')} 1080x1440`
/** Returns a status that no order had before. */
const begun = (minutes: number) => `_x${minutes} 1 2 3x1500`

const cases = [
  ['Prometheus is days old', 2000, 2300],
  ['Prometheus is five hours old', 60, 300],
] as const

const hourly = [
  ['How do orders come in?', '{source="rest"}', 50],
  ['What do we take in an hour?', '{}', 0.5],
  ['Do orders move on?', '{status="SHIPPED"}', 50],
] as const

describe.skipIf(Bun.which('promtool') === null)('the figures of a day', () => {
  test.each(cases)('are exact when %s', async (_, restMinutes, atMinutes) => {
    const orders = after(restMinutes)
    const exact = (title: string, value: number) => ({
      expr: expressionOf(title),
      eval_time: `${atMinutes}m`,
      exp_samples: [{ labels: '{}', value }],
    })
    const rules = {
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [
            { series: 'orders_placed_total{source="rest"}', values: orders },
            { series: 'order_revenue_cents_total', values: orders },
            { series: 'order_status_changes_total{status="SHIPPED"}', values: orders },
          ],
          promql_expr_test: [
            exact('How many orders came in?', 80),
            exact('What did we take?', 0.8),
            exact('How many orders shipped?', 80),
            // Ten minutes after the last of 80 events, one a minute: 50 are within the hour.
            ...hourly.map(([title, labels, value]) => ({
              expr: expressionOf(title),
              eval_time: `${restMinutes + 90}m`,
              exp_samples: [{ labels, value }],
            })),
          ],
        },
        {
          interval: '1m',
          input_series: [
            { series: 'orders_placed_total{source="rest"}', values: '7x2400' },
            { series: 'orders_placed_total{source="web"}', values: begun(2000) },
          ],
          promql_expr_test: [{ ...exact('How many orders came in?', 3), eval_time: '2300m' }],
        },
      ],
    }
    const folder = mkdtempSync(join(tmpdir(), 'board-'))
    try {
      const path = join(folder, 'counts.json')
      writeFileSync(path, JSON.stringify(rules))
      const { exitCode, stdout, stderr } = Bun.spawnSync(['promtool', 'test', 'rules', path])
      expect(`${stdout}${stderr}`).toContain('SUCCESS')
      expect(exitCode).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
