// An account that owes money for a gift card or credits cannot generate anything, through any interface that spends
// credits or makes pictures.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { refundCredits, takeCredits } from '../../../server/db/generation/credits.ts'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import {
  type GenerationJobId,
  generationJobIdOf,
} from '../../../server/domain/base/ids/generation-job.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { callTool, refusalOf } from '../../../testing/agent/call-tool.ts'
import {
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { owe } from '../../../testing/money/owe.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 20 })
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const sentence =
  'This account owes $20.00: the payment of a gift card or of credits was reversed after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.'
const interfaces: readonly (readonly [string, object])[] = [
  ['/api/generate', { prompt: 'a cup', mode: 'hi_fi' }],
  ['/api/generate/start', { prompt: 'a cup', mode: 'hi_fi' }],
  ['/api/images/generate', { prompt: 'a red teapot' }],
]

describe('in debt', () => {
  beforeEach(() => owe(service.db, person.accountId, 2000))
  // Nothing was charged.
  afterEach(async () => expect(await service.credits(person)).toBe(20))

  test.each(interfaces)('%s is refused', async (path, body) => {
    const response = await service.post(path, person, { ...body })
    expect([response.status, await response.json()]).toEqual([402, { error: sentence }])
  })

  test('the form of /generate is refused', async () => {
    const response = await service.fetch('/generate', {
      method: 'POST',
      headers: { ...person.session, origin: service.baseUrl },
      body: generationForm({ inputMode: 'text', prompt: 'a cup', mode: 'hi_fi' }),
    })
    expect([response.status, await response.text()]).toEqual([
      402,
      expect.stringContaining('This account owes $20.00'),
    ])
  })
})

test('the tool generate_model is refused in debt', async () => {
  const account = await service.account()
  await owe(service.db, account.accountId, 2000)
  const before = await service.credits(account)
  const call = callTool(service, account, 'generate_model', { prompt: 'a cup', confirm: true })
  expect(await refusalOf(call)).toBe(
    'The account owes $20.00, because the payment of a gift card or of credits was reversed after they were spent. It spends no credits until a person has settled that with the farm; calling again does not help.',
  )
  expect(await service.credits(account)).toBe(before)
  const jobs = await service.db
    .selectFrom('generation_jobs')
    .select('id')
    .where('account_id', '=', account.accountId)
    .execute()
  expect(jobs).toEqual([])
})

test('/api/retexture is refused in debt', async () => {
  const made = await service.post('/api/generate', person, {
    prompt: 'a cup',
    mode: 'hi_fi',
    advanced: { smoothing: 'off' },
  })
  const { generationId } = await made.json()
  await owe(service.db, person.accountId, 2000)
  const response = await service.post('/api/retexture', person, { generationId, prompt: 'gold' })
  expect([response.status, await response.json()]).toEqual([402, { error: sentence }])
})

/** Creates credits of a pack for $0.40 each that a job of the account has spent. */
async function spent(accountId: AccountId, credits: number): Promise<GenerationJobId> {
  const { db } = service
  const jobId = generationJobIdOf(crypto.randomUUID())
  const purchaseId = purchaseIdOf(crypto.randomUUID())
  await db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      account_id: accountId,
      kind: 'credits',
      amount_cents: 40 * credits,
      credits,
      state: 'paid',
      payment_id: paymentIdOf(`pi_${purchaseId}`),
      paid_at: new Date(),
    })
    .execute()
  await setCredits(db, 0, accountId)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('credit_entries')
      .values({ account_id: accountId, purchase_id: purchaseId, kind: 'purchase', credits })
      .execute()
    await tx.updateTable('accounts').set({ credits }).where('id', '=', accountId).execute()
  })
  await db
    .insertInto('generation_jobs')
    .values({
      id: jobId,
      account_id: accountId,
      status: 'queued',
      created_at: new Date(),
    } as never)
    .execute()
  await db.transaction().execute((tx) => takeCredits(tx, { accountId, jobId, credits }))
  return jobId
}

test.each([
  // 3 credits for $1.20.
  ['all of a debt of their value', [120], 0, 0],
  ['a part of a larger debt', [300], 0, 180],
  ['a small debt, in whole credits', [1], 2, 0],
  // $0.41 takes 2 of them, of which $0.79 is left for 1; $0.79 takes it.
  ['several debts', [41, 79], 0, 0],
] as const)('credits that a failed generation refunds repay %s', async (_, debts, left, owed) => {
  const { accountId } = person
  const { db } = service
  const jobId = await spent(accountId, 3)
  for (const cents of debts) await owe(db, accountId, cents, 'credits')
  await db.transaction().execute((tx) => refundCredits(tx, { accountId, jobId, credits: 3 }))
  expect(await service.credits(person)).toBe(left)
  expect(await service.deps.debts.owedBy(accountId)).toBe(owed)
  const { rows } = await service.service.database.pool.query(
    'select credit_value_cents as value from accounts where id = $1',
    [accountId],
  )
  const repaid = debts.reduce((sum, cents) => sum + cents, 0) - owed
  expect(rows).toEqual([{ value: 120 - repaid }])
})
