// generate_model and get_generation: from a prompt to a model that can be quoted, and the result of a failure.
import { beforeAll, describe, expect, test } from 'bun:test'
import { agentTools } from '../../../mcp/tools/list.ts'
import type { Worker } from '../../../server/wiring/worker/worker.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { standInSlicer } from '../../../testing/agent/stand-ins.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
/** Workers started by the first test that needs one. */
const workers: Worker[] = []
use(() => ({ close: () => Promise.all(workers.map((worker) => worker.stop())) }))
beforeAll(async () => {
  service.replace({ slicer: standInSlicer().slicer })
})

const generate = (account: TestAccount, args: Record<string, unknown> = {}) =>
  callTool(service, account, 'generate_model', { prompt: 'a small vase', confirm: true, ...args })
const read = async (account: TestAccount, jobId: unknown) =>
  (await resultOf(callTool(service, account, 'get_generation', { job_id: jobId }))).fields
const jobs = async (account: TestAccount) =>
  await service.db
    .selectFrom('generation_jobs')
    .select('id')
    .where('account_id', '=', account.accountId)
    .execute()

/** Returns the finished job. */
async function ended(account: TestAccount, jobId: unknown) {
  if (workers.length === 0) workers.push(await service.service.startWorker())
  let fields = await read(account, jobId)
  await waitUntil('the generation ended', async () => {
    fields = await read(account, jobId)
    return fields['status'] === 'done' || fields['status'] === 'error'
  })
  return fields
}

describe('before anything runs', () => {
  verifies(
    ['mcp.tool.generate-model', 'mcp.tool.get-generation', 'mcp.tool.get-generation.safe'],
    async () => {
      const account = await service.account()
      const { fields, text } = await resultOf(generate(account))
      expect(fields).toEqual({
        job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'queued',
        quality: 'draft',
        size_mm: 80,
        // Derived manually: 10.24 cm3 x 0.44 x 1.26, 6 g at $0.12, below $1; a cube of 512 cm3, 284 g; and $7 each.
        expected_total: [8, 41.08],
        poll_after_seconds: 5,
      })
      expect(text).toContain(String(fields['job_id']))
      const before = await service.credits(account)
      for (let poll = 0; poll < 3; poll += 1) {
        expect(await read(account, fields['job_id'])).toEqual({
          job_id: fields['job_id'],
          status: 'queued',
          stage: null,
          created_at: expect.any(String),
          completed_at: null,
          model_url: null,
          model_url_expires_at: null,
          persisted: null,
          printability: null,
          print_estimate: null,
          credits_charged: null,
          notes: [],
          error: null,
        })
      }
      expect(await service.credits(account)).toBe(before)
      expect(await jobs(account)).toHaveLength(1)
    },
  )

  verifies(['mcp.tool.generate-model.prompt', 'mcp.tool.generate-model.confirm'], async () => {
    const account = await service.account()
    for (const prompt of [undefined, '', '   ', '\0\0\0', 'x'.repeat(501), '🏺'.repeat(501), 7]) {
      expect(await refusalOf(generate(account, { prompt }))).toContain('prompt')
    }
    for (const confirm of [undefined, false, 'true', 1]) {
      expect(await refusalOf(generate(account, { confirm }))).toContain('confirm')
    }
    expect(await jobs(account)).toEqual([])
    await resultOf(generate(account, { prompt: 'x'.repeat(500) }))
    await resultOf(generate(account, { prompt: '🏺'.repeat(500) }))
  })

  verifies('mcp.tool.generate-model.timeout', async () => {
    const tool = agentTools.find(({ definition }) => definition.name === 'generate_model')
    if (tool === undefined) throw new Error('no tool')
    for (const [notes, look] of [
      [new Map(), 'account page'],
      [new Map([['job_id', 'abc']]), 'get_generation with job_id abc'],
    ] as const) {
      const outcome = tool.timedOut(notes)
      if (outcome.kind !== 'refused') throw new Error(outcome.kind)
      expect(outcome.sentence).toStartWith('Unconfirmed:')
      expect(outcome.sentence).toContain('Do not call generate_model again')
      expect(outcome.sentence).toContain(look)
    }
  })
})

describe('with a worker', () => {
  verifies(
    ['mcp.tool.get-generation', 'mcp.tool.generate-model.quality'],
    'a draft leads from a prompt to a quote',
    async () => {
      const account = await service.account()
      const before = await service.credits(account)
      const started = await resultOf(generate(account))
      const done = await ended(account, started.fields['job_id'])
      // The call gets a copy, because the matchers of the expectation are written into the compared value.
      expect(structuredClone(done)).toMatchObject({
        status: 'done',
        stage: null,
        completed_at: expect.any(String),
        model_url: expect.stringMatching(/^gs:\/\//),
        persisted: true,
        printability: { watertight: true, fits_plate: true },
        credits_charged: 1,
        error: null,
      })
      // contract.md 2.5: ready is 95, repaired 85.
      const { print_status, score, volume_cm3 } = done['printability'] as Record<string, unknown>
      expect({ ready: 95, repaired: 85 }[String(print_status)]).toBe(Number(score))
      expect(Number(volume_cm3)).toBeGreaterThan(0)
      expect(before - (await service.credits(account))).toBe(1)
      const quoted = await resultOf(
        callTool(service, account, 'quote_print', { model_url: done['model_url'], color: 'Black' }),
      )
      expect(quoted.fields).toMatchObject({ price: { total: 22.12 } })
    },
  )

  verifies(
    'mcp.tool.generate-model.quality',
    'hifi costs two credits, and an unknown quality is refused',
    async () => {
      const account = await service.account()
      const started = await resultOf(generate(account, { quality: 'hifi' }))
      const done = await ended(account, started.fields['job_id'])
      expect(done).toMatchObject({ status: 'done', credits_charged: 2 })
      expect(await refusalOf(generate(account, { quality: 'best' }))).toMatch(/draft.*hifi/)
    },
  )

  test('a failed generation is a result that states the reason, and costs nothing', async () => {
    const account = await service.account()
    const before = await service.credits(account)
    const started = await resultOf(generate(account, { prompt: 'something forbidden' }))
    expect(await ended(account, started.fields['job_id'])).toMatchObject({
      status: 'error',
      model_url: null,
      error: expect.stringContaining(
        'The prompt asks for a weapon or a part of one. Describe something else.',
      ),
    })
    expect(await service.credits(account)).toBe(before)
  })

  test('an account without credits reads its balance', async () => {
    const account = await service.account()
    await setCredits(service.db, 0, account.accountId)
    const said = await refusalOf(generate(account))
    expect(said).toContain('this needs 1, and it has 0')
    expect(said).toContain('can buy more on the account page')
    const storedJobs = await service.db
      .selectFrom('generation_jobs')
      .select('id')
      .where('account_id', '=', account.accountId)
      .execute()
    expect(storedJobs).toEqual([])
    // hifi costs two credits.
    await setCredits(service.db, 1, account.accountId)
    expect(await refusalOf(generate(account, { quality: 'hifi' }))).toContain(
      'this needs 2, and it has 1',
    )
  })
})

test("another account's job is not found, like an unknown one", async () => {
  const [account, other] = [await service.account(), await service.account()]
  const { fields } = await resultOf(generate(account))
  const ask = (job_id: unknown) => refusalOf(callTool(service, other, 'get_generation', { job_id }))
  const unknown = await ask(crypto.randomUUID())
  expect(await ask(fields['job_id'])).toBe(unknown)
  for (const odd of ['', 'x', '\0', "' or 1=1"]) expect(await ask(odd)).toBe(unknown)
})
