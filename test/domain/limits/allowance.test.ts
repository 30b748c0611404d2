// The subject that an allowance of the agent endpoint is counted by.
import { expect, test } from 'bun:test'
import { accountIdOf, type Caller } from '../../../server/domain/base/caller.ts'
import { consumeAllowance } from '../../../server/domain/limits/consume-allowance.ts'
import { consumeRateLimit } from '../../../server/domain/limits/consume-rate-limit.ts'

const silent = () => {}
const log = { debug: silent, info: silent, warn: silent, error: silent }

const account: Caller = {
  kind: 'account',
  accountId: accountIdOf('account-1'),
  email: 'a@example.com',
  credential: 'api_key',
}
const anonymous: Caller = { kind: 'anonymous', address: '192.0.2.7' }

test.each([
  ['agent-reads', account, 'account:account-1', 300],
  ['agent-reads', anonymous, 'address:192.0.2.7', 300],
  // Shared with the website, which counts by email address.
  ['agent-quote-print', account, 'a@example.com', 30],
  ['agent-quote-print', anonymous, 'address:192.0.2.7', 30],
] as const)('%s of %o is counted by %s', async (scope, caller, subject, limit) => {
  const asked: unknown[] = []
  const rateCounters = {
    consume: (...request: unknown[]) => {
      asked.push(request)
      return { allowed: true } as const
    },
  }
  await consumeAllowance({ rateCounters, production: true, log }, scope, caller)
  expect(asked).toEqual([[scope, subject, limit, 3_600]])
})

test.each([
  [
    { remaining: 29, resetSeconds: 60 },
    { scope: 'agent-quote-print', remaining: 29, resetSeconds: 60 },
  ],
  // As from a batch: no header may be written from it.
  [undefined, null],
])('a counter that has %o left reports it', async (left, expected) => {
  const consume = () => ({ allowed: true, ...(left && { left }) }) as const
  const deps = { rateCounters: { consume }, production: true, log }
  expect<unknown>(await consumeRateLimit(deps, 'agent-quote-print', 'a@example.com')).toEqual({
    ok: true,
    value: expected,
  })
})
