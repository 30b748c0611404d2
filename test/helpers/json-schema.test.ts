// The schema check itself: what it must find.
import { expect, test } from 'bun:test'
import type { Schema } from '../../server/http/contract/contract.ts'
import { disagreements } from './json-schema.ts'

const schema: Schema = {
  type: 'object',
  properties: {
    code: { type: 'string', pattern: '^SVC-' },
    count: { type: 'integer', minimum: 1, maximum: 50 },
    at: { type: 'string', format: 'date-time' },
    kind: { enum: ['a', 'b'] },
    url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
    list: { type: 'array', items: { type: 'string' } },
  },
  required: ['code'],
}

const good = {
  code: 'SVC-A',
  count: 3,
  at: '2026-11-21T09:30:00.000Z',
  kind: 'b',
  url: null,
  list: ['x'],
}

test('finds nothing in a value of the schema', () => {
  expect(disagreements(schema, good)).toEqual([])
  expect(disagreements(schema, { code: 'SVC-B', url: 'https://example.com' })).toEqual([])
})

test.each([
  [{ ...good, code: 'svc-a' }, '$.code'],
  [{ ...good, code: 7 }, '$.code'],
  [{ ...good, code: undefined }, '$.code: is missing'],
  [{ ...good, count: 2.5 }, '$.count'],
  [{ ...good, count: 0 }, '$.count'],
  [{ ...good, count: 51 }, '$.count'],
  [{ ...good, at: '2026-11-21' }, '$.at'],
  [{ ...good, kind: 'c' }, '$.kind'],
  [{ ...good, url: 'no address' }, '$.url'],
  [{ ...good, list: ['x', 1] }, '$.list[1]'],
  [{ ...good, more: 1 }, '$.more: is not described'],
  [null, '$: is no object'],
])('finds what is wrong in %j', (value, problem) => {
  expect(disagreements(schema, value)[0]).toStartWith(problem)
})

test('follows references, and leaves open objects open', () => {
  const find = () => schema
  expect(disagreements({ $ref: '#/x' }, { code: 'no' }, find)).toEqual(['$.code: not ^SVC-'])
  const open = { ...schema, additionalProperties: {} }
  expect(disagreements(open, { ...good, more: 1 })).toEqual([])
})

test('refuses a word that it does not check', () => {
  expect(() => disagreements({ multipleOf: 2 }, 3)).toThrow('multipleOf')
})

test('counts the items of a list', () => {
  const three: Schema = { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 }
  expect(disagreements(three, [1, 2, 3])).toEqual([])
  expect(disagreements(three, [1, 2])).toEqual(['$: has too few items'])
  expect(disagreements(three, [1, 2, 3, 4])).toEqual(['$: has too many items'])
})
