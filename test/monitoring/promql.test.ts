import { expect, test } from 'bun:test'
import { alternatives, readPromQl } from './promql.ts'

test.each([
  ['up', [['up', []]], []],
  [
    'up == 1 unless on () count(queue_depth)',
    [
      ['up', []],
      ['queue_depth', []],
    ],
    [],
  ],
  [
    'sum by (tool, le) (rate(a_bucket{tool="x", outcome=~"b|c"}[5m] offset 1w)) > 0.05',
    [['a_bucket', ['tool = x', 'outcome =~ b|c']]],
    ['tool', 'le'],
  ],
  [
    'route:a:rate5m{route="/a,{b}"} / on (x) group_left (y) 0 * c:d > 86400 * max(e)',
    [
      ['route:a:rate5m', ['route = /a,{b}']],
      ['c:d', []],
      ['e', []],
    ],
    ['x', 'y'],
  ],
  ['histogram_quantile(0.95, sum(a) by (le)) or vector(0)', [['a', []]], ['le']],
] as const)('reads %s', (expression, selectors, labels) => {
  const reading = readPromQl(expression)
  expect(
    reading.selectors.map(({ metric, matchers }) => [
      metric,
      matchers.map(({ label, op, value }) => `${label} ${op} ${value}`),
    ]),
  ).toEqual(selectors.map(([metric, matchers]) => [metric, [...matchers]]))
  expect(reading.labels).toEqual([...labels])
})

test('a regular expression is expanded into words', () => {
  expect(alternatives('a')).toEqual(['a'])
  expect(alternatives('a|b')).toEqual(['a', 'b'])
  expect(alternatives('orders_(received|printed)')).toEqual(['orders_received', 'orders_printed'])
})
