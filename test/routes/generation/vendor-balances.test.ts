// Balances of the accounts with vendors of engines: read by one of all workers, shown to operators with the time, and
// mailed each time a balance becomes low.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createVendorAccounts } from '../../../server/adapters/engines/vendor-accounts.ts'
import { notificationSources } from '../../../server/db/notifications/sources.ts'
import { readVendorBalances } from '../../../server/domain/generation/engine/vendor-balance.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { use } from '../../../testing/use.ts'

const vendors = startEngineStandIns()
afterAll(() => vendors.close())
const operator = 'ops@example.com'
const service = use(() => openGenerationService({ env: { OPERATOR_EMAILS: operator } }))
let cookie = ''
beforeEach(async () => {
  await service.db.deleteFrom('vendor_balances').execute()
  const { log } = service.deps
  const { tripo, fal } = vendors
  const settings = { log, tripoLowCredits: 500, pause: async () => {} }
  service.replace({ vendorAccounts: createVendorAccounts({ tripo, fal, ...settings }) })
  cookie = await service.signIn(operator)
})

/** Runs a reading long after the previous one. */
async function readAt(balance: number | null) {
  vendors.tripoAccount.balance = balance
  await service.db
    .updateTable('vendor_balances')
    .set({ tried_at: new Date(Date.now() - 3_600_000) })
    .execute()
  await readVendorBalances(service.deps)
}
const page = async () =>
  await (await service.fetch('/operator/system', { headers: { cookie } })).text()
async function mailed() {
  const { rows } = await sql<{ item: string; subject: string; detail: string }>`
    select item, subject, detail from (${notificationSources.vendor_balance}) as found (item, subject, since, detail)`.execute(
    service.db,
  )
  return rows
}

test('the balance is shown with its state, and a vendor without a balance is named', async () => {
  expect(await page()).toContain('not read yet')
  await readAt(1234.5)
  const html = await page()
  expect(html).toContain('1,234.5 credits')
  expect(html).toContain('enough')
  expect(html).toContain('not told by the vendor')
  expect(await mailed()).toEqual([])
  await readAt(499)
  expect(await page()).toContain('Below 500. Buy credit with the vendor.')
})

test('operators get one email each time it becomes low', async () => {
  await readAt(500)
  expect(await mailed()).toEqual([])
  await readAt(499)
  const [first] = await mailed()
  expect(first).toMatchObject({ subject: 'tripo', detail: '499 credits are left' })
  await readAt(20)
  expect(await mailed()).toEqual([
    { item: first?.item ?? '', subject: 'tripo', detail: '20 credits are left' },
  ])
  await readAt(9_000)
  expect(await mailed()).toEqual([])
  await readAt(3)
  const [second] = await mailed()
  expect(second?.subject).toBe('tripo')
  expect(second?.item).not.toBe(first?.item)
})

test('a negative balance is mailed and shown on the desk', async () => {
  await readAt(-12)
  expect(await mailed()).toMatchObject([{ subject: 'tripo', detail: '-12 credits are left' }])
  expect(await page()).toContain('Below 500. Buy credit with the vendor.')
})

test('several workers together read the balance once in a quarter of an hour', async () => {
  vendors.tripoAccount.balance = 700
  await Promise.all([1, 2, 3].map(() => readVendorBalances(service.deps)))
  vendors.tripoAccount.balance = 600
  await readVendorBalances(service.deps)
  expect(await service.deps.vendorBalances.list()).toMatchObject([
    { vendor: 'tripo', credits: 700 },
  ])
  const moveBack = (minutes: number) =>
    service.db
      .updateTable('vendor_balances')
      .set({ tried_at: new Date(Date.now() - minutes * 60_000) })
      .execute()
  await moveBack(14)
  await readVendorBalances(service.deps)
  expect(await service.deps.vendorBalances.list()).toMatchObject([{ credits: 700 }])
  await moveBack(16)
  await readVendorBalances(service.deps)
  expect(await service.deps.vendorBalances.list()).toMatchObject([{ credits: 600 }])
})

test('the last balance and its time are kept while the vendor does not respond', async () => {
  await readAt(800)
  const before = await service.deps.vendorBalances.list()
  await readAt(null)
  expect(await service.deps.vendorBalances.list()).toEqual(before)
})

test('a read that fails is logged with its reason', async () => {
  const readBalance = () => Promise.reject(new Error('connection refused'))
  service.replace({ vendorAccounts: [{ vendor: 'tripo', lowBelow: 500, readBalance }] })
  await readAt(800)
  const unread = service.logs().filter(({ event }) => event === 'engine.balance_unread')
  expect(unread.at(-1)).toMatchObject({
    vendor: 'tripo',
    error: { message: 'connection refused' },
  })
})

test('a scrape has the balance as a gauge', async () => {
  await readAt(321)
  const headers = { 'x-internal-key': service.internalKey }
  const text = await (await service.fetch('/metrics', { headers })).text()
  expect(text).toContain('vendor_balance_credits{vendor="tripo"} 321')
})

test('the worker reads the balance', async () => {
  vendors.tripoAccount.balance = 77
  const worker = await service.service.startWorker()
  try {
    while ((await service.deps.vendorBalances.list()).length === 0) await Bun.sleep(50)
  } finally {
    await worker.stop()
  }
  expect(await service.deps.vendorBalances.list()).toMatchObject([{ credits: 77 }])
})
