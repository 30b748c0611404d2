// generate_model with drafts and refine_of: the same functions as behind the other interfaces, with texts for agents.
import { beforeEach, describe, expect, test } from 'bun:test'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
beforeEach(async () => {
  service.engine.reset()
  await service.service.database.pool.query('delete from graphile_worker._private_jobs')
})

const call = (account: TestAccount, args: Record<string, unknown>) =>
  callTool(service, account, 'generate_model', { prompt: 'a small vase', confirm: true, ...args })
const jobsOf = async ({ accountId }: TestAccount) =>
  (
    await service.db
      .selectFrom('generation_jobs')
      .select('id')
      .where('account_id', '=', accountId)
      .execute()
  ).length

async function rich(credits = 10): Promise<TestAccount> {
  const account = await service.account()
  await setCredits(service.db, credits, account.accountId)
  return account
}

describe('four drafts', () => {
  test('are queued and paid together, and one is refined', async () => {
    const account = await rich()
    const { fields, text } = await resultOf(call(account, { drafts: 4, size_mm: 60 }))
    const ids = fields['draft_job_ids'] as string[]
    expect(fields).toMatchObject({
      job_id: ids[0],
      status: 'queued',
      quality: 'draft',
      size_mm: 60,
    })
    expect(ids.length).toBe(4)
    expect(text).toMatch(/\/drafts\/[0-9a-f-]{36}\./)
    expect(text).toContain('have spent 4 credits')
    expect(text).toContain('costs 3 credits more')
    expect(await service.credits(account)).toBe(6)
    const early = await refusalOf(call(account, { refine_of: ids[1] }))
    expect(early).toContain('Only a draft that is done and stored can be refined')
    await workOff(service)
    const refined = await resultOf(call(account, { refine_of: ids[1] }))
    expect(refined.fields).toMatchObject({ quality: 'hifi', size_mm: 60 })
    expect(refined.text).toContain('has spent 3 credits')
    expect(await service.credits(account)).toBe(3)
    const again = await resultOf(call(account, { refine_of: ids[1] }))
    expect(again.fields['job_id']).toBe(refined.fields['job_id'])
    expect(again.text).toContain('nothing more was spent')
    expect(await service.credits(account)).toBe(3)
    await workOff(service)
    expect(service.engine.asked.at(-1)).toMatchObject({ mode: 'hi_fi', inputMode: 'image' })
    const other = await rich()
    expect(await refusalOf(call(other, { refine_of: ids[0] }))).toContain('no draft with that id')
  })

  test('that cannot be paid, or are requested incorrectly, spend nothing', async () => {
    const account = await rich(3)
    expect(await refusalOf(call(account, { drafts: 4 }))).toContain('this needs 4, and it has 3')
    expect(await refusalOf(call(account, { drafts: 4, refine_of: crypto.randomUUID() }))).toContain(
      'send one of them',
    )
    expect(await refusalOf(call(account, { drafts: 3 }))).toContain('must be 4')
    expect(await refusalOf(call(account, { prompt: 'forbidden', drafts: 4 }))).toContain('refused')
    expect(await jobsOf(account)).toBe(0)
    expect(await service.credits(account)).toBe(3)
  })
})
