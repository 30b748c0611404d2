// /pictures, "Make this a model", "Paint it anew" and "Try again", in a browser without JavaScript.

import { beforeEach, describe, expect, test } from 'bun:test'
import { jsonb } from '../../../server/db/core/values/json.ts'
import { sweep } from '../../../server/db/maintenance/sweep.ts'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import {
  generationForm,
  openGenerationService,
  type PictureOf,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { opaque, stripes } from '../../../testing/models/pictures.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 5 })
const other = usePerson(service, { credits: 5 })
beforeEach(async () => {
  await resetRateLimits(service.db)
})

async function get(path: string, headers: Record<string, string> = person.session) {
  const response = await service.fetch(path, { headers })
  return { status: response.status, html: await response.text() }
}

async function post(
  path: string,
  body: FormData | URLSearchParams,
  headers: Record<string, string> = person.session,
) {
  const init = { method: 'POST', body, headers: { ...headers, origin: service.baseUrl } }
  const response = await service.fetch(path, init)
  const location = response.headers.get('location') ?? ''
  return { status: response.status, html: await response.text(), location }
}

const draw = (prompt: string, more: Record<string, string> = {}) =>
  post('/pictures/draw', new URLSearchParams({ prompt, ...more }))

/** Returns the address of a new picture. */
async function drawn(prompt: string): Promise<string> {
  const { status, location } = await draw(prompt)
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/pictures\?made=/)])
  return new URL(location, service.baseUrl).searchParams.get('made') ?? ''
}

async function photo(): Promise<File> {
  const bytes = await stripes([{ color: opaque(200, 30, 30), width: 40 }])
  return new File([bytes], 'photo.png', { type: 'image/png' })
}

async function change(fields: Record<string, string>, file?: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  // A browser sends an empty file for an input without one.
  form.set('image', file ?? new File([], ''))
  return await post('/pictures/change', form)
}

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

