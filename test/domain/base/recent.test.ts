import { expect, test } from 'bun:test'
import { createRecent } from '../../../server/domain/base/time/recent.ts'

test('the least recently used entry is evicted', () => {
  const recent = createRecent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  expect(recent.get('a')).toBe(1)
  recent.set('c', 3)
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3])
})

test('an entry that is set again counts once', () => {
  const recent = createRecent<string, number>(2)
  recent.set('a', 1)
  recent.set('a', 2)
  recent.set('b', 3)
  expect([recent.get('a'), recent.get('b')]).toEqual([2, 3])
  recent.delete('a')
  expect(recent.get('a')).toBeUndefined()
})
