// The desk's page about the system has texts for every state of every part that /readyz names.
import { expect, test } from 'bun:test'
import { parts } from '../../server/http/live-pages/readiness.ts'
import { partNames, partWords } from '../../server/pages/operators/system/system.tsx'

const states = Object.entries(parts.entries).flatMap(([part, { options }]) =>
  options.map((state) => [part, state] as const),
)

test.each(states)('%s: %s', (part, state) => {
  expect(partNames).toHaveProperty(part)
  expect(partWords).toHaveProperty(`${part} ${state}`)
})

test('a working part has the color of working parts', () => {
  const good = [
    'engines vendors',
    'engineHealth ok',
    'slicerCage on',
    'slicerCage remote',
    'eventLoop ok',
  ]
  expect(good.map((part) => partWords[part]?.[0])).toEqual(['done', 'done', 'done', 'done', 'done'])
})
