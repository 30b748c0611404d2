// Generations of the client against the complete service, while connections are interrupted: one job and one charge for
// each call.
import { expect, test } from 'bun:test'
import { createClientOn } from '../../../client/typescript/src/client.ts'
import { type GenerateInput, OutcomeUnknownError } from '../../../client/typescript/src/index.ts'
import { pause } from '../../../client/typescript/src/pause.ts'
import {
  openGenerationService,
  pictureBytes,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { openCuttingProxy } from './cutting-proxy.ts'

const service = use(() => openGenerationService())
const person = usePerson(service, { credits: 20 })
const proxy = use(() => openCuttingProxy(Number(new URL(service.baseUrl).port)))

/** Creates a client with short pauses, because everything runs on this machine. */
const clientOf = ({ token } = person) =>
  createClientOn(
    {
      fetch: (url, init) => fetch(url, init),
      sleep: (ms, signal) => pause(Math.min(ms, 50), signal),
      random: () => 1,
      now: () => 0,
    },
    {
      baseUrl: proxy.baseUrl,
      retries: 20,
      credentials: {
        apiKey: undefined,
        extensionToken: token.authorization.replace('Bearer ', ''),
      },
    },
  )

const jobs = async (): Promise<readonly string[]> => {
  const rows = await service.db
    .selectFrom('generation_jobs')
    .select('id')
    .where('account_id', '=', person.accountId)
    .execute()
  return rows.map(({ id }) => id)
}

const picture = new Blob([pictureBytes(100)], { type: 'image/png' })

test.each<[string, GenerateInput, number]>([
  ['words', { prompt: 'a teapot' }, 1],
  ['a picture', { image: picture }, 2],
])(
  'a start of %s with an interrupted response is one job and one charge',
  async (_, input, credits) => {
    const client = clientOf()
    proxy.arm({ of: 'response', afterBytes: 40 }, 2)
    const started = await client.generate(input)
    expect([proxy.hasCut(), started.replayed]).toEqual([true, true])
    expect(await jobs()).toEqual([started.jobId])
    const worker = await service.service.startWorker()
    try {
      await client.waitForGeneration(started.jobId, { intervalMs: 20 })
    } finally {
      await worker.stop()
    }
    expect(await service.ledger(person)).toEqual([{ kind: 'charge', credits: -credits }])
  },
)

verifies('client.ts.generation-once', async () => {
  const client = clientOf()
  proxy.arm({ of: 'response', afterBytes: 40 }, Infinity)
  const unknown = await client
    .generate({ image: picture, drafts: 4 }, { retries: 2 })
    .catch((error) => error)
  expect(unknown).toBeInstanceOf(OutcomeUnknownError)
  proxy.arm(null)
  // Another form with another boundary.
  const found = await client.generate(
    { image: picture, drafts: 4 },
    { idempotencyKey: unknown.idempotencyKey },
  )
  expect(found.replayed).toBe(true)
  expect((await jobs()).toSorted()).toEqual((found.drafts?.jobIds ?? []).toSorted())
  expect(await service.credits(person)).toBe(20 - (found.drafts?.creditsCharged ?? 0))
})

test('awaited new textures are charged once', async () => {
  const made = await service.post('/api/generate', person, { prompt: 'a cup' })
  const { generationId } = await made.json()
  const before = await service.credits(person)
  proxy.arm({ of: 'response', afterBytes: 40 })
  const result = await clientOf().retexture({ generationId, prompt: 'moss' })
  expect([proxy.hasCut(), result.creditsCharged]).toEqual([true, 1])
  expect(service.engine.painted).toHaveLength(1)
  expect(await service.credits(person)).toBe(before - 1)
})
