// Closing the parts of a service: a failure is logged and keeps no other part open.
import { expect, test } from 'bun:test'
import { closeParts } from '../../server/wiring/close-parts.ts'

test('a part that fails to close is logged, the others are closed in order, and the failure is thrown', async () => {
  const events: unknown[] = []
  const broken = new Error('the mail server is gone')
  const closers = {
    auth: async () => events.push('auth'),
    mailer: () => {
      throw broken
    },
    database: async () => events.push('database'),
  }
  const log = { error: (event: string, fields?: object) => events.push([event, fields]) }
  await expect(closeParts(closers, log)).rejects.toBe(broken)
  expect(events).toEqual([
    'auth',
    ['service.not_closed', { part: 'mailer', error: broken }],
    'database',
  ])
})
