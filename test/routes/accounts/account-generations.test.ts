// /account lists the latest generations: a timed-out call of generate_model directs its caller there.
import { describe, expect, test } from 'bun:test'
import {
  generationForm,
  openGenerationService,
  startedTask,
  type TestPerson,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { fillStorage } from '../../../testing/models/storage-full.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 100 })

const pageOf = async ({ session }: TestPerson) =>
  await (await service.fetch('/account', { headers: session })).text()

/** Returns the items of the list, without tags. */
async function listed(of: TestPerson): Promise<string[]> {
  const html = await pageOf(of)
  const section = /id="generations".*?<\/section>/s.exec(html)?.[0] ?? ''
  return [...section.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) =>
    item
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(' ,', ',')
      .trim(),
  )
}

const generate = (body: FormData | Readonly<Record<string, unknown>>) =>
  service.post('/api/generate', person, body)
const time = '\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2} UTC'

// Without the hint for programs.
const sizeNote = 'No size was given, so the longest side is 80 mm.'

describe('the latest generations', () => {
  test('an account without generations sees a hint', async () => {
    expect(await listed(person)).toEqual([])
    expect(await pageOf(person)).toContain('No generations yet. <a href="/generate">')
  })

  test('are listed newest first, with request, cost and model', async () => {
    await generate({ prompt: 'a cup', mode: 'hi_fi' })
    service.engine.script.start = () => startedTask({ notes: ['seed had no effect: none.'] })
    await generate(generationForm({ inputMode: 'image_text', prompt: 'in red' }, [{}]))
    const [newer, older] = await listed(person)
    expect(older).toMatch(
      new RegExp(
        `^a cup Done Hi-fi from text, 2 credits, ${time} ${sizeNote} File and address for programs Download the model`,
      ),
    )
    expect(older).toMatch(
      /or order it by the API with this modelUrl : gs:\/\/svc-local\/models\/[0-9a-f]{64}\.glb Print this : a cup$/,
    )
    expect(newer).toMatch(/^in red Done Draft from text and a picture, 2 credits, /)
    expect(newer).toMatch(/seed had no effect: none\. File and/)
    const link = /href="(\/api\/model-proxy\?[^"]+)"/.exec(await pageOf(person))?.[1] ?? ''
    const model = await service.fetch(link.replaceAll('&amp;', '&'), { headers: person.session })
    expect([model.status, model.headers.get('content-type')]).toEqual([200, 'model/gltf-binary'])
  })

  test('a failed generation shows the reason and the refund of its credits', async () => {
    service.engine.script.read = () => ({ kind: 'failed', message: 'The mesh collapsed.' })
    await generate({ prompt: 'a cup' })
    await generate({ prompt: 'something forbidden' })
    const [refused, failed] = await listed(person)
    expect(failed).toMatch(
      new RegExp(`^a cup Failed Draft from text, 1 credit refunded, ${time} The mesh collapsed.$`),
    )
    expect(refused).toMatch(
      /Failed .*not charged.*The prompt asks for a weapon or a part of one\. Describe something else\.$/,
    )
  })

  test('a running generation shows its progress, and a lost one has failed', async () => {
    const started = await service.post('/api/generate/start', person, { prompt: 'a cup' })
    const { jobId } = await started.json()
    expect(await listed(person)).toEqual([
      expect.stringMatching(new RegExp(`^Not processed yet Queued not charged yet, ${time}$`)),
    ])
    await service.db
      .updateTable('generation_jobs')
      .set({ status: 'running', stage: 'generating' })
      .where('id', '=', jobId)
      .execute()
    expect((await listed(person))[0]).toStartWith('Not processed yet Running: generating ')
    service.advance(31 * 60)
    expect((await listed(person))[0]).toEndWith('Generation was interrupted and did not finish.')
    service.advance(-31 * 60)
  })

  test('are at most five, only of the account, and untrusted text stays text', async () => {
    const other = await service.person({ credits: 100 })
    await service.post('/api/generate', other, { prompt: 'not mine' })
    const prompts = Array.from(
      { length: 11 },
      (_, at) => `<b>cup ${at}</b>\u202e\n${'x'.repeat(200)}`,
    )
    for (const prompt of prompts) {
      expect((await generate({ prompt })).status).toBe(200)
      service.advance(1)
    }
    const html = await pageOf(person)
    expect(html).not.toContain('<b>cup')
    expect(html).not.toContain('not mine')
    const items = await listed(person)
    expect(items).toHaveLength(5)
    expect(html).toContain('href="/account/generations"')
    expect(items[0]).toStartWith(`&lt;b&gt;cup 10&lt;/b&gt; ${'x'.repeat(106)}… Done Draft`)
  })

  test('a sample is labeled, and the credits text says so in advance', async () => {
    const restore = service.replace({ engines: { source: 'demo' } })
    service.engine.script.start = () => startedTask({ source: 'demo', notes: ['A sample.'] })
    await generate({ prompt: 'a cup' })
    expect((await listed(person))[0]).toStartWith('a cup Sample model ')
    expect(await pageOf(person)).toContain('generations return sample models')
    restore()
    expect(await pageOf(person)).not.toContain('generations return sample models')
  })

  test('a model that was not stored is not offered', async () => {
    fillStorage(service)
    await generate({ prompt: 'a cup' })
    expect((await listed(person))[0]).toContain('could not be stored, so it cannot be ordered')
  })
})

test('the list has a separate index', async () => {
  const { rows } = await service.service.database.pool.query(
    "select indexdef from pg_indexes where indexname = 'generation_jobs_account'",
  )
  expect(rows).toEqual([{ indexdef: expect.stringContaining('(account_id, created_at DESC)') }])
})
