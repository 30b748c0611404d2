// /generate, /models/{id} and /quote/link, in a browser without JavaScript.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import {
  generationForm,
  openGenerationService,
  type PictureOf,
  type TestPerson,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { box, cubeStl, glb } from '../../../testing/models/meshes.ts'
import { fillStorage } from '../../../testing/models/storage-full.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'

const service = use(() => openGenerationService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } }))
const person = usePerson(service, { credits: 5 })
beforeEach(async () => {
  await resetRateLimits(service.db)
})

async function get(path: string, headers: Record<string, string> = person.session) {
  const response = await service.fetch(path, { headers })
  return {
    status: response.status,
    html: await response.text(),
    location: response.headers.get('location'),
  }
}

async function post(
  path: string,
  body: FormData | URLSearchParams,
  headers: Record<string, string> = person.session,
) {
  const init = { method: 'POST', body, headers: { ...headers, origin: service.baseUrl } }
  const response = await service.fetch(path, init)
  return {
    status: response.status,
    html: await response.text(),
    location: response.headers.get('location') ?? '',
  }
}

const generate = (fields: Record<string, string>, files: readonly PictureOf[] = []) =>
  post('/generate', generationForm(fields, files))

/** Returns the page of a finished job. */
async function ended(path: string) {
  const worker = await service.service.startWorker()
  try {
    await until(async () => !(await get(path)).html.includes('data-live'))
  } finally {
    await worker.stop()
  }
  return await get(path)
}

describe('the form', () => {
  test('is visible to everyone, and accepts only signed-in users', async () => {
    const page = await get('/generate', {})
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Sign in to generate')])
    expect(
      await post('/generate', generationForm({ inputMode: 'text', prompt: 'a cup' }), {}),
    ).toMatchObject({ status: 303, location: '/account?next=%2Fgenerate' })
  })

  test('shows the price at the chosen size first, then at other sizes', async () => {
    const { html } = await get('/generate')
    const prices = html.slice(html.indexOf('id="size-prices"'))
    expect([...prices.matchAll(/>(\d+ mm)</g)].map(([, size]) => size)).toEqual([
      '80 mm',
      '50 mm',
      '150 mm',
    ])
  })

  test('shows the cost of each option, and the balance', async () => {
    const { html } = await get('/generate')
    expect(html).toMatch(/data-balance="5">1 credit</)
    expect(html).toMatch(/Your balance<\/span><span>5 credits</)
    for (const said of [
      '200,000 triangles (+1 credit)',
      '500,000 triangles (+2 credits)',
      '4k (+1 credit)',
      '8k (+2 credits)',
    ]) {
      expect(html).toContain(said)
    }
    expect(html).toMatch(/A second pass for details <span class="muted">\+2 credits/)
  })

  const photo: PictureOf = { field: 'image' }
  const view: PictureOf = { field: 'images' }
  const words = { prompt: 'a cup' }
  const photosGone = 'Choose your photos again: browsers do not keep files.'
  type Case = readonly [
    name: string,
    fields: Record<string, string>,
    files: readonly PictureOf[],
    status: number,
    field: string | null,
    sentence: string,
  ]
  const cases: readonly Case[] = [
    ['no words', { inputMode: 'text' }, [], 400, 'prompt', 'Describe what you want.'],
    [
      'too many words',
      { inputMode: 'text', prompt: 'x'.repeat(501) },
      [],
      400,
      'prompt',
      'Shorten the description to 500 characters.',
    ],
    ['no photo', { inputMode: 'image' }, [], 400, 'image', 'Choose a photo.'],
    ['no words with a photo', { inputMode: 'image_text' }, [photo], 400, 'prompt', photosGone],
    ['one of several', { inputMode: 'multiview' }, [view], 400, 'front', 'Choose 2 to 4 photos.'],
    [
      'two sides without the front',
      { inputMode: 'multiview' },
      [{ field: 'left' }, { field: 'back' }],
      400,
      'front',
      'Choose a photo of its front.',
    ],
    [
      'a GIF',
      { inputMode: 'image' },
      [{ ...photo, type: 'image/gif' }],
      400,
      'image',
      'unsupported image type: image/gif',
    ],
    [
      'what moderation refuses',
      { inputMode: 'text', prompt: 'something forbidden' },
      [],
      400,
      'prompt',
      'The prompt asks for a weapon or a part of one. Describe something else.',
    ],
    [
      'what moderation could not check',
      { inputMode: 'text', prompt: 'silence' },
      [],
      503,
      null,
      'The content check did not answer. Nothing was charged; try again shortly.',
    ],
    ['another input', { ...words, inputMode: 'song' }, [], 400, null, 'invalid input mode'],
    [
      'more than the balance',
      { ...words, inputMode: 'text', mode: 'hi_fi', meshQuality: 'ultra', refinementPass: 'true' },
      [],
      403,
      null,
      'This generation costs 6 credits and the account has 5.',
    ],
  ]
  test.each(cases)(
    '%s: refused next to the field',
    async (_name, fields, files, status, field, sentence) => {
      const refused = await generate({ style: 'art "deco"', ...fields }, files)
      expect([refused.status, refused.html]).toEqual([status, expect.stringContaining(sentence)])
      expect(refused.html).toContain('value="art &quot;deco&quot;"')
      if (field !== null) expect(refused.html).toContain(`id="${field}-error"`)
      const jobs = await service.deps.generationJobs.listRecent(person.accountId, 1)
      expect(jobs).toEqual([])
    },
  )

  test('a balance that is too low leads to the purchase of credits', async () => {
    await service.setCredits(person, 0)
    const refused = await generate({ ...words, inputMode: 'text' })
    expect(refused.html).toMatch(
      /id="short" role="status">Your balance is too low\. <a href="\/account#credits">/,
    )
  })

  test('nothing is queued while generation is switched off', async () => {
    service.replace({ engines: { closed: true } })
    expect((await get('/generate')).html).toContain('Generation is switched off on this server.')
    const refused = await generate({ ...words, inputMode: 'text' })
    expect([refused.status, refused.html]).toEqual([
      503,
      expect.stringContaining('Generation is switched off on this server. Nothing was charged.'),
    ])
  })

  test('is refused after 20 an hour, and keeps its entries', async () => {
    for (let count = 0; count < 20; count++) await generate({ inputMode: 'text' })
    const refused = await generate({ ...words, inputMode: 'text' })
    expect([refused.status, refused.html]).toEqual([
      429,
      expect.stringContaining('Generation limit reached. Please try again later.'),
    ])
    expect(refused.html).toContain('a cup</textarea>')
  })
})

