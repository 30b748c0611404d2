// Readings requested between two queries share the next one.
import { expect, setSystemTime, test } from 'bun:test'
import { batchReads } from '../../server/http/live/batch-reads.ts'

test('a batch makes one query with each of its keys once, and later keys get another query', async () => {
  const queries: string[][] = []
  const read = batchReads(async (keys) => {
    queries.push([...keys])
    return new Map(keys.filter((key) => key !== 'gone').map((key) => [key, key.toUpperCase()]))
  }, 5)
  expect(await Promise.all(['a', 'b', 'a', 'gone'].map(read))).toEqual(['A', 'B', 'A', undefined])
  expect(await read('c')).toBe('C')
  expect(queries).toEqual([['a', 'b', 'gone'], ['c']])
})

test('a failing query rejects only its own readings', async () => {
  let fails = true
  const read = batchReads(async (keys) => {
    if (fails) throw new Error('no database')
    return new Map(keys.map((key) => [key, key]))
  }, 1)
  await expect(read('a')).rejects.toThrow('no database')
  fails = false
  expect(await read('a')).toBe('a')
})

test('a clock that is set back does not delay the next query', async () => {
  const read = batchReads(async (keys) => new Map(keys.map((key) => [key, key])), 5)
  await read('a')
  setSystemTime(new Date(Date.now() - 3_600_000))
  try {
    expect(await Promise.race([read('b'), Bun.sleep(2000)])).toBe('b')
  } finally {
    setSystemTime()
  }
})
