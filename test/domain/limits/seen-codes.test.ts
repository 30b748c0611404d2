// Correct order codes that an address entered: stored once a day, and again after a failed write.
import { expect, test } from 'bun:test'
import { createSeenCodes } from '../../../server/domain/limits/seen-codes.ts'

test('a code whose write fails stays known, and is written when it is entered again', async () => {
  const stored: string[] = []
  let fails = true
  const codes = createSeenCodes({
    seenMarks: {
      add: async (mark) => {
        if (fails) throw new Error('no database')
        stored.push(mark)
      },
      has: async (mark) => stored.includes(mark),
    },
    orderIds: { bytes: (text) => new Bun.CryptoHasher('sha256').update(text).digest() },
    log: { warn: () => {} },
  })
  const enter = () => codes.remember('192.0.2.1', 'SVC-AAAAAA')
  await enter()
  expect(await codes.wasRight('192.0.2.1', 'SVC-AAAAAA')).toBe(true)
  fails = false
  await enter()
  await enter()
  expect(stored).toHaveLength(1)
})