describe('a generation', () => {
  const photo: PictureOf = { field: 'image' }
  const views: readonly PictureOf[] = [{ field: 'images' }, { field: 'images', name: 'b.png' }]
  test.each([
    ['text', { prompt: 'a cup' }, [], 1],
    ['image', {}, [photo], 2],
    ['image_text', { prompt: 'in red' }, [photo], 2],
    ['multiview', { prompt: 'a cup' }, views, 2],
  ] as const)(
    'from %s is queued, shown while it runs, and then with its price',
    async (inputMode, fields, files, credits) => {
      const sent = await generate({ inputMode, mode: 'fast_draft', sizeMm: '20', ...fields }, files)
      expect([sent.status, sent.location]).toEqual([
        303,
        expect.stringMatching(/^\/models\/[0-9a-f-]{36}$/),
      ])
      const waiting = await get(sent.location)
      expect([waiting.status, waiting.html]).toEqual([200, expect.stringContaining('In the queue')])
      expect((await get('/generate')).html).toContain(`href="${sent.location}"`)
      const done = await ended(sent.location)
      expect(service.engine.asked.map((request) => request.inputMode)).toEqual([inputMode])
      expect(await service.credits(person)).toBe(5 - credits)
      // A cube of 20 mm: 8 cm3, under the minimum of a dollar.
      expect(done.html).toContain('20.0 × 20.0 × 20.0 mm')
      expect(done.html).toMatch(/id="print-price">\$1\.00</)
      expect(done.html).toContain('Publish in the gallery')
      const picture = await service.fetch(`${sent.location}/picture`, { headers: person.session })
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect((await service.fetch(`${sent.location}/picture`)).status).toBe(404)
    },
  )

  test('that fails shows the reason, and that the credits were refunded', async () => {
    service.engine.script.read = () => ({ kind: 'failed', message: 'The mesh collapsed.' })
    const sent = await generate({ inputMode: 'text', prompt: 'a cup', mode: 'hi_fi' })
    const failed = await ended(sent.location)
    expect(failed.html).toContain('The mesh collapsed.')
    expect(failed.html).toContain('Your 2 credits were refunded.')
    expect(await service.credits(person)).toBe(5)
  })

  test('that the run refuses shows the reason, and costs nothing', async () => {
    // Queued by another interface, which does not moderate first.
    const body = { prompt: 'something forbidden' }
    const response = await service.post('/api/generate/start', person, body)
    const { jobId }: { jobId: string } = await response.json()
    const sent = { location: `/models/${jobId}` }
    const refused = await ended(sent.location)
    expect(refused.html).toContain(
      'The prompt asks for a weapon or a part of one. Describe something else.',
    )
    expect(refused.html).toContain('No credits were charged.')
  })

  test('without a printable part has no price, and cannot be published', async () => {
    // A sheet of 0.1 mm.
    service.engine.script.download = () => glb(box([0.1, 0.1, 0.0001]))
    const sent = await generate({ inputMode: 'text', prompt: 'a sheet of paper' })
    const { html } = await ended(sent.location)
    expect(html).toContain('Needs another design')
    expect(html).toContain('read a printable mesh from that file.')
    expect(html).not.toContain('Add to basket')
    expect(html).not.toContain('Publish in the gallery')
    const title = new URLSearchParams({ title: 'Paper' })
    const refused = await post(`${sent.location}/publish`, title)
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('printable mesh')])
  })

  test('that could not be stored is reported', async () => {
    fillStorage(service)
    const sent = await generate({ inputMode: 'text', prompt: 'a cup' })
    const { html } = await ended(sent.location)
    expect(html).toContain('The model could not be stored')
    const refused = await post(`${sent.location}/publish`, new URLSearchParams({ title: 'A cup' }))
    expect(refused.status).toBe(422)
  })

  test('has a page only for its owner', async () => {
    const { location } = await generate({ inputMode: 'text', prompt: 'a cup' })
    const other: TestPerson = await service.person()
    expect((await get(location, other.session)).status).toBe(404)
    expect((await get('/models/none')).status).toBe(404)
    const signedOut = await get(location, {})
    expect([signedOut.status, signedOut.location]).toEqual([
      303,
      `/account?next=${encodeURIComponent(location)}`,
    ])
  })

  test('is listed, 25 to a page', async () => {
    const { location } = await generate({ inputMode: 'text', prompt: 'the <oldest>' })
    const job = await service.db
      .selectFrom('generation_jobs')
      .selectAll()
      .where('id', '=', generationJobIdOf(location.replace('/models/', '')))
      .executeTakeFirstOrThrow()
    const newer = Array.from({ length: 25 }, (_, index) => ({
      id: generationJobIdOf(crypto.randomUUID()),
      account_id: job.account_id,
      status: 'error' as const,
      failure: JSON.stringify({ kind: 'generation_interrupted' }),
      created_at: new Date(job.created_at.getTime() + 1000 * (index + 1)),
      completed_at: new Date(),
    }))
    await service.db.insertInto('generation_jobs').values(newer).execute()
    const [first, second] = [await get('/generate'), await get('/generate?page=2')]
    expect(first.html.match(/href="\/models\//g)).toHaveLength(25)
    expect(first.html).toContain('href="/generate?page=2"')
    expect(second.html).toContain(`href="${location}"`)
    expect(first.html).not.toContain(`href="${location}"`)
  })
})

