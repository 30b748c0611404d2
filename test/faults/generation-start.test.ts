// Many concurrent starts: the limit is exact, for every credential and endpoint.
import { expect, test } from 'bun:test'
import { openGenerationService } from '../../testing/engines/generation.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { use } from '../../testing/use.ts'

const service = use(openGenerationService)

test('exactly 20 of 200 concurrent starts are accepted, each with its job', async () => {
  const person = await service.person()
  const responses = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const response = await service.fetch(
        '/api/generate/start',
        rawPost(
          JSON.stringify({ prompt: `cup ${at}` }),
          at % 2 === 0 ? person.session : person.token,
        ),
      )
      return { status: response.status, body: await response.json() }
    }),
  )
  const accepted = responses.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(20)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(180)
  const jobs = await service.db
    .selectFrom('generation_jobs')
    .select(['id', 'status'])
    .where('account_id', '=', person.accountId)
    .execute()
  expect(jobs.map(({ id }) => id).toSorted()).toEqual(
    accepted.map(({ body }) => body.jobId).toSorted(),
  )
})

test('concurrent generations spend the balance of the account and no more', async () => {
  const person = await service.person({ credits: 3 })
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => service.post('/api/generate', person, { prompt: 'a cup' })),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 403)).toHaveLength(9)
  expect(await service.credits(person)).toBe(0)
  expect(service.engine.calls.filter((call) => call === 'start')).toHaveLength(3)
})
