// An account that owes money for a gift card or credits generates nothing, by every door that spends credits or makes pictures.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generationForm, openGenerationService, usePerson } from '../helpers/generation.ts'
import { owe } from '../helpers/owe.ts'
import { use } from '../helpers/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 20 })
beforeEach(async () => {
  await service.db.deleteFrom('rate_counters').execute()
})

const sentence =
  'This account owes $20.00: the payment of a gift card or of credits went back after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.'
const doors: readonly (readonly [string, object])[] = [
  ['/api/generate', { prompt: 'a cup', mode: 'hi_fi' }],
  ['/api/generate/start', { prompt: 'a cup', mode: 'hi_fi' }],
  ['/api/images/generate', { prompt: 'a red teapot' }],
]

describe('in debt', () => {
  beforeEach(() => owe(service.db, person.accountId, 2000))
  // Nothing was charged.
  afterEach(async () => expect(await service.credits(person)).toBe(20))

  test.each(doors)('%s', async (path, body) => {
    const response = await service.post(path, person, { ...body })
    expect([response.status, await response.json()]).toEqual([402, { error: sentence }])
  })

  test('the form of /generate', async () => {
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

test('/api/retexture', async () => {
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
