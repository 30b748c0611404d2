// Every expression of boards, rules and their cases reads existing metrics, and Prometheus can parse it.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alerts, boardFiles, panelsOf, recordings, ruleCases } from './files.ts'
import { knownMetrics, type Labels, unknownIn } from './known-metrics.ts'

/** Grafana replaces its variables; any duration is sufficient. */
const withoutVariables = (expr: string) => expr.replaceAll(/\$__\w+/g, '5m')

const ofBoards = boardFiles.flatMap((board) => [
  ...panelsOf(board).flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [`${board.title}: ${title}`, withoutVariables(expr)] as const),
  ),
  ...board.annotations.list.map(({ name, expr }) => [`${board.title}: ${name}`, expr] as const),
])
const ofRules = [...recordings, ...alerts].map(
  ({ record, alert, expr }) => [record ?? alert ?? '', expr] as const,
)
const ofCases = ruleCases.flatMap(({ name, input_series }) =>
  input_series.map(({ series }) => [name, series] as const),
)
const expressions = [...ofBoards, ...ofRules]

test('metrics, labels and their values exist in the catalog', () => {
  expect(ofBoards.length).toBeGreaterThan(50)
  const problems = expressions.flatMap(([name, expr]) =>
    unknownIn(expr).map((problem) => `${name}: ${problem}`),
  )
  expect(problems).toEqual([])
})

test("the synthetic series of the alerts' cases have names, labels and values of the catalog", () => {
  const elsewhere = /^up\{job="other"/
  const problems = ofCases
    .filter(([, series]) => !elsewhere.test(series))
    .flatMap(([name, series]) => unknownIn(series).map((problem) => `${name}: ${problem}`))
  expect(problems).toEqual([])
})

describe('the check', () => {
  const known = new Map<string, Labels>([['a_total', { pool: ['x', 'y_z'], route: null }]])

  test.each([
    ['b_total', ['metric b_total']],
    ['sum(a_total{tool="x"})', ['a_total{tool}']],
    ['a_total{pool="q"}', ['a_total{pool="q"}']],
    ['a_total{pool=~"x|y_(z|q)"}', ['a_total{pool="y_(z"}', 'a_total{pool="q)"}']],
    ['a_total{pool=~"y_(z|q)"}', ['a_total{pool="y_q"}']],
    ['sum by (le) (a_total)', ['label le']],
    ['sum by (pool, route) (rate(a_total{route="/any", pool!="x"}[5m]))', []],
  ])('%s', (expr, problems) => {
    expect([...unknownIn(expr, known)]).toEqual(problems)
  })

  test('recorded series have the labels that their rules group by', () => {
    expect(Object.keys(knownMetrics.get('route:http_requests:rate5m') ?? {})).toEqual([
      'method',
      'route',
    ])
    expect(knownMetrics.get('pool:pool_busy:ratio')?.['pool']).toContain('slicer')
  })
})

test.skipIf(Bun.which('promtool') === null)('promtool parses every expression of boards', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-boards-'))
  const path = join(folder, 'boards.yml')
  const rules = ofBoards.map(([, expr], index) => ({ record: `board:expression:${index}`, expr }))
  writeFileSync(path, JSON.stringify({ groups: [{ name: 'boards', rules }] }))
  const { stdout, stderr } = Bun.spawnSync(['promtool', 'check', 'rules', path])
  rmSync(folder, { recursive: true })
  expect(stderr.toString()).toBe('')
  expect(stdout.toString()).toContain(`${ofBoards.length} rules found`)
})