describe('pictures', () => {
  test('the costs precede the forms, and a visitor without a session is redirected to sign-in', async () => {
    const signedOut = await get('/pictures', {})
    expect(signedOut.html).toContain('href="/account?next=%2Fpictures"')
    expect(signedOut.html).not.toContain('action="/pictures/draw"')
    for (const path of ['/pictures/draw', '/pictures/change']) {
      const sent = await post(path, new URLSearchParams({ prompt: 'a cup' }), {})
      expect([sent.status, sent.location]).toEqual([303, '/account?next=%2Fpictures'])
    }
    const { html } = await get('/pictures')
    expect(html).toContain('<dt>A picture, drawn or changed</dt><dd>0 credits</dd>')
    expect(html).toContain('<dt>A draft of a model from it</dt><dd>2 credits</dd>')
    expect(html).toContain('<dt>Your balance</dt><dd>5 credits</dd>')
    expect(html.indexOf('0 credits')).toBeLessThan(html.indexOf('action="/pictures/draw"'))
  })

  test('one is drawn, listed, changed and deleted without credits', async () => {
    const uri = await drawn('a red teapot')
    const page = await get(`/pictures?made=${encodeURIComponent(uri)}`)
    expect(page.html).toContain('Your new picture')
    expect(page.html).toContain('alt="a red teapot"')
    const changing = await get(`/pictures?change=${encodeURIComponent(uri)}`)
    expect(changing.html).toContain(`<input type="hidden" name="imageUrl" value="${uri}"/>`)
    const changed = await change({ imageUrl: uri, prompt: 'make it blue' })
    expect([changed.status, changed.location]).toEqual([
      303,
      expect.stringMatching(/^\/pictures\?made=/),
    ])
    expect((await change({ prompt: 'make it green' }, await photo())).status).toBe(303)
    const list = await get('/account/pictures')
    for (const title of ['a red teapot', 'make it blue', 'make it green']) {
      expect(list.html).toContain(`alt="${title}"`)
    }
    await post('/account/pictures/delete', new URLSearchParams({ url: uri }))
    expect((await get('/pictures')).html).not.toContain('a red teapot')
    expect(await service.credits(person)).toBe(5)
  })

  test('another account sees none of the pictures', async () => {
    const uri = encodeURIComponent(await drawn('a red teapot'))
    for (const path of [`made=${uri}`, `change=${uri}`]) {
      const { html } = await get(`/pictures?${path}`, other.session)
      expect(html).not.toContain('a red teapot')
      expect(html).not.toContain('name="imageUrl"')
    }
    expect((await get(`/generate?picture=${uri}`, other.session)).html).not.toContain('imageUrl')
  })

  test.each([
    ['nothing', '', 400, 'Describe what you want.'],
    ['too much', 'x'.repeat(501), 400, 'Shorten the description to 500 characters.'],
    [
      'something forbidden',
      'forbidden',
      400,
      'The prompt asks for a weapon or a part of one. Describe something else.',
    ],
    [
      'what could not be checked',
      'silence',
      503,
      'The content check did not answer. Nothing was charged; try again shortly.',
    ],
  ])('%s is refused, and the entered words stay', async (_name, prompt, status, sentence) => {
    const refused = await draw(prompt)
    expect([refused.status, refused.html]).toEqual([status, expect.stringContaining(sentence)])
    expect(refused.html).toContain(`${prompt}</textarea>`)
    const changed = await change({ prompt }, await photo())
    expect([changed.status, changed.html]).toEqual([status, expect.stringContaining(sentence)])
    expect(changed.html).toContain('Choose your photo again: browsers do not keep files.')
    expect((await get('/account/pictures')).html).toContain('No pictures yet.')
  })

  test('a change without a photo, or with an invalid file, is refused at the photo', async () => {
    expect((await change({ prompt: 'blue' })).html).toMatch(/id="image-error">Choose a photo\.</)
    const text = new File(['hello'], 'notes.txt', { type: 'text/plain' })
    expect((await change({ prompt: 'blue' }, text)).html).toMatch(
      /id="image-error">Choose a PNG, JPEG or WebP photo\.</,
    )
    const foreign = await change({ prompt: 'blue', imageUrl: 'gs://svc-local/images/none.png' })
    expect(foreign.html).toMatch(/id="image-error">This picture is not yours\. Choose a photo\.</)
  })

  test('nothing is drawn while generation is switched off', async () => {
    service.replace({ engines: { closed: true } })
    expect((await get('/pictures')).html).toContain('Generation is switched off on this server.')
    expect((await draw('a cup')).status).toBe(503)
  })

  test('are refused after 40 an hour, with their words', async () => {
    for (let count = 0; count < 40; count += 1) await draw('')
    const refused = await draw('a cup')
    expect(refused.status).toBe(429)
    expect(refused.html).toContain('a cup</textarea>')
  })
})

describe('a model from a picture', () => {
  /** Sends the form of the button as the page contains it. */
  async function makeModel(uri: string) {
    const { html } = await get('/pictures')
    expect(html).toContain('Make this a model for 2 credits')
    expect(html).toContain(`<input type="hidden" name="imageUrl" value="${uri}"/>`)
    return await post(
      '/generate',
      generationForm({ inputMode: 'image', mode: 'fast_draft', imageUrl: uri }),
    )
  }

  test('is made with one tap at the price on the button', async () => {
    const sent = await makeModel(await drawn('a red teapot'))
    expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/models\//)])
    expect((await get(sent.location)).html).toContain('In the queue')
    const done = await ended(sent.location)
    expect(done.html).toContain('<h1 class="model-name">a red teapot</h1>')
    expect(await service.credits(person)).toBe(3)
    const [asked] = service.engine.asked
    expect([asked?.inputMode, asked?.images.length]).toEqual(['image', 1])
  })

  test('is refused next to the picture, which stays chosen', async () => {
    const uri = await drawn('a red teapot')
    await service.setCredits(person, 1)
    const refused = await makeModel(uri)
    expect(refused.status).toBe(403)
    expect(refused.html).toContain('This generation costs 2 credits and the account has 1.')
    expect(refused.html).not.toContain('Choose your photos again')
    expect(refused.html).toContain(`<input type="hidden" name="imageUrl" value="${uri}"/>`)
  })

  test('with options: the form opens with the picture', async () => {
    const uri = await drawn('a red teapot')
    const { html } = await get(`/generate?picture=${encodeURIComponent(uri)}`)
    expect(html).toContain(`<input type="hidden" name="imageUrl" value="${uri}"/>`)
    expect(html).toMatch(/name="inputMode" value="image" checked/)
    expect(html).toMatch(/id="credit-cost"[^>]*>2 credits</)
  })
})

