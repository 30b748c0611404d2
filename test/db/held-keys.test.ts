// The claims of Idempotency-Keys while the database is unreachable.
import { expect, spyOn, test } from 'bun:test'
import { Kysely, PostgresDialect } from 'kysely'
import { heldKeys } from '../../server/db/idempotency/held-keys.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { until } from '../../testing/service/until.ts'

test('a failed renewal is logged and does not end the claim', async () => {
  const error = new Error('no database')
  const lines: unknown[] = []
  const keys = heldKeys(
    new Kysely({ dialect: new PostgresDialect({ pool: () => Promise.reject(error) }) }),
    'spend_keys',
    {
      warn: (...line) => void lines.push(line),
    },
  )
  const interval = spyOn(globalThis, 'setInterval')
  const stop = keys.keepAlive({ accountId: accountIdOf('me'), key: 'key', holder: 'run' })
  const [renew] = interval.mock.calls[0] ?? []
  interval.mockRestore()
  stop()
  renew?.()
  await until(() => lines.length > 0)
  expect(lines).toEqual([['idempotency.claim_not_renewed', { table: 'spend_keys', error }]])
})
