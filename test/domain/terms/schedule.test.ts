// The terms in force at a moment, by the database's clock.
import { expect, test } from 'bun:test'
import { contractTerms, type Terms } from '../../../server/domain/catalog/terms.ts'
import type { TermsVersion } from '../../../server/domain/terms/ports.ts'
import {
  aheadSeconds,
  backOffSeconds,
  createTermsSchedule,
  freshSeconds,
  leadSeconds,
} from '../../../server/domain/terms/schedule.ts'
import { verifies } from '../../helpers/verifies.ts'

/** The database's clock is an hour ahead of this process. */
const hourMs = 3_600_000

function schedule() {
  const stored: TermsVersion[] = []
  let ms = 0
  const read = async () => ({ now: new Date(ms + hourMs), versions: [...stored] })
  return {
    own: createTermsSchedule({ readInForce: read }, { monotonicMs: () => ms }),
    advance: (seconds: number) => {
      ms += seconds * 1000
    },
    store: (version: number, inSeconds: number) => {
      const terms: Terms = { ...contractTerms, version }
      stored.push({
        terms,
        validFrom: new Date(ms + hourMs + inSeconds * 1000),
        requestedFrom: null,
        storedAt: new Date(),
        source: 'desk',
        storedBy: 'owner@example.com',
        fileVersion: null,
        reason: null,
        changes: [],
      })
    },
  }
}

test('terms are in force from their start, and the contract’s until then', async () => {
  const { own, advance, store } = schedule()
  store(1, leadSeconds)
  await own.refresh()
  advance(leadSeconds - 1)
  expect(own.current()).toBe(contractTerms)
  expect(own.msUntilNext()).toBe(1000)
  advance(1)
  expect(own.current().version).toBe(1)
  expect(own.msUntilNext()).toBeNull()
})

test('terms stored right after a reading take effect only when the reading has expired', async () => {
  const { own, advance, store } = schedule()
  await own.refresh()
  store(1, leadSeconds)
  advance(freshSeconds - 1)
  expect(own.refresh()).toBeNull()
  expect(freshSeconds).toBeLessThan(leadSeconds)
  // Awaits the reading that now runs in the background.
  await own.readAgain()
  advance(leadSeconds - freshSeconds + 1)
  expect(own.current().version).toBe(1)
})

test('a version is the same object in all readings, so that derived values are reused', async () => {
  const { own, advance, store } = schedule()
  store(1, 0)
  await own.readAgain()
  const first = own.current()
  advance(freshSeconds)
  await own.refresh()
  expect(own.current()).toBe(first)
})

test('a reading is renewed early in the background, and retried a second after a failure', async () => {
  let ms = 0
  let readings = 0
  let answer = Promise.resolve({ now: new Date(0), versions: [] as TermsVersion[] })
  const own = createTermsSchedule(
    {
      readInForce: () => {
        readings += 1
        return answer
      },
    },
    { monotonicMs: () => ms },
  )
  await own.readAgain()
  ms = aheadSeconds * 1000 - 1
  own.readAhead()
  expect(readings).toBe(1)
  const held = Promise.withResolvers<Awaited<typeof answer>>()
  answer = held.promise
  ms += 1
  own.readAhead()
  expect(own.refresh()).toBeNull()
  own.readAhead()
  expect(readings).toBe(2)
  ms = freshSeconds * 1000
  const waiting = own.refresh()
  held.reject(new Error('away'))
  await expect(waiting).rejects.toThrow('away')
  own.readAhead()
  await expect(own.refresh()).rejects.toThrow('away')
  expect(readings).toBe(2)
  ms += backOffSeconds * 1000
  answer = Promise.resolve({ now: new Date(ms), versions: [] })
  own.readAhead()
  expect(readings).toBe(3)
  await own.refresh()
  expect(own.refresh()).toBeNull()
})

verifies(
  'terms.replaced',
  'a later version replaces earlier planned ones for the same or a later start',
  async () => {
    const { own, advance, store } = schedule()
    store(1, 100)
    store(2, 300)
    store(3, 200)
    store(4, 400)
    await own.readAgain()
    advance(100)
    expect(own.current().version).toBe(1)
    expect(own.msUntilNext()).toBe(100_000)
    advance(100)
    expect(own.current().version).toBe(3)
    expect(own.msUntilNext()).toBe(200_000)
    advance(100)
    expect(own.current().version).toBe(3)
    advance(100)
    expect(own.current().version).toBe(4)
  },
)

test('a version for the start of an earlier one replaces it', async () => {
  const { own, store } = schedule()
  store(1, 0)
  store(2, 0)
  await own.readAgain()
  expect(own.current().version).toBe(2)
})
