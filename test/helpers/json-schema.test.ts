// Extensions of the validator: closed objects, components, and an error for unknown keywords.
import { expect, test } from 'bun:test'
import type { Schema } from '../../server/http/contract/contract.ts'
import { disagreements } from '../../testing/service/json-schema.ts'

const order: Schema = {
  type: 'object',
  properties: {
    code: { type: 'string', pattern: '^SVC-' },
    at: { type: 'string', format: 'date-time' },
    url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
  },
  required: ['code'],
}
const good = { code: 'SVC-A', at: '2026-11-21T09:30:00.000Z', url: null }

test('accepts a value of the schema', () => {
  expect(disagreements(order, good)).toEqual([])
})

test.each([
  [{ ...good, code: 'svc-a' }, '/code must match pattern'],
  [{ ...good, code: undefined }, " must have required property 'code'"],
  [{ ...good, at: '2026-11-21' }, '/at must match format'],
  [{ ...good, url: 'no address' }, '/url must match format'],
  [{ ...good, more: 1 }, ' must NOT have additional properties'],
  [null, ' must be object'],
])('names the error in %j', (value, problem) => {
  expect(disagreements(order, value)[0]).toStartWith(problem)
})

test('leaves an object open that the schema declares open', () => {
  expect(disagreements({ ...order, additionalProperties: {} }, { ...good, more: 1 })).toEqual([])
})

test('follows references to components, which are closed as well', () => {
  const schema = { $ref: '#/components/schemas/order' }
  expect(disagreements(schema, good, { order })).toEqual([])
  expect(disagreements(schema, { ...good, more: 1 }, { order })).toHaveLength(1)
})

test('fails on an unknown keyword or format', () => {
  expect(() => disagreements({ ...order, sometimes: 1 } as Schema, good)).toThrow('sometimes')
  expect(() => disagreements({ type: 'string', format: 'color' }, 'red')).toThrow('color')
})
