// Every alert fires on one synthetic series and is silent on another, and says what to do.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { deskPages } from '../monitoring/desk-pages.ts'
import {
  alerts,
  monitoring,
  type RuleCase,
  ruleCases,
  ruleFiles,
  testPaths,
} from '../monitoring/files.ts'
import { readPromQl } from '../monitoring/promql.ts'

const hasPromtool = Bun.which('promtool') !== null
const promtool = async (...args: readonly string[]) => {
  const { exited, stdout, stderr } = Bun.spawn(['promtool', ...args], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = await Promise.all([new Response(stdout).text(), new Response(stderr).text()])
  return { code: await exited, output: output.join('') }
}

describe.skipIf(!hasPromtool)('promtool', () => {
  test('accepts the rules', async () => {
    const { code, output } = await promtool('check', 'rules', ...ruleFiles)
    expect(output).not.toContain('FAILED')
    expect(code).toBe(0)
  })

  test.each(testPaths.map((path) => [path.slice(monitoring.length + 1), path] as const))(
    'passes the cases of %s',
    async (_, path) => {
      const { code, output } = await promtool('test', 'rules', path)
      expect(output).toContain('SUCCESS')
      expect(code).toBe(0)
    },
    120_000,
  )
})

const firing = (alert: string) =>
  `sum without (alertname, alertstate, severity, area) (ALERTS{alertname="${alert}", alertstate="firing"})`
const metricsOf = ({ input_series }: RuleCase): ReadonlySet<string> =>
  new Set(input_series.flatMap(({ series }) => readPromQl(series).selectors.map((s) => s.metric)))
/** Returns cases with the alert's name at the start of the title, and their expectation. */
const casesOf = (alert: string, verb: string) =>
  ruleCases
    .filter(({ name }) => name.startsWith(`${alert} ${verb}`))
    .map((each) => ({
      metrics: metricsOf(each),
      expected: each.promql_expr_test.filter(({ expr }) => expr === firing(alert)),
    }))

const alertNames: readonly string[] = alerts.map(({ alert = '' }) => alert)

describe.each(alertNames)('%s', (name) => {
  test('has a case in which it fires', () => {
    const cases = casesOf(name, 'fires')
    expect(cases.length).toBeGreaterThan(0)
    for (const { expected } of cases) {
      expect(expected.some(({ exp_samples }) => exp_samples.length > 0)).toBe(true)
    }
  })

  test('has a case in which it is silent, on the same metrics', () => {
    const cases = casesOf(name, 'is silent')
    expect(cases.length).toBeGreaterThan(0)
    for (const { expected } of cases) {
      expect(expected.length).toBeGreaterThan(0)
      expect(expected.flatMap(({ exp_samples }) => exp_samples)).toEqual([])
    }
    const silent = new Set(cases.flatMap(({ metrics }) => [...metrics]))
    const [first] = casesOf(name, 'fires')
    expect([...(first?.metrics ?? [])].filter((metric) => !silent.has(metric))).toEqual([])
  })
})

test('every case is about an alert, and no alert has two rules', () => {
  const lost = ruleCases.filter(
    ({ name }) =>
      !alertNames.includes(name.split(' ')[0] ?? '') || !/^\w+ (fires|is silent) /.test(name),
  )
  expect(lost.map(({ name }) => name)).toEqual([])
  expect(new Set(alertNames).size).toBe(alertNames.length)
})

describe.each(alerts.map((rule) => [rule.alert ?? '', rule] as const))('%s', (name, rule) => {
  const { labels, annotations } = rule
  const words = Object.values(annotations).join(' ')

  test('has a severity, a summary and a description that is not the summary', () => {
    expect(labels['severity']).toBeOneOf(['critical', 'warning'])
    expect(labels['area']).toBeString()
    expect(annotations['summary']).toBeString()
    expect(annotations['description']?.length).toBeGreaterThan(80)
    expect(annotations['description']).toMatch(/\.$/)
  })

  test('links to a section about it, and to a page of the desk', async () => {
    const [path, anchor = ''] = annotations['runbook']?.split('#') ?? []
    expect(path).toBeOneOf(['docs/alerts.md', 'docs/operations.md'])
    const sections = sectionsByAnchor(await Bun.file(join(monitoring, '../..', path ?? '')).text())
    expect(sections.get(anchor)).toContain(`\`${name}\``)
    const [page = ''] =
      annotations['page']?.replace('{{ $externalLabels.desk }}', '').split('?') ?? []
    expect(deskPages).toContain(page)
  })

  test('the text of an alert uses only labels that it has when it fires', () => {
    const samples = casesOf(name, 'fires')
      .flatMap(({ expected }) => expected.flatMap(({ exp_samples }) => exp_samples))
      .map((sample) => sample.labels)
    for (const [, label] of words.matchAll(/\$labels\.(\w+)/g)) {
      expect(samples.filter((each) => !each.includes(`${label}=`))).toEqual([])
    }
  })
})

/** Returns the text below each heading, by the anchor of the heading. */
function sectionsByAnchor(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/^#+ /m).map((part) => [anchorOf(part.slice(0, part.indexOf('\n'))), part] as const),
  )
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')