describe('a link on the quote page', () => {
  const web = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.endsWith('/cube.stl')
        ? new Response(cubeStl({ sizeMm: 40 }))
        : new Response('', { status: 404 }),
  })
  afterAll(() => web.stop(true))
  const link = (url: string, headers?: Record<string, string>) =>
    post('/quote/link', new URLSearchParams({ url, units: '' }), headers)
  const cube = `http://127.0.0.1:${web.port}/cube.stl`

  test('leads to the page of the model', async () => {
    expect((await get('/quote')).html).toContain('action="/quote/link"')
    const sent = await link(cube)
    expect([sent.status, sent.location]).toEqual([
      303,
      expect.stringMatching(/^\/models\/.*\?imported=1$/),
    ])
    const shown = await get(sent.location)
    expect(shown.html).toContain('Uploaded by you')
    // 64 cm3 x 0.44 x 1.26 = 35.5 g, as 36 g at $0.12.
    expect(shown.html).toMatch(/id="print-price">\$4\.32</)
  })

  test('survives a sign-in and a refusal', async () => {
    const signedOut = await link(cube, {})
    const next = new URLSearchParams({ url: cube, units: '' })
    expect([signedOut.status, signedOut.location]).toEqual([
      303,
      `/account?next=${encodeURIComponent(`/quote/link?${next}`)}`,
    ])
    expect((await get(`/quote/link?${next}`)).html).toContain(`value="${cube}"`)
    const none = `http://127.0.0.1:${web.port}/none.stl`
    const refused = await link(none)
    expect([refused.status, refused.html]).toEqual([502, expect.stringContaining('answered 404')])
    expect(refused.html).toContain(`value="${none}"`)
    expect((await link('')).status).toBe(400)
  })
})
