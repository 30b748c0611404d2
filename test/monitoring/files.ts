// The files of deploy/monitoring, parsed as far as the tests read them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

export const monitoring = join(import.meta.dir, '../../deploy/monitoring')

export const textOf = (path: string): string => readFileSync(join(monitoring, path), 'utf8')
export const yamlOf = (path: string): unknown => Bun.YAML.parse(textOf(path))

const texts = v.record(v.string(), v.string())
const rule = v.strictObject({
  record: v.optional(v.string()),
  alert: v.optional(v.string()),
  expr: v.string(),
  for: v.optional(v.string()),
  labels: v.optional(texts, {}),
  annotations: v.optional(texts, {}),
})
const ruleFile = v.object({
  groups: v.array(v.object({ name: v.string(), rules: v.array(rule) })),
})

export type Rule = v.InferOutput<typeof rule>

const rulesOf = (path: string): readonly Rule[] =>
  v.parse(ruleFile, yamlOf(path)).groups.flatMap(({ rules }) => rules)

export const recordings: readonly Rule[] = rulesOf('prometheus/recording.rules.yml')
export const alerts: readonly Rule[] = rulesOf('prometheus/alerts.rules.yml')
export const ruleFiles = ['recording', 'alerts'].map((name) =>
  join(monitoring, `prometheus/${name}.rules.yml`),
)

const testFile = v.object({
  tests: v.array(
    v.object({
      name: v.string(),
      input_series: v.array(
        v.object({
          series: v.string(),
          values: v.string('Quote the values: YAML reads 0x30 as a number.'),
        }),
      ),
      promql_expr_test: v.array(
        v.object({
          expr: v.string(),
          eval_time: v.string(),
          exp_samples: v.array(v.object({ labels: v.string(), value: v.number() })),
        }),
      ),
    }),
  ),
})

export type RuleCase = v.InferOutput<typeof testFile>['tests'][number]

export const testPaths: readonly string[] = readdirSync(join(monitoring, 'prometheus/tests')).map(
  (name) => join(monitoring, 'prometheus/tests', name),
)
export const ruleCases: readonly RuleCase[] = testPaths.flatMap(
  (path) => v.parse(testFile, Bun.YAML.parse(readFileSync(path, 'utf8'))).tests,
)

const gridPos = v.object({ h: v.number(), w: v.number(), x: v.number(), y: v.number() })
const link = v.object({ title: v.string(), url: v.string() })
const panel = v.object({
  id: v.number(),
  type: v.string(),
  title: v.string(),
  gridPos,
  description: v.optional(v.string(), ''),
  datasource: v.optional(v.object({ uid: v.string() })),
  fieldConfig: v.optional(
    v.object({
      defaults: v.object({
        unit: v.optional(v.string()),
        thresholds: v.optional(
          v.object({ steps: v.array(v.object({ value: v.nullable(v.number()) })) }),
        ),
      }),
    }),
  ),
  links: v.optional(v.array(link), []),
  targets: v.optional(
    v.array(
      v.object({
        expr: v.string(),
        refId: v.string(),
        legendFormat: v.string(),
        datasource: v.object({ uid: v.string() }),
      }),
    ),
    [],
  ),
})
const boardFile = v.object({
  uid: v.string(),
  title: v.string(),
  panels: v.array(panel),
  templating: v.object({
    list: v.array(
      v.object({
        name: v.string(),
        type: v.string(),
        query: v.string(),
      }),
    ),
  }),
  annotations: v.object({ list: v.array(v.object({ name: v.string(), expr: v.string() })) }),
})

export type Board = v.InferOutput<typeof boardFile>
export type BoardPanel = Board['panels'][number]

export const boardNames: readonly string[] = readdirSync(join(monitoring, 'grafana/boards')).map(
  (name) => name.replace(/\.json$/, ''),
)
export const boardFiles: readonly Board[] = boardNames.map((name) =>
  v.parse(boardFile, JSON.parse(textOf(`grafana/boards/${name}.json`))),
)

/** Returns the panels with data; the others are headings. */
export const panelsOf = ({ panels }: Board): readonly BoardPanel[] =>
  panels.filter(({ type }) => type !== 'row')
