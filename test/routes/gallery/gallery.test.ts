// The gallery (decisions.md 41): /api/gallery, its pages, the desk's, and orders of its models.

import { beforeEach, describe, expect, test } from 'bun:test'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { type Buyer, buyer, cart, checkoutBody, post } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import type { Uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const ada = use(() => buyer(service))
const visitor = { cookie: '' }
beforeEach(async () => {
  await resetRateLimits(service.db)
})

let sizes = 20

/** Uploads a cube of a different size each time for its owner. */
async function uploadCube(who: Buyer = ada, bytes?: Uint8Array<ArrayBuffer>): Promise<Uploaded> {
  sizes += 0.5
  const body = new FormData()
  body.set('file', new File([bytes ?? cubeStl({ sizeMm: sizes })], 'cube.stl'))
  const headers = { cookie: who.cookie, origin: service.baseUrl }
  const response = await service.fetch('/api/print-upload', { method: 'POST', body, headers })
  return await response.json()
}

const publish = (body: object, who: Pick<Buyer, 'cookie'> = ada) =>
  post(service, who, '/api/gallery', body)

async function published(title = 'A cube', who: Buyer = ada, bytes?: Uint8Array<ArrayBuffer>) {
  const { generationId, modelUrl } = await uploadCube(who, bytes)
  const [status, entry] = await publish({ generationId, title }, who)
  expect([status, entry]).toEqual([201, expect.objectContaining({ id: expect.any(String) })])
  return { id: String(entry.id), generationId, modelUrl }
}

async function withdraw(id: string, who: Pick<Buyer, 'cookie'> = ada) {
  const headers = { cookie: who.cookie, origin: service.baseUrl }
  const response = await service.fetch(`/api/gallery/${id}`, { method: 'DELETE', headers })
  return [response.status, await response.json()] as const
}

async function page(path: string, { cookie }: Pick<Buyer, 'cookie'> = visitor) {
  const response = await service.fetch(path, { headers: { cookie } })
  const html = await response.text()
  return { status: response.status, html, location: response.headers.get('location') }
}

async function form(path: string, fields: Record<string, string>, who: Pick<Buyer, 'cookie'>) {
  const body = new URLSearchParams(fields)
  const headers = { cookie: who.cookie, origin: service.baseUrl }
  const response = await service.fetch(path, { method: 'POST', body, headers })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? who.cookie
  const html = await response.text()
  return { status: response.status, html, location: response.headers.get('location'), cookie }
}

/** Sends the request of the button on an entry's page. */
async function intoBasket(modelUrl: string, who: Pick<Buyer, 'cookie'> = visitor) {
  const body = new FormData()
  const fields = { modelUrl, color: 'Black', material: 'pla', quantity: '1' }
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { cookie: who.cookie, origin: service.baseUrl }
  const response = await service.fetch('/basket/parts', { method: 'POST', body, headers })
  const set = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { status: response.status, html: await response.text(), cookie: set || who.cookie }
}

const download = async (modelUrl: string, { cookie }: Pick<Buyer, 'cookie'> = visitor) => {
  const query = new URLSearchParams({ url: modelUrl })
  return (await service.fetch(`/api/model-proxy?${query}`, { headers: { cookie } })).status
}

const gone = { error: 'This model is no longer in the gallery, so it cannot be ordered.' }

verifies('gallery.session', async () => {
  const refused = { error: 'Authentication required' }
  expect(await publish({}, visitor)).toEqual([401, refused])
  const { id } = await published()
  expect(await withdraw(id, visitor)).toEqual([401, refused])
})

verifies('gallery.publish', async () => {
  const { generationId, modelUrl } = await uploadCube()
  expect(await download(modelUrl)).toBe(401)
  const [status, entry] = await publish({ generationId, title: '  A cube\nof plastic ' })
  expect([status, entry]).toEqual([
    201,
    {
      id: expect.any(String),
      generationId,
      title: 'A cube of plastic',
      modelUrl,
      url: `${service.baseUrl}/gallery/${entry.id}`,
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  ])
  expect(await download(modelUrl)).toBe(200)
  const eve = await buyer(service)
  const [, priced] = await post(service, eve, '/api/cart-reprice', cart([{ modelUrl }]))
  expect(priced.lines).toMatchObject([{ fromGallery: true }])
  const shown = await page(`/gallery/${entry.id}`)
  expect([shown.status, shown.html]).toEqual([200, expect.stringContaining('A cube of plastic')])
  expect(shown.html).not.toContain(ada.email)
  const picture = await service.fetch(`/gallery/${entry.id}/picture`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = new Uint8Array(await picture.arrayBuffer())
  expect([...bytes.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  const etag = picture.headers.get('etag') ?? ''
  // Shared caches keep the picture for a minute, so that it disappears soon after a takedown.
  expect(picture.headers.get('cache-control')).toBe('public, max-age=60, must-revalidate')
  const again = await service.fetch(`/gallery/${entry.id}/picture`, {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
  const maker = await service.person({ credits: 3 })
  const made = await service.post('/api/generate', maker, { prompt: 'a cup' })
  const generation: { generationId: string; modelUrl: string } = await made.json()
  const title = 'A cup'
  const [generated] = await publish({ generationId: generation.generationId, title }, maker)
  expect([generated, await download(generation.modelUrl)]).toEqual([201, 200])
})

verifies('gallery.withdraw', async () => {
  const { id, generationId, modelUrl } = await published()
  const eve = await buyer(service)
  const unknown = [404, { error: 'Gallery entry not found' }] as const
  expect(await withdraw(id, eve)).toEqual(unknown)
  expect(await withdraw(crypto.randomUUID())).toEqual(unknown)
  expect(await withdraw('none')).toEqual(unknown)
  expect(await withdraw(id)).toEqual([200, { ok: true }])
  expect(await withdraw(id)).toEqual([200, { ok: true }])
  expect([await download(modelUrl, eve), await download(modelUrl, ada)]).toEqual([403, 200])
  expect((await page('/gallery')).html).not.toContain(id)
  expect((await service.fetch(`/gallery/${id}/picture`)).status).toBe(404)
  const order = checkoutBody([{ modelUrl }])
  expect(await post(service, eve, '/api/checkout', order)).toEqual([
    422,
    { error: `Item 1: ${gone.error}` },
  ])
  // Withdraws by the form of the page.
  const other = await published()
  const path = `/gallery/${other.id}/withdraw`
  expect((await form(path, {}, eve)).status).toBe(404)
  expect((await page(`/gallery/${other.id}`)).status).toBe(200)
  expect((await form(path, {}, ada)).location).toBe(`/models/${other.generationId}?withdrawn=1`)
  expect((await page(`/gallery/${other.id}`)).status).toBe(410)
  // The model may be published again, as another entry.
  const [status, again] = await publish({ generationId, title: 'Again' })
  expect([status, again.id === id]).toEqual([201, false])
})

test('a model that two accounts published stays until both have withdrawn it', async () => {
  const bytes = cubeStl({ sizeMm: 77 })
  const eve = await buyer(service)
  const [one, other] = [await published('Mine', ada, bytes), await published('Hers', eve, bytes)]
  expect(one.modelUrl).toBe(other.modelUrl)
  await withdraw(one.id)
  expect(await download(one.modelUrl)).toBe(200)
  await withdraw(other.id, eve)
  expect(await download(one.modelUrl)).toBe(401)
})

verifies('gallery.title-moderated', async () => {
  const { generationId, modelUrl } = await uploadCube()
  const refused =
    'This title cannot be published. The title names a weapon or a part of one. Choose another title.'
  const late = 'The content check did not respond. Nothing was published; try again shortly.'
  for (const [title, status, error] of [
    ['A forbidden cube', 400, `${refused} Nothing was published.`],
    ['The silence of a cube', 503, late],
  ] as const) {
    expect(await publish({ generationId, title })).toEqual([status, { error }])
    expect(service.language.moderated.at(-1)).toEqual({ text: title, images: 0 })
    const shown = await form(`/models/${generationId}/publish`, { title }, ada)
    expect([shown.status, shown.html]).toEqual([status, expect.stringContaining(error)])
    expect(shown.html).toContain(`value="${title}"`)
  }
  expect(await download(modelUrl)).toBe(401)
})

describe('refusals', () => {
  const length = { error: 'title must have 1 to 80 characters.' }
  const unknown = { error: 'Generation not found' }
  const id = '00000000-0000-4000-8000-000000000000'
  verifies('gallery.refusals', async () => {
    const { generationId } = await uploadCube()
    const eve = await buyer(service)
    const cases: readonly (readonly [body: object, status: number, response: object])[] = [
      [{ title: 'A' }, 400, { error: 'generationId required' }],
      [{ generationId: 5, title: 'A' }, 400, { error: 'generationId: must be a string' }],
      [{ generationId }, 400, length],
      [{ generationId, title: ' \u200b ' }, 400, length],
      [{ generationId, title: 'x'.repeat(81) }, 400, length],
      [{ generationId: id, title: 'A' }, 404, unknown],
      [{ generationId: 'none', title: 'A' }, 404, unknown],
    ]
    for (const [body, status, response] of cases) {
      expect([body, ...(await publish(body))]).toEqual([body, status, response])
    }
    expect(await publish({ generationId, title: 'A' }, eve)).toEqual([404, unknown])
    expect((await publish({ generationId, title: '🦊'.repeat(80) }))[0]).toBe(201)
    expect(await publish({ generationId, title: 'A' })).toEqual([
      409,
      { error: 'This model is in the gallery already.' },
    ])
    const lost = await uploadCube()
    await service.db
      .updateTable('generations')
      .set({ model_uri: 'https://engine.example/model.glb' })
      .where('id', '=', lost.generationId)
      .execute()
    expect(await publish({ generationId: lost.generationId, title: 'A' })).toEqual([
      422,
      { error: 'Only models that are stored here and can be ordered can be published.' },
    ])
  })

  test('are limited to 30 an hour, over REST and the form together', async () => {
    const { generationId } = await uploadCube()
    for (let count = 0; count < 30; count++) await publish({})
    const error = 'Too many models were published. Wait an hour and try again.'
    expect(await publish({ generationId, title: 'A' })).toEqual([429, { error }])
    const shown = await form(`/models/${generationId}/publish`, { title: 'A' }, ada)
    expect([shown.status, shown.html]).toEqual([429, expect.stringContaining(error)])
  })

  test('one of 16 concurrent requests publishes', async () => {
    const { generationId } = await uploadCube()
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () => publish({ generationId, title: 'Once' })),
    )
    expect(outcomes.map(([status]) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 15 }, () => 409),
    ])
  })
})

verifies('gallery.pages', async () => {
  await service.db.deleteFrom('gallery_entries').execute()
  expect((await page('/gallery')).html).toContain('No model is published yet')
  const { id, generationId } = await published('The <first>', ada, cubeStl({ sizeMm: 40 }))
  const row = await service.db
    .selectFrom('gallery_entries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const older = Array.from({ length: 24 }, (_, index) => ({
    ...row,
    id: crypto.randomUUID(),
    generation_id: `${generationId}-${index}`,
    title: `Older ${index}`,
    published_at: new Date(Date.UTC(2020, 0, 24 - index)),
  }))
  const generation = await service.db
    .selectFrom('generations')
    .selectAll()
    .where('id', '=', generationId)
    .executeTakeFirstOrThrow()
  const copies = older.map(({ generation_id }) => ({
    ...generation,
    id: generation_id,
    slice_analysis: null,
  }))
  await service.db.insertInto('generations').values(copies).execute()
  await service.db.insertInto('gallery_entries').values(older).execute()
  const first = await page('/gallery')
  expect(first.html).toContain('The &lt;first&gt;')
  // 64 cm3 x 0.44 x 1.26 = 35.5 g, as 36 g at $0.12.
  expect(first.html).toContain('from $4.32')
  expect(first.html).toContain('href="/gallery?page=2"')
  expect(first.html).toContain('Older 22')
  expect(first.html).not.toContain('Older 23')
  const second = await page('/gallery?page=2')
  expect(second.html).toContain('Older 23')
  expect(second.html).not.toContain('Older 22')
  // A page number beyond the last page shows the last page.
  expect((await page('/gallery?page=3')).html).toContain('Older 23')
  for (const odd of ['0', '-1', 'x', '1e3', '%00']) {
    expect((await page(`/gallery?page=${odd}`)).html).toContain('The &lt;first&gt;')
  }
  await service.db.deleteFrom('gallery_entries').execute()
})

verifies(['gallery.take-down', 'gallery.entry-gone'], async () => {
  const bytes = cubeStl({ sizeMm: 66 })
  const { id, generationId, modelUrl } = await published('Someone else’s', ada, bytes)
  const operator = { cookie: await service.signIn(OPERATOR_EMAIL) }
  const path = `/operator/gallery/${id}`
  expect((await form(path, { reason: 'x' }, ada)).status).toBe(403)
  const without = await form(path, { reason: ' ' }, operator)
  expect([without.status, without.html]).toEqual([
    400,
    expect.stringContaining('Enter a reason; it is logged.'),
  ])
  expect((await page(`/gallery/${id}`)).status).toBe(200)
  const picture = await service.fetch(`/gallery/${id}/picture`)
  const taken = await form(path, { reason: 'A copy' }, operator)
  expect([taken.status, taken.location]).toEqual([303, '/operator/gallery?down=1'])
  expect(await service.deps.operatorActions.list(1)).toMatchObject([
    { by: OPERATOR_EMAIL, kind: 'gallery_taken_down', subject: id },
  ])
  expect((await page('/operator/gallery', operator)).html).toContain(`A copy (${OPERATOR_EMAIL})`)
  expect(await page(`/gallery/${id}`)).toMatchObject({
    status: 410,
    html: expect.stringContaining('The print farm removed this model from the gallery.'),
  })
  expect(await download(modelUrl)).toBe(401)
  // A cache that revalidates its picture is told to drop it.
  const headers = { 'if-none-match': picture.headers.get('etag') ?? '' }
  const cached = await service.fetch(`/gallery/${id}/picture`, { headers })
  expect([cached.status, cached.headers.get('cache-control')]).toEqual([404, 'no-store'])
  const refused = {
    error: 'The print farm removed this model from the gallery, so it cannot be published again.',
  }
  expect(await publish({ generationId, title: 'Again' })).toEqual([403, refused])
  // Another account with the same model cannot publish it either.
  const eve = await buyer(service)
  const hers = await uploadCube(eve, bytes)
  const [status, response] = await publish({ generationId: hers.generationId, title: 'Mine' }, eve)
  expect([status, response]).toEqual([403, refused])
  const again = await form(path, { reason: 'Again' }, operator)
  expect([again.status, again.html]).toEqual([410, expect.stringContaining('Taken down')])
  // Withdrawn and unknown entries.
  const other = await published()
  await withdraw(other.id)
  expect(await page(`/gallery/${other.id}`)).toMatchObject({
    status: 410,
    html: expect.stringContaining('This model was withdrawn from the gallery by its owner.'),
  })
  const offered = await page(`/operator/gallery/${other.id}`, operator)
  expect(offered.html).toContain('Its owner withdrew the model and may publish it again.')
  const late = await form(`/operator/gallery/${other.id}`, { reason: 'A copy' }, operator)
  expect([late.status, late.location]).toEqual([303, '/operator/gallery?down=1'])
  expect(await publish({ generationId: other.generationId, title: 'Again' })).toEqual([
    403,
    refused,
  ])
  for (const unknown of [crypto.randomUUID(), 'none', '%00']) {
    expect((await page(`/gallery/${unknown}`)).status).toBe(404)
    expect((await page(`/operator/gallery/${unknown}`, operator)).status).toBe(404)
  }
})

describe('orders', () => {
  verifies('gallery.store-order', async () => {
    const { modelUrl } = await published()
    // The buyer fills the basket before signing in.
    const eve = await buyer(service)
    const added = await intoBasket(modelUrl)
    expect(added.status).toBe(303)
    const both = { cookie: `${eve.cookie}; ${added.cookie}` }
    const checkout = await page('/checkout', both)
    const key = /name="key" value="([^"]+)"/.exec(checkout.html)?.[1] ?? ''
    const fields = { ...ADDRESS, key, country: 'US', action: 'order', email: eve.email }
    const placed = await form('/checkout', fields, eve)
    expect(placed.status).toBe(303)
    const repeated = await form('/checkout', fields, eve)
    expect([repeated.status, repeated.location]).toEqual([303, placed.location])
    const orders = await service.db
      .selectFrom('orders')
      .select('code')
      .where('account_id', '=', eve.accountId)
      .execute()
    expect(orders).toEqual([{ code: expect.stringMatching(/^STORE-[A-HJKM-NP-Z2-9]{6}$/) }])
    // The buyer has not become an owner of the model.
    const owned = await service.deps.models.findOwned(eve.accountId, modelUrl)
    expect(owned).toBeNull()
    // An order of the model by its owner does not count as a gallery order.
    const [, own] = await post(service, ada, '/api/checkout', checkoutBody([{ modelUrl }]))
    expect(own.code).toStartWith('ORD-')
  })

  verifies('gallery.basket-withdrawn', async () => {
    const { id, modelUrl } = await published()
    const eve = await buyer(service)
    for (const who of [visitor, eve]) {
      expect((await intoBasket(modelUrl, who)).status).toBe(303)
    }
    const before = await page('/basket', eve)
    expect(before.html).toContain('Check out')
    await withdraw(id)
    const after = await page('/basket', eve)
    expect(after.html).toContain(gone.error)
    expect(after.html).not.toContain('href="/checkout')
    const added = await intoBasket(modelUrl, eve)
    expect([added.status, added.html]).toEqual([410, expect.stringContaining(gone.error)])
  })

  test('the unit of an upload is the unit of its gallery entry', async () => {
    const body = new FormData()
    body.set('file', new File([cubeStl({ sizeMm: 1 })], 'inch.stl'))
    body.set('units', 'in')
    const headers = { cookie: ada.cookie, origin: service.baseUrl }
    const response = await service.fetch('/api/print-upload', { method: 'POST', body, headers })
    const { generationId, modelUrl }: Uploaded = await response.json()
    await publish({ generationId, title: 'An inch' })
    const eve = await buyer(service)
    const [, priced] = await post(service, eve, '/api/cart-reprice', cart([{ modelUrl }]))
    // 25.4 mm: 16.39 cm3 x 0.44 x 1.26 = 9.09 g, rounded up to 10 g.
    expect(priced.lines).toMatchObject([{ grams: 10 }])
  })
})
