// Idempotency keys on one machine: which command may order under a key, and when it is free again.

import { afterAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrderKey } from '../../../client/cli/src/orders/order-key.ts'
import { QuoteExpired } from '../../../client/cli/src/service/agent-tools.ts'
import { holdKeyAt } from '../../../client/cli/src/service/key-holds.ts'
import { CliError, exitCodes } from '../../../client/cli/src/terminal/exit-codes.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = () => join(folder, `${randomUUID()}.json`)
const order = { fingerprint: 'a part', quoteId: 'quote_1' }

/** Runs many commands that start at the same time. */
const rush = (path: string) => Promise.all(Array.from({ length: 8 }, () => holdKeyAt(path)))
const kinds = (holds: Awaited<ReturnType<typeof rush>>) => holds.map(({ kind }) => kind).toSorted()
const oneHolds = [...Array(7).fill('busy'), 'held']

test('only one of several concurrent commands holds a key', async () => {
  const path = newPath()
  const holds = await rush(path)
  expect(kinds(holds)).toEqual(oneHolds)
  expect(holds.find(({ kind }) => kind === 'busy')).toEqual({ kind: 'busy', pid: process.pid })
})

test('when the holder has ended, one of several commands takes over the key with its order', async () => {
  const path = newPath()
  const first = await holdKeyAt(path)
  if (first.kind !== 'held') throw new Error('The key of a new file is not free.')
  await first.keep(order)
  first.release()
  const holds = await rush(path)
  expect(kinds(holds)).toEqual(oneHolds)
  expect(holds.find(({ kind }) => kind === 'held')).toMatchObject({ order })
})

test('a killed process holds no key', async () => {
  const path = newPath()
  const child = Bun.spawn(['true'])
  await child.exited
  writeFileSync(path, JSON.stringify({ holder: 'it', pid: child.pid, order }))
  expect(await holdKeyAt(path)).toMatchObject({ kind: 'held', order })
})

test('a running process holds its key', async () => {
  const path = newPath()
  const child = Bun.spawn(['sleep', '600'])
  writeFileSync(path, JSON.stringify({ holder: 'it', pid: child.pid, order: null }))
  expect(await holdKeyAt(path)).toEqual({ kind: 'busy', pid: child.pid })
  child.kill()
  await child.exited
})

const refused = new CliError(exitCodes.refused, 'No.')
const unknown = new CliError(exitCodes.unknown, 'It may be charged.')
const expired = new QuoteExpired(
  exitCodes.refused,
  'This quote expired at 2026-01-01T00:00:00.000Z.',
)

/** How the orders under one key end, and the quote that the next command then finds. */
test.each<[string, readonly CliError[], string | null]>([
  ['refused', [refused], null],
  ['not known', [unknown], 'quote_1'],
  ['refused after one that is not known', [unknown, refused], 'quote_1'],
  ['expired after one that is not known', [unknown, expired], null],
])('the key of an order that was %s', async (_, ends, found) => {
  const path = newPath()
  const context = {
    args: { text: () => 'one' },
    session: async () => ({ baseUrl: 'https://print.example.com' }),
    state: { holdKey: () => holdKeyAt(path) },
  }
  for (const end of ends) {
    const placing = withOrderKey(context, 'a part', ({ place }) =>
      place('quote_1', () => Promise.reject(end)),
    )
    await expect(placing).rejects.toBe(end)
  }
  expect(await withOrderKey(context, 'a part', async (key) => key.earlierQuoteId)).toBe(found)
})
