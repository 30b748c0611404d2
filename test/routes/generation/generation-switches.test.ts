// GENERATION=off, pictures without a moderation server, and samples: the response of each interface, without any
// charge.
import { describe, expect, test } from 'bun:test'
import { startGeneration } from '../../../server/domain/generation/start-generation.ts'
import type { Worker } from '../../../server/wiring/worker/worker.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { generationForm } from '../../../testing/engines/generation.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import type { TestService } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const off = { error: 'Generation is switched off on this server. Nothing was charged.' }

async function signedIn(service: TestService) {
  const cookie = await service.signIn('maker@example.com')
  const { accountId } = await service.service.createUser({
    email: 'maker@example.com',
    password: 'unused',
  })
  const post = (path: string, body: FormData | object) =>
    service.fetch(
      path,
      body instanceof FormData ? rawPost(body, { cookie }) : jsonPost(body, { cookie }),
    )
  const jobOf = async (jobId: string) =>
    await (
      await service.fetch(`/api/generate/status?jobId=${jobId}`, { headers: { cookie } })
    ).json()
  return { accountId, post, jobOf, credits: () => service.deps.credits.read(accountId) }
}

describe('GENERATION=off', () => {
  const service = useService({ env: { GENERATION: 'off' } })

  verifies(
    'decision.generation-off',
    'every interface refuses before it reads anything',
    async () => {
      const { post, credits } = await signedIn(service)
      for (const [path, body] of [
        ['/api/generate', { prompt: 'a boat' }],
        ['/api/generate', generationForm({ inputMode: 'image' }, [{}])],
        ['/api/generate/start', { prompt: 'a boat' }],
        ['/api/retexture', { generationId: crypto.randomUUID(), prompt: 'moss' }],
      ] as const) {
        const response = await post(path, body)
        expect([path, response.status, await response.json()]).toEqual([path, 503, off])
      }
      expect(await credits()).toBe(5)
      const account = await service.account()
      const said = await refusalOf(
        callTool(service, account, 'generate_model', { prompt: 'a boat', confirm: true }),
      )
      expect(said).toStartWith('Generation is switched off on this server. Nothing was charged')
      const jobs = await service.db.selectFrom('generation_jobs').select('id').execute()
      expect(jobs).toEqual([])
    },
  )

  verifies(
    'decision.generation-off',
    'a job that was queued earlier ends without a charge',
    async () => {
      const { accountId, jobOf, credits } = await signedIn(service)
      const { closed: _, ...open } = service.deps.engines
      const body = JSON.stringify({ prompt: 'a boat' })
      const started = await startGeneration(
        { ...service.deps, engines: open },
        { accountId },
        { contentType: 'application/json', source: { text: body }, sizeBytes: body.length },
      )
      if (!started.ok) throw new Error(started.failure.kind)
      const worker: Worker = await service.service.startWorker()
      await waitUntil('the job has ended', async () => {
        return (await jobOf(started.value.jobId)).status === 'error'
      })
      await worker.stop()
      expect((await jobOf(started.value.jobId)).error).toBe(off.error)
      expect(await credits()).toBe(5)
    },
  )

  verifies('decision.production-parts', '/readyz reports the engines as off', async () => {
    const { parts, ok } = await (await service.fetch('/readyz')).json()
    expect([ok, parts.engines]).toEqual([true, 'off'])
  })
})

describe('pictures that require moderation, without a server', () => {
  const service = useService({ env: { MODERATE_PICTURES: 'on' } })

  verifies(
    'decision.pictures-moderated',
    'are refused without a charge, and words are accepted',
    async () => {
      const { post, credits } = await signedIn(service)
      for (const form of [
        generationForm({ inputMode: 'image' }, [{}]),
        generationForm({ inputMode: 'image_text', prompt: 'in red' }, [{}]),
        generationForm({ inputMode: 'multiview' }, [{ field: 'images' }, { field: 'images' }]),
      ]) {
        const response = await post('/api/generate', form)
        expect([response.status, await response.json()]).toEqual([
          503,
          {
            error:
              'Pictures are not accepted here: no moderation server is configured that could check them. Nothing was charged; describe the model in words instead.',
          },
        ])
      }
      expect(await credits()).toBe(5)
      expect((await post('/api/generate', { prompt: 'a boat' })).status).toBe(200)
    },
  )

  verifies(
    'decision.production-parts',
    '/readyz names the parts that use rules or are off',
    async () => {
      const { parts } = await (await service.fetch('/readyz')).json()
      expect(parts).toEqual({
        eventLoop: 'ok',
        engines: 'samples',
        engineHealth: 'ok',
        images: 'samples',
        textModeration: 'rules',
        pictureModeration: 'refused',
        slicerCage: Bun.which('prusa-slicer') === null ? 'none' : 'off',
      })
    },
  )
})

describe('samples', () => {
  const service = useService()

  const note =
    'This is a sample model: no 3D engine is configured on this server, so words and options chose among samples and nothing else.'

  const sizeNote = 'No size was given, so the longest side is 80 mm. Send sizeMm for another size.'

  test('the result reports it', async () => {
    const { post } = await signedIn(service)
    const advanced = { engine: 'engine_1', topology: 'quads' }
    const response = await post('/api/generate', { prompt: 'a boat', advanced })
    expect(await response.json()).toMatchObject({ source: 'demo', notes: [sizeNote, note] })
  })

  test('the tool reports it before and after', async () => {
    const account = await service.account()
    const args = { prompt: 'a boat', confirm: true }
    const started = await resultOf(callTool(service, account, 'generate_model', args))
    expect(started.text).toContain('the result will be a sample model')
    const worker = await service.service.startWorker()
    const read = () =>
      resultOf(callTool(service, account, 'get_generation', { job_id: started.fields['job_id'] }))
    await waitUntil('the job is done', async () => (await read()).fields['status'] === 'done')
    await worker.stop()
    const done = await read()
    expect(done.fields['notes']).toEqual([sizeNote, note])
    expect(done.text).toContain(note)
  })
})
