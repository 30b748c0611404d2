// A vendor's task that no job waits for is listed with its id, because the vendor may bill it.

import { expect, test } from 'bun:test'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import {
  openGenerationService,
  startedTask,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 5 })
const halfAnHour = 30 * 60

async function newestJob(): Promise<string> {
  const { id } = await service.db
    .selectFrom('generation_jobs')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
const leftOf = async (id: string) =>
  (await service.deps.leftovers.list()).filter(({ jobId }) => jobId === id)

test('a task that was created while another process ended its job is listed', async () => {
  let id = ''
  service.engine.script.start = async () => {
    id = await newestJob()
    const failure = { kind: 'generation_interrupted' } as const
    await service.deps.generationJobs.fail(generationJobIdOf(id), null, {
      failure,
      now: service.deps.clock.now(),
    })
    return startedTask({ taskId: 'late' })
  }
  expect((await service.post('/api/generate', person, { prompt: 'a cup' })).status).toBe(502)
  expect((await leftOf(id)).map(({ taskId }) => taskId)).toContain('late')
  expect(await service.credits(person)).toBe(5)
})

test('a task whose job has become an orphan is listed', async () => {
  service.engine.script.start = () => startedTask({ taskId: 'forgotten' })
  service.engine.script.read = () => ({ kind: 'running', percent: 50 })
  const sent = await service.fetch(
    '/api/generate/start',
    jsonPost({ prompt: 'a cup' }, person.session),
  )
  const { jobId } = await sent.json()
  const worker = await service.service.startWorker()
  await until(() => service.engine.calls.includes('read'))
  await worker.stop()
  service.advance(halfAnHour + 1)
  const status = await service.fetch(`/api/generate/status?jobId=${jobId}`, {
    headers: person.session,
  })
  service.advance(-halfAnHour - 1)
  expect((await status.json()).status).toBe('error')
  expect(await leftOf(jobId)).toMatchObject([
    { vendor: 'tripo', taskId: 'forgotten', why: 'deadline', cancelled: false },
  ])
})
