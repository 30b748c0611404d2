// Pictures are decoded one at a time.
import { expect, test } from 'bun:test'
import { decodeInTurn } from '../../../server/adapters/pictures/one-decoder.ts'

test('starts each task after the previous one has ended, even after a failure', async () => {
  const started: string[] = []
  const first = Promise.withResolvers<string>()
  const failing = decodeInTurn(() => {
    started.push('first')
    return first.promise
  })
  const second = decodeInTurn(async () => {
    started.push('second')
    return 'done'
  })
  await Promise.resolve()
  expect(started).toEqual(['first'])
  first.reject(new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  expect(await second).toBe('done')
  expect(started).toEqual(['first', 'second'])
})
