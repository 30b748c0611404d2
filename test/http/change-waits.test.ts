// Reads that wait for a change: when they end, and how many may wait.
import { expect, test } from 'bun:test'
import { createChangeWaits, type Wait } from '../../server/http/live/change-waits.ts'
import { until } from '../../testing/service/until.ts'

/** Longer than a test, so that something else must have ended the wait. */
const longMs = 600_000

/** A value with marks: the mark of a key is its number of changes. */
function changing(limits: { readonly maxWaiting?: number; readonly maxPerCaller?: number } = {}) {
  let value = 'old'
  let changes = 0
  let reads = 0
  const waits = createChangeWaits({
    markOf: async () => {
      await Bun.sleep(1)
      return String(changes)
    },
    ...limits,
  })
  const wait = (more: Partial<Wait<string>> = {}) =>
    waits.until({
      key: 'key',
      caller: 'caller',
      ms: longMs,
      signal: new AbortController().signal,
      first: 'old',
      read: async () => {
        reads++
        return value
      },
      isSame: (now) => now === 'old',
      ...more,
    })
  const change = (to: string) => {
    value = to
    changes++
  }
  return { waits, wait, change, reads: () => reads }
}

test('a wait ends when the value changes, and reads the value only after changes', async () => {
  const { waits, wait, change, reads } = changing()
  const waited = wait()
  await until(() => reads() === 1)
  change('old')
  await until(() => reads() === 2)
  expect(waits.waiting()).toBe(1)
  change('new')
  expect(await waited).toBe('new')
  expect([waits.waiting(), reads()]).toEqual([0, 3])
})

test('a change between the first read and the wait ends the wait', async () => {
  const { wait, change } = changing()
  change('new')
  expect(await wait()).toBe('new')
})

test('a wait that times out returns a change that no query has detected yet', async () => {
  const waits = createChangeWaits({ markOf: () => new Promise(() => {}) })
  const value = await waits.until({
    key: 'key',
    caller: 'caller',
    ms: 5,
    signal: new AbortController().signal,
    first: 'old',
    read: async () => 'new',
    isSame: (now) => now === 'old',
  })
  expect([value, waits.waiting()]).toEqual(['new', 0])
})

test('a failing query does not end a wait', async () => {
  let fails = 2
  const waits = createChangeWaits({
    markOf: async () => {
      await Bun.sleep(1)
      if (fails-- > 0) throw new Error('no database')
      return 'mark'
    },
  })
  const value = await waits.until({
    key: 'key',
    caller: 'caller',
    ms: longMs,
    signal: new AbortController().signal,
    first: 'old',
    read: async () => 'new',
    isSame: (now) => now === 'old',
  })
  expect(value).toBe('new')
})

test('a wait ends at its time limit, when the caller leaves, and when the process closes', async () => {
  const { waits, wait } = changing()
  expect(await wait({ ms: 5 })).toBe('old')
  const leaving = new AbortController()
  const left = wait({ signal: leaving.signal })
  leaving.abort()
  expect(await left).toBe('old')
  const open = wait()
  waits.close()
  expect(await open).toBe('old')
  expect(await wait()).toBe('old')
  expect(waits.waiting()).toBe(0)
})

test('a read above the limits returns without waiting', async () => {
  const { waits, wait, change } = changing({ maxWaiting: 3, maxPerCaller: 2 })
  const waiting = [wait(), wait()]
  expect(await wait()).toBe('old')
  waiting.push(wait({ caller: 'other' }))
  expect(await wait({ caller: 'third' })).toBe('old')
  expect(waits.waiting()).toBe(3)
  change('new')
  expect(await Promise.all(waiting)).toEqual(['new', 'new', 'new'])
  expect(waits.waiting()).toBe(0)
})

test('a failing read rejects its wait', async () => {
  const { waits, wait } = changing()
  const failed = wait({ read: () => Promise.reject(new Error('no database')) })
  await expect(failed).rejects.toThrow('no database')
  expect(waits.waiting()).toBe(0)
})
