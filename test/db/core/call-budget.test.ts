// The budget for calls to the card processor: one bucket for any number of processes, with a reserve for each share.

import { beforeEach, expect, test } from 'bun:test'
import {
  createCallBudget,
  sweepCallBudgets,
  type TakeCalls,
} from '../../../server/db/limits/call-budget.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import type { CallPurpose } from '../../../server/domain/payments/ports.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase({ poolSize: 20 })

/** 10 a second, 20 in a burst. */
let take: TakeCalls
beforeEach(async () => {
  await database.pool.query('delete from call_budgets')
  take = createCallBudget(database.db, { perSecond: 10 })
})

const account = (id: string) => ({ accountId: accountIdOf(id) })

/** Stops the clock of the bucket, with that many calls in it. */
const holding = (tokens: number) =>
  database.pool.query(
    `insert into call_budgets (name, tokens, filled_at) values ('processor', $1, now() + interval '1 hour')
      on conflict (name) do update set tokens = excluded.tokens, filled_at = excluded.filled_at`,
    [tokens],
  )
const granted = async (purpose: CallPurpose, tries: number, calls = 1) => {
  const responses = await Promise.all(
    Array.from({ length: tries }, () => take(purpose, calls, false)),
  )
  return responses.filter((taken) => taken).length
}

test('pages leave half of the budget to other calls, accounts a quarter, and background work nothing', async () => {
  await holding(20)
  expect(await granted('pages', 40)).toBe(10)
  expect(await granted(account('ada'), 3)).toBe(3)
  expect(await granted(account('bob'), 3)).toBe(2)
  expect(await granted('upkeep', 40)).toBe(5)
  expect(await granted('upkeep', 40)).toBe(0)
})

test('two related calls are taken together or not at all', async () => {
  await holding(13)
  expect(await granted('pages', 5, 2)).toBe(1)
  // One call is left above the reserve.
  expect(await granted('pages', 5, 2)).toBe(0)
  expect(await granted('pages', 5, 1)).toBe(1)
})

test('the budget fills by ten a second, up to twenty', async () => {
  await holding(0)
  expect(await granted('upkeep', 1)).toBe(0)
  const pass = (seconds: number) =>
    database.pool.query(
      'update call_budgets set tokens = 0, filled_at = now() - make_interval(secs => $1)',
      [seconds],
    )
  for (const [seconds, calls] of [
    [1, 10],
    [3600, 20],
  ] as const) {
    await pass(seconds)
    const from = performance.now()
    const taken = await granted('upkeep', 40)
    // Plus the calls that are added while the statements run.
    const more = Math.ceil((10 * (performance.now() - from)) / 1000)
    expect(taken).toBeGreaterThanOrEqual(calls)
    expect(taken).toBeLessThanOrEqual(calls + more)
  }
})

test('the budget begins full, and any number of processes share it', async () => {
  const others = Array.from({ length: 4 }, () => createCallBudget(database.db, { perSecond: 10 }))
  const from = performance.now()
  const responses = await Promise.all(
    others.flatMap((other) => Array.from({ length: 30 }, () => other('upkeep', 1, false))),
  )
  const seconds = (performance.now() - from) / 1000
  const taken = responses.filter((each) => each).length
  expect(taken).toBeGreaterThanOrEqual(20)
  expect(taken).toBeLessThanOrEqual(20 + Math.ceil(10 * seconds))
})

test('lists may use half of the budget across all processes, and other calls keep the rest', async () => {
  const stopped = (name: string, tokens: number) =>
    database.pool.query(
      "insert into call_budgets (name, tokens, filled_at) values ($1, $2, now() + interval '1 hour')",
      [name, tokens],
    )
  // 10 a second of 20 in total, for a burst of two seconds, as with the default of STRIPE_CALLS_PER_SECOND.
  await Promise.all([stopped('processor', 40), stopped('processor-lists', 20)])
  const workers = Array.from({ length: 4 }, () => createCallBudget(database.db, { perSecond: 20 }))
  const lists = await Promise.all(
    workers.flatMap((worker) => Array.from({ length: 15 }, () => worker('upkeep', 1, true))),
  )
  expect(lists.filter((taken) => taken)).toHaveLength(20)
  const others = await Promise.all(Array.from({ length: 30 }, () => take('upkeep', 1, false)))
  expect(others.filter((taken) => taken)).toHaveLength(20)
})

/** Stops the clock of an account's bucket, with that many calls in it. */
const holdingOf = (id: string, tokens: number) =>
  database.pool.query(
    `insert into call_budgets (name, tokens, filled_at) values ($1, $2, now() + interval '1 hour')
      on conflict (name) do update set tokens = excluded.tokens, filled_at = excluded.filled_at`,
    [`account:${id}`, tokens],
  )

test('an account that has used up its part leaves the share of accounts to the others', async () => {
  await holding(20)
  await holdingOf('ada', 5)
  expect(await granted(account('ada'), 40)).toBe(5)
  await holding(20)
  expect(await granted(account('ada'), 40)).toBe(0)
  // Refused calls took nothing from the shared bucket, of which 5 are left to background work.
  for (const id of ['bob', 'eve', 'joe']) await holdingOf(id, 5)
  expect(await granted(account('bob'), 40)).toBe(5)
  expect(await granted(account('eve'), 40)).toBe(5)
  expect(await granted(account('joe'), 40)).toBe(5)
})

test('an account begins with a tenth of the budget for five seconds, and gets a tenth each second', async () => {
  take = createCallBudget(database.db, { perSecond: 100 })
  // A tenth of 100 is 10 a second, and 50 in a burst.
  const from = performance.now()
  const taken = await granted(account('ada'), 80)
  const more = Math.ceil((10 * (performance.now() - from)) / 1000)
  expect(taken).toBeGreaterThanOrEqual(50)
  expect(taken).toBeLessThanOrEqual(50 + more)
})

test('the smallest budget is immediately enough for a new account to open a page', async () => {
  take = createCallBudget(database.db, { perSecond: 5 })
  expect(await granted(account('ada'), 1)).toBe(1)
  expect(await granted(account('ada'), 1, 3)).toBe(1)
})

test('the sweep removes the buckets of accounts that paused, and no other', async () => {
  await granted(account('ada'), 1)
  await database.pool.query("update call_budgets set filled_at = now() - interval '2 hours'")
  await granted(account('bob'), 1)
  await holding(20)
  expect(await sweepCallBudgets(database.db)).toBe(1)
  const { rows } = await database.pool.query('select name from call_budgets order by name')
  expect(rows).toEqual([{ name: 'account:bob' }, { name: 'processor' }])
})
