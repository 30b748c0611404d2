// What a process opened is closed in order, also when something cannot be closed.
import { expect, test } from 'bun:test'
import { closeAll } from '../../server/process/shutdown.ts'

test('a closer that fails is logged, and the others still close, the last first, once', async () => {
  const closed: string[] = []
  const logged: unknown[] = []
  const closers = [
    async () => closed.push('database'),
    () => Promise.reject(new Error('the queue is away')),
    () => {
      throw new Error('at once')
    },
    async () => closed.push('listener'),
  ]
  const log = { error: (event: string) => logged.push(event) }
  await closeAll(closers, log)
  await closeAll(closers, log)
  expect(closed).toEqual(['listener', 'database'])
  expect(logged).toEqual(['process.close_failed', 'process.close_failed'])
})
