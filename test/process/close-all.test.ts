// Resources that a process opened are closed in order, even when one cannot be closed.
import { expect, test } from 'bun:test'
import { closeAll } from '../../server/process/shutdown.ts'

test('a failing closer is logged, and the others still close once, in reverse order', async () => {
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