describe('retexturing a model', () => {
  /** Returns the page of a finished model. */
  async function model(): Promise<string> {
    const body = { prompt: 'a cup', mode: 'hi_fi', advanced: { smoothing: 'off' } }
    const made = await service.post('/api/generate', person, body)
    return `/models/${(await made.json()).generationId}`
  }
  const paint = (path: string, prompt: string, headers = person.session) =>
    post(`${path}/retexture`, new URLSearchParams({ prompt }), headers)

  test('shows the price first, and makes a separate model', async () => {
    const path = await model()
    const { html } = await get(path)
    expect(html).toContain('Costs <strong>1 credit</strong> of your 3.')
    const sent = await paint(path, ' mossy stone ')
    expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/models\//)])
    expect(sent.location).not.toBe(path)
    expect((await get(sent.location)).html).toContain('In the queue')
    const done = await ended(sent.location)
    expect(done.html).toContain('<h1 class="model-name">mossy stone</h1>')
    expect(done.html).toContain('New textures, 1 credit')
    expect(service.engine.painted.map(({ prompt }) => prompt)).toEqual(['mossy stone'])
    expect(await service.credits(person)).toBe(2)
    expect((await get(path)).status).toBe(200)
  })

  test('keeps refused words, with the reason at their field', async () => {
    const path = await model()
    for (const [prompt, sentence] of [
      [' ', 'Describe what it should look like.'],
      ['x'.repeat(501), 'Shorten the description to 500 characters.'],
      [
        'forbidden paint',
        'The prompt asks for a weapon or a part of one. Describe something else.',
      ],
    ] as const) {
      const refused = await paint(path, prompt)
      expect(refused.status).toBe(400)
      expect(refused.html).toContain(`id="repaint-prompt-error">${sentence}<`)
      expect(refused.html).toContain(`${prompt}</textarea>`)
    }
    await service.setCredits(person, 0)
    expect((await get(path)).html).toContain('Your balance is too low.')
    const poor = await paint(path, 'gold')
    expect([poor.status, poor.html]).toEqual([
      403,
      expect.stringContaining('This generation costs 1 credit and the account has 0.'),
    ])
    expect(await service.ledger(person)).toHaveLength(1)
  })

  test('is available only for generated models of the account', async () => {
    const path = await model()
    expect((await paint(path, 'gold', other.session)).status).toBe(404)
    expect((await paint('/models/none', 'gold')).status).toBe(404)
  })

  test('that failed refunds the credit, and is tried again with its words', async () => {
    const path = await model()
    service.engine.script.retexture = () => ({ kind: 'failed', message: 'No paint left.' })
    const { location } = await paint(path, 'mossy stone')
    const failed = await ended(location)
    expect(failed.html).toContain('No paint left.')
    expect(await service.credits(person)).toBe(3)
    const again = `${path}?again=${location.slice('/models/'.length)}`
    expect(failed.html).toContain(`href="${again}#repaint"`)
    expect((await get(again)).html).toContain('mossy stone</textarea>')
  })
})

test('a finished model leads to the form with its words and options', async () => {
  const made = await service.post('/api/generate', person, {
    prompt: 'a cup',
    advanced: { smoothing: 'off', seed: 7 },
  })
  const { generationId } = await made.json()
  const again = `/generate?again=${generationId}`
  expect((await get(`/models/${generationId}`)).html).toContain(`<a href="${again}">`)
  const { html } = await get(again)
  expect(html).toContain('a cup</textarea>')
  expect(html).toMatch(/name="seed" value="7"/)
})

describe('"Try again" of a generation from photos', () => {
  const views: readonly PictureOf[] = [{ field: 'front' }, { field: 'back', bytes: 150 }]
  const kept = (id: string) => `<input type="hidden" name="imagesOf" value="${id}"/>`
  const generate = (fields: Record<string, string>, files: readonly PictureOf[] = []) =>
    post('/generate', generationForm(fields, files))

  async function failed(fields: Record<string, string>, files: readonly PictureOf[]) {
    service.engine.script.start = () => ({ kind: 'failed', message: 'The engine broke.' })
    const { location } = await generate(fields, files)
    expect((await ended(location)).html).toContain('The engine broke.')
    service.engine.reset()
    return location.slice('/models/'.length)
  }

  test('still has the photos, in their places', async () => {
    const id = await failed({ inputMode: 'multiview', prompt: 'a cup' }, views)
    expect(await service.credits(person)).toBe(5)
    const page = await get(`/generate?again=${id}`)
    expect(page.html).toContain(kept(id))
    expect(page.html).toContain('Your photos of the last try are used again')
    const sent = await generate({ inputMode: 'multiview', prompt: 'a cup', imagesOf: id })
    expect(sent.status).toBe(303)
    expect((await ended(sent.location)).html).toContain('Publish in the gallery')
    expect(service.engine.asked[0]?.images.map(({ view }) => view)).toEqual(['front', 'back'])
  })

  test('exports them with the account', async () => {
    const id = await failed({ inputMode: 'multiview', prompt: 'a cup' }, views)
    const { html } = await get('/account/export')
    const { generationUploads } = JSON.parse(html)
    expect(generationUploads).toEqual([
      {
        job_id: id,
        part: 0,
        content_type: expect.stringMatching(/^multipart\/form-data; *boundary=/),
        base64: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      },
    ])
    const [{ content_type, base64 }] = generationUploads
    const form = await new Response(Buffer.from(base64, 'base64'), {
      headers: { 'content-type': content_type },
    }).formData()
    const back = form.get('back')
    expect(back instanceof File && back.size).toBe(150)
  })

  test('a third attempt has them as well, and a newly chosen photo replaces one', async () => {
    const first = await failed({ inputMode: 'multiview' }, views)
    const second = await failed({ inputMode: 'multiview', imagesOf: first }, [])
    const sent = await generate({ inputMode: 'multiview', imagesOf: second }, [
      { field: 'left' },
      { field: 'back', bytes: 200 },
    ])
    await ended(sent.location)
    const images = service.engine.asked[0]?.images ?? []
    expect(images.map(({ view }) => view)).toEqual(['front', 'left', 'back'])
  })

  test('keeps photos of a reusing attempt for 24 hours from that attempt', async () => {
    const first = await failed({ inputMode: 'multiview' }, views)
    const age = (id: string, hours: number) =>
      service.service.database.pool.query(
        `update generation_jobs set completed_at = completed_at - make_interval(hours => $2::int),
           photos_used_at = photos_used_at - make_interval(hours => $2::int) where id = $1`,
        [id, hours],
      )
    const swept = () => sweep(service.db, { coreVersion: 1, basketDays: 30 })
    await age(first, 23)
    const second = await failed({ inputMode: 'multiview', imagesOf: first }, [])
    for (const id of [first, second]) await age(id, 23)
    await swept()
    expect((await get(`/generate?again=${second}`)).html).toContain(kept(second))
    const third = await failed({ inputMode: 'multiview', imagesOf: second }, [])
    for (const id of [first, second, third]) await age(id, 25)
    await swept()
    // Nothing is offered that does not exist.
    expect((await get(`/generate?again=${third}`)).html).not.toContain('imagesOf')
    const late = await generate({ inputMode: 'multiview', imagesOf: third })
    expect([late.status, late.html]).toEqual([
      404,
      expect.stringContaining('The pictures of that generation are no longer stored.'),
    ])
  })

  test('has the picture of the account that it was made from', async () => {
    const uri = await drawn('a red teapot')
    const id = await failed({ inputMode: 'image', imageUrl: uri }, [])
    const sent = await generate({ inputMode: 'image', imagesOf: id })
    await ended(sent.location)
    expect(service.engine.asked[0]?.images).toHaveLength(1)
  })

  test('has the picture that a program named in JSON', async () => {
    const imageUrl = await drawn('a red teapot')
    service.engine.script.start = () => ({ kind: 'failed', message: 'The engine broke.' })
    const body = { inputMode: 'image', imageUrl }
    const started = await service.post('/api/generate/start', person, body)
    const { jobId } = await started.json()
    await ended(`/models/${jobId}`)
    service.engine.reset()
    expect((await get(`/generate?again=${jobId}`)).html).toContain(kept(jobId))
    const sent = await generate({ inputMode: 'image', imagesOf: jobId })
    await ended(sent.location)
    expect(service.engine.asked[0]?.images).toHaveLength(1)
  })

  test('keeps the photos after a refusal, and does not ask for them again', async () => {
    const id = await failed({ inputMode: 'image' }, [{ field: 'image' }])
    const refused = await generate({ inputMode: 'image_text', prompt: '', imagesOf: id })
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(kept(id))])
    expect(refused.html).not.toContain('Choose your photos again')
  })

  test('deletes them after a day and with the generation, and hides them from other accounts', async () => {
    const id = await failed({ inputMode: 'image' }, [{ field: 'image' }])
    const gone = 'The pictures of that generation are no longer stored. Send them again.'
    const foreign = await post(
      '/generate',
      generationForm({ inputMode: 'image', imagesOf: id }),
      other.session,
    )
    expect([foreign.status, foreign.html]).toEqual([404, expect.stringContaining(gone)])
    expect((await get(`/generate?again=${id}`, other.session)).html).not.toContain(id)
    const jobId = generationJobIdOf(id)
    await service.db
      .updateTable('generation_jobs')
      .set({ completed_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', jobId)
      .execute()
    const parts = () =>
      service.db
        .selectFrom('generation_bodies')
        .select('part')
        .where('job_id', '=', jobId)
        .execute()
    expect(await parts()).not.toEqual([])
    await sweep(service.db, { coreVersion: 1, basketDays: 30 })
    expect(await parts()).toEqual([])
    expect((await get(`/generate?again=${id}`)).html).not.toContain('imagesOf')
    const late = await generate({ inputMode: 'image', imagesOf: id })
    expect([late.status, late.html]).toEqual([404, expect.stringContaining(gone)])
  })

  test('keeps the newest ten of an account, and those of other accounts', async () => {
    const hour = 3_600_000
    const failure = jsonb({ kind: 'generation_cancelled' })
    const added = async ({ accountId }: typeof person, count: number) => {
      const ids = Array.from({ length: count }, () => generationJobIdOf(crypto.randomUUID()))
      for (const [age, id] of ids.entries()) {
        const at = new Date(Date.now() - (age + 1) * hour)
        const row = { id, account_id: accountId, created_at: at, completed_at: at }
        await service.db
          .insertInto('generation_jobs')
          .values({ ...row, status: 'error', content_type: 'multipart/form-data', failure })
          .execute()
        await service.db
          .insertInto('generation_bodies')
          .values({ job_id: id, part: 0, bytes: Buffer.from('photo') })
          .execute()
      }
      return ids
    }
    const mine = await added(person, 12)
    const theirs = await added(other, 3)
    await sweep(service.db, { coreVersion: 1, basketDays: 30 })
    const left = await service.db.selectFrom('generation_bodies').select('job_id').execute()
    const ids = left.map(({ job_id: id }) => id)
    expect(mine.map((id) => ids.includes(id))).toEqual(mine.map((_id, age) => age < 10))
    expect(theirs.every((id) => ids.includes(id))).toBe(true)
  })

  test('a finished model keeps no photos, and a generation from words needs none', async () => {
    const { location } = await generate({ inputMode: 'image' }, [{ field: 'image' }])
    await ended(location)
    service.engine.script.start = () => ({ kind: 'failed', message: 'The engine broke.' })
    await ended((await generate({ inputMode: 'text', prompt: 'a cup' })).location)
    const left = await service.db
      .selectFrom('generation_bodies')
      .innerJoin('generation_jobs', 'generation_jobs.id', 'job_id')
      .select('part')
      .where('account_id', '=', person.accountId)
      .execute()
    expect(left).toEqual([])
  })

  test('programs can name the earlier generation as well', async () => {
    const id = await failed({ inputMode: 'image' }, [{ field: 'image' }])
    const made = await service.post('/api/generate', person, {
      inputMode: 'image',
      imagesOf: id,
      advanced: { smoothing: 'off' },
    })
    expect(made.status).toBe(200)
    expect(await made.json()).toMatchObject({ inputMode: 'image', creditsCharged: 2 })
  })
})
