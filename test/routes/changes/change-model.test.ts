// Changes of a stored model: POST /api/models/{id}/change, and the form on its page.

import { beforeEach, describe, expect, test } from 'bun:test'
import { basketIdOf } from '../../../server/domain/base/ids/basket-id.ts'
import { limits } from '../../../server/domain/limits/table.ts'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { binaryStl, box, type Mesh, withoutTriangles } from '../../../testing/models/meshes.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { type Uploaded, upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 7 })
const other = usePerson(service)
beforeEach(async () => {
  await resetRateLimits(service.db)
})

let boxes = 0
/** Uploads a box of 60 x 40 x 30 mm, slightly wider each time. */
async function given(mesh?: Mesh, name = 'a box.stl'): Promise<Uploaded> {
  boxes += 1
  const bytes = binaryStl(mesh ?? box([60, 40, 30]), `box ${boxes}`)
  return await uploaded(upload(service, person.cookie, { name, bytes }))
}

type Made = Uploaded & { part: number; url: string }
type Reply = {
  madeFrom: string
  change: string
  models: Made[]
  ignored?: string[]
  error?: string
}

async function change(
  id: string,
  body: object,
  headers: Record<string, string> = person.session,
): Promise<[number, Reply]> {
  const init = jsonPost(body, { ...headers, origin: service.baseUrl })
  const response = await service.fetch(`/api/models/${id}/change`, init)
  return [response.status, (await response.json()) as Reply]
}
async function changed(id: string, body: object): Promise<Reply> {
  const [status, reply] = await change(id, body)
  expect([status, reply.error]).toEqual([201, undefined])
  return reply
}
const rounded = (sides: readonly number[]) => sides.map((side) => Math.round(side * 10) / 10)
const page = async (path: string, headers: Record<string, string> = person.session) =>
  await (await service.fetch(path, { headers })).text()
const notFound = [404, { error: 'Generation not found' }]

describe('the change', () => {
  test('scales the longest side as a new model, keeps the original, and charges no credit', async () => {
    const { generationId: id, modelUrl } = await given()
    const reply = await changed(id, { sizeMm: 120 })
    const [made] = reply.models
    // 60 x 40 x 30 at twice the size: 120 x 80 x 60 mm, 576 cm3.
    expect(reply).toEqual({
      madeFrom: id,
      change: '120 mm',
      models: [
        {
          generationId: expect.any(String),
          modelUrl: expect.stringMatching(/^gs:.*\.stl$/),
          fileName: 'a box, 120 mm.stl',
          bytes: expect.any(Number),
          dimensionsMm: [120, 80, 60],
          volumeCm3: 576,
          part: 1,
          url: `${service.baseUrl}/models/${made?.generationId}`,
        },
      ],
    })
    expect(made?.modelUrl).not.toBe(modelUrl)
    expect(await service.credits(person)).toBe(7)
    const source = await service.deps.printModels.readForSlicing(person.accountId, id)
    expect(source?.modelUri).toBe(modelUrl)
  })

  test('hollows with the wall and scales in one change, and reports both', async () => {
    const { generationId: id } = await given()
    const { change: words, models } = await changed(id, { sizeMm: 120, hollowWallMm: 2 })
    expect(words).toBe('hollow 2 mm, 120 mm')
    // 576 cm3 minus the cavity of 116 x 76 x 56 mm, 493.7 cm3.
    const [{ volumeCm3 } = { volumeCm3: 0 }] = models
    expect(Math.abs(volumeCm3 / 82.3 - 1)).toBeLessThan(0.05)
  })

  test('refuses a wall that leaves no cavity', async () => {
    const { generationId: id } = await given(box([60, 40, 1.2]))
    const [status, { error }] = await change(id, { hollowWallMm: 2 })
    expect([status, error]).toEqual([
      422,
      expect.stringMatching(/^Nothing was changed. Not hollowed: /),
    ])
  })

  test('lays the model on its best side', async () => {
    const { generationId: id } = await given(box([10, 20, 90]))
    const { change: words, models } = await changed(id, { orient: true })
    expect(words).toBe('on its best side')
    expect(rounded(models[0]?.dimensionsMm ?? []).toSorted((a, b) => a - b)).toEqual([10, 20, 90])
    expect(rounded(models[0]?.dimensionsMm ?? [])[2]).toBeLessThan(90)
  })

  test('closes a hole with repair alone', async () => {
    const { generationId: id } = await given(withoutTriangles(box([60, 40, 30]), 0))
    expect((await changed(id, { repair: true })).change).toBe('repaired')
  })

  test('cuts at a plane into two models, lowest first, each with its size', async () => {
    const { generationId: id } = await given()
    const reply = await changed(id, { cut: { axis: 'z', atMm: 10 } })
    expect(reply.change).toBe('cut in two')
    // 60 x 40 x 10 and 60 x 40 x 20 mm.
    expect(
      reply.models.map(({ part, fileName, dimensionsMm, volumeCm3 }) => ({
        part,
        fileName,
        sides: rounded(dimensionsMm),
        volumeCm3: Math.round(volumeCm3 * 100) / 100,
      })),
    ).toEqual([
      { part: 1, fileName: 'a box, cut in two, part 1.stl', sides: [60, 40, 10], volumeCm3: 24 },
      { part: 2, fileName: 'a box, cut in two, part 2.stl', sides: [60, 40, 20], volumeCm3: 48 },
    ])
  })

  test('cuts a model that exceeds the build volume into parts that fit', async () => {
    const { generationId: id } = await given()
    const reply = await changed(id, { sizeMm: 600, cut: 'plate' })
    // 600 x 400 x 300 mm: 340 x 320 x 340 holds a part of 300 x 200 x 300 mm.
    expect(reply.change).toStartWith('600 mm, cut into ')
    for (const { dimensionsMm } of reply.models) {
      const [long = 0, middle = 0, short = 0] = dimensionsMm.toSorted((a, b) => b - a)
      expect(long <= 340 && middle <= 340 && short <= 320).toBe(true)
    }
    const volume = reply.models.reduce((sum, { volumeCm3 }) => sum + volumeCm3, 0)
    expect(Math.abs(volume / 72_000 - 1)).toBeLessThan(0.001)
  })

  test('returns one piece without a cut when the turned model fits the plate', async () => {
    const { generationId: id } = await given(box([10, 20, 90]))
    const turned = await changed(id, { orient: true })
    const { change: words, models } = await changed(id, { orient: true, cut: 'plate' })
    expect(words).toBe('on its best side')
    expect(models.map(({ dimensionsMm }) => dimensionsMm)).toEqual(
      turned.models.map(({ dimensionsMm }) => dimensionsMm),
    )
  })

  test('keeps the part names distinct however long the name of the model is', async () => {
    const { generationId: id } = await given(undefined, `${'a very long name '.repeat(8)}.stl`)
    const { models } = await changed(id, { cut: { axis: 'z', atMm: 10 } })
    // 80 characters before the extension, of which the words and the commas take 20.
    const begin = 'a very long name a very long name a very long name a very lo'
    expect(models.map(({ fileName }) => fileName)).toEqual([
      `${begin}, cut in two, part 1.stl`,
      `${begin}, cut in two, part 2.stl`,
    ])
    const [scaled] = (await changed(id, { sizeMm: 120 })).models
    expect(scaled?.fileName).toEndWith(', 120 mm.stl')
  })

  test('stores all parts of a cut or none', async () => {
    const cut = { cut: { axis: 'z', atMm: 10 } }
    const [first] = (await changed((await given()).generationId, cut)).models
    const { generationId: id } = await given(box([61, 40, 30]))
    await resetRateLimits(service.db)
    const { limit, windowSeconds } = limits['account-bytes']
    // Room for the first part, in KiB.
    const others = limit - Math.ceil((first?.bytes ?? 0) / 1024)
    const { rateCounters } = service.deps
    await rateCounters.consume('account-bytes', person.email, limit, windowSeconds, others)
    expect((await change(id, cut))[0]).toBe(429)
    const made = await service.deps.modelChanges.listMade(person.accountId, id, 10)
    expect(made).toEqual([])
  })

  test('keeps a generation as GLB, and changes a changed model again', async () => {
    const generated = await service.post('/api/generate', person, { prompt: 'a fox' })
    const { generationId: id } = await generated.json()
    const [first] = (await changed(id, { sizeMm: 150 })).models
    expect(first?.fileName).toBe('a fox, 150 mm.glb')
    expect(Math.max(...(first?.dimensionsMm ?? []))).toBeCloseTo(150, 1)
    // The model fits in one piece, so nothing is cut.
    const [whole] = (await changed(id, { sizeMm: 140, cut: 'plate' })).models
    expect(whole?.fileName).toBe('a fox, 140 mm.glb')
    const again = await changed(first?.generationId ?? '', { hollowWallMm: 3 })
    expect(again.models[0]?.fileName).toBe('a fox, 150 mm, hollow 3 mm.glb')
    expect(again.madeFrom).toBe(first?.generationId ?? '')
    await service.setCredits(person, 7)
  })

  test('does not return a model to the gallery that an operator removed from it', async () => {
    const { generationId: id } = await given()
    const publish = async (generationId: string) => {
      const init = jsonPost({ generationId, title: 'A box' }, person.session)
      const response = await service.fetch('/api/gallery', init)
      return [response.status, (await response.json()) as { id: string }] as const
    }
    const [, entry] = await publish(id)
    await service.deps.gallery.takeDown({
      id: entry.id,
      by: 'desk@example.com',
      reason: 'A brand.',
    })
    expect((await publish(id))[0]).toBe(403)
    const [larger] = (await changed(id, { sizeMm: 61 })).models
    expect((await publish(larger?.generationId ?? ''))[0]).toBe(403)
    const [, part] = (await changed(larger?.generationId ?? '', { cut: { axis: 'z', atMm: 5 } }))
      .models
    expect((await publish(part?.generationId ?? ''))[0]).toBe(403)
  })

  test('is available only to its owner, by a session, a key or a token', async () => {
    const { generationId: id } = await given()
    const body = { sizeMm: 90 }
    expect(await change(id, body, {})).toEqual([
      401,
      { error: 'Authentication required' } as unknown as Reply,
    ])
    expect(await change(id, body, other.session)).toEqual(notFound as [number, Reply])
    const keyed = await service.account()
    expect(await change(id, body, keyed.headers)).toEqual(notFound as [number, Reply])
    expect((await change(id, body, person.token))[0]).toBe(201)
    expect((await change(crypto.randomUUID(), body))[0]).toBe(404)
  })

  test.each([
    [{}, 400, 'Say what to change: sizeMm, orient, hollowWallMm, repair or cut.'],
    [{ sizeMm: 4 }, 400, 'sizeMm: must be a number from 5 to 2000, in millimeters'],
    [{ sizeMm: 2001 }, 400, 'sizeMm: must be a number from 5 to 2000, in millimeters'],
    [{ sizeMm: '120' }, 400, 'sizeMm: must be a number'],
    [{ hollowWallMm: 0.3 }, 400, 'hollowWallMm: must be a number from 0.4 to 10, in millimeters'],
    [{ cut: { axis: 'z', atMm: 0 } }, 400, 'cut.atMm: must be a number of millimeters above 0'],
    [{ cut: 'in two' }, 400, 'cut: must be "plate", or an object with axis and atMm'],
    [{ sizeMM: 120 }, 400, 'sizeMM'],
    [
      { sizeMm: 400 },
      422,
      'Nothing was changed. It would be 400 x 266.7 x 200 mm, larger than the build volume of 340 x 320 x 340 mm.',
    ],
    [{ sizeMm: 60 }, 422, 'Nothing was changed. Its longest side is 60 mm already.'],
    [{ cut: 'plate' }, 422, 'Nothing was changed. It fits the plate in one piece.'],
    [{ repair: true }, 422, 'Nothing was changed. There was nothing to repair.'],
    [{ cut: { axis: 'z', atMm: 31 } }, 422, 'Nothing was changed. '],
  ] as const)('%j is refused', async (body, status, sentence) => {
    const { generationId: id } = await given()
    const models = () =>
      service.db.selectFrom('generations').select('id').where('account_id', '=', person.accountId)
    const before = (await models().execute()).length
    const [answered, { error }] = await change(id, body)
    expect([answered, error]).toEqual([status, expect.stringContaining(sentence)])
    expect((await models().execute()).length).toBe(before)
  })

  test('a cut of a mesh that stays open reports this, without advising another height', async () => {
    const { generationId: id } = await given()
    const { meshes } = service.deps
    // The core's outcome for a mesh with holes that the repair leaves open.
    service.replace({
      meshes: {
        ...meshes,
        change: async ({ cut, ...request }) => {
          if (cut !== undefined) {
            const message = 'The cut would be too intricate to close there: choose another height.'
            return { kind: 'unreadable', code: 'cannot_cut', message }
          }
          const whole = await meshes.change(request)
          if (whole.kind !== 'changed') return whole
          const printability = { ...whole.report.printability, watertight: false }
          return { ...whole, report: { ...whole.report, printability } }
        },
      },
    })
    const [status, { error }] = await change(id, { cut: { axis: 'z', atMm: 10 } })
    service.replace({ meshes })
    expect(status).toBe(422)
    expect(error).toContain('The model has holes that the repair could not close')
    expect(error).not.toContain('another height')
  })

  test('runs once under a key, and a repeat returns the same models', async () => {
    const { generationId: id } = await given()
    const headers = { ...person.session, 'idempotency-key': `change ${id}` }
    const body = { cut: { axis: 'z', atMm: 10 } }
    const [first, again] = [await change(id, body, headers), await change(id, body, headers)]
    expect([first[0], again]).toEqual([201, first])
    const otherChange = await change(id, { sizeMm: 70 }, headers)
    expect(otherChange[0]).toBe(409)
    expect(await service.deps.modelChanges.listMade(person.accountId, id, 10)).toHaveLength(2)
  })

  test('also counts the models of an account with a card', async () => {
    const { headers, email } = await service.account()
    const body = new FormData()
    body.set('file', new Blob([binaryStl(box([60, 41, 31]), 'with a card')]), 'a box.stl')
    const sent = await service.fetch('/api/print-upload', { method: 'POST', headers, body })
    const { generationId: id } = await sent.json()
    const { limit, windowSeconds } = limits['made-bytes']
    const { rateCounters } = service.deps
    await rateCounters.consume('made-bytes', email, limit, windowSeconds, limit)
    const [status, { error }] = await change(id, { sizeMm: 90 }, headers)
    expect([status, error]).toEqual([
      429,
      'Too many changed models were stored for your account: 1024 MB an hour. Try again later.',
    ])
  })

  test('is limited per account', async () => {
    const { generationId: id } = await given()
    const { limit, windowSeconds } = limits['model-change']
    const { rateCounters } = service.deps
    await rateCounters.consume('model-change', person.email, limit, windowSeconds, limit)
    expect(await change(id, { sizeMm: 90 })).toEqual([
      429,
      { error: 'Too many changes of models from your account. Try again later.' } as Reply,
    ])
  })
})

describe('the page', () => {
  async function send(path: string, fields: Record<string, string>, headers = person.session) {
    const response = await service.fetch(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { ...headers, origin: service.baseUrl },
    })
    const location = response.headers.get('location') ?? ''
    return { status: response.status, location, html: await response.text() }
  }

  test('makes the changed model, names what it was made from, and the original lists it', async () => {
    const { generationId: id } = await given(undefined, 'tray.stl')
    const sent = await send(`/models/${id}/change`, {
      sizeMm: '120',
      hollow: '1',
      wallMm: '2',
      cut: 'none',
      axis: 'z',
    })
    expect([sent.status, sent.location]).toEqual([
      303,
      expect.stringMatching(/^\/models\/[0-9a-f-]{36}\?changed=1$/),
    ])
    const html = await page(sent.location)
    expect(html).toContain('<h1 class="model-name">tray, hollow 2 mm, 120 mm</h1>')
    expect(html).toContain(`Made from <a href="/models/${id}">tray</a>: hollow 2 mm, 120 mm`)
    expect(html).toContain('This is the changed model.')
    expect(html).toMatch(/name="modelUrl" value="gs:[^"]+\.stl"/)
    expect(html).toContain('Add to basket')
    const original = await page(`/models/${id}`)
    expect(original).toContain('Made from this model')
    expect(original).toContain(
      `<a href="${sent.location.replace('?changed=1', '')}">hollow 2 mm, 120 mm</a>`,
    )
    expect(original).toContain('Now 60.0 mm.')
    for (const format of ['stl', '3mf', 'glb']) {
      expect(original).toContain(`href="/models/${id}/file?format=${format}"`)
    }
  })

  test('its form makes the models once, however often it is sent', async () => {
    const { generationId: id } = await given()
    const key = /name="key" value="([^"]+)"/.exec(await page(`/models/${id}`))?.[1] ?? ''
    expect(key).not.toBe('')
    const fields = { key, sizeMm: '90' }
    const [first, again] = [
      await send(`/models/${id}/change`, fields),
      await send(`/models/${id}/change`, fields),
    ]
    expect([first.status, again.location]).toEqual([303, first.location])
    expect(await service.deps.modelChanges.listMade(person.accountId, id, 10)).toHaveLength(1)
    // "Back" shows the previous page with its key.
    const otherChange = await send(`/models/${id}/change`, { key, sizeMm: '80' })
    expect(otherChange.status).toBe(303)
    expect(otherChange.location).not.toBe(first.location)
    expect(await service.deps.modelChanges.listMade(person.accountId, id, 10)).toHaveLength(2)
  })

  test('the parts of a cut go into the basket together', async () => {
    const { generationId: id } = await given()
    const sent = await send(`/models/${id}/change`, { cut: 'plane', axis: 'x', atMm: '20' })
    const part = sent.location.replace('?changed=1', '')
    const html = await page(part)
    expect(html).toContain('Part 1, shown here')
    expect(html).toMatch(/<a href="\/models\/[0-9a-f-]{36}">Part 2<\/a>/)
    expect(html).toContain('Add all 2 parts')
    const body = new FormData()
    const fields = {
      modelUrl: /name="modelUrl" value="([^"]+)"/.exec(html)?.[1] ?? '',
      cut: part.replace('/models/', ''),
      color: 'Black',
      material: 'pla',
      quantity: '3',
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const added = await service.fetch('/basket/parts', {
      method: 'POST',
      body,
      headers: { ...person.session, origin: service.baseUrl },
    })
    expect(added.headers.get('location')).toBe('/basket')
    const basket = await page('/basket')
    expect(basket).toContain('a box, cut in two, part 1.stl')
    expect(basket).toContain('a box, cut in two, part 2.stl')
    // 49 lines leave room for one of two parts: neither is added.
    const { baskets } = service.deps
    const held = async () => await baskets.readOfAccount(person.accountId)
    const line = (await held())?.lines[0]
    if (line === undefined) throw new Error('no line')
    const filling = Array.from({ length: 47 }, () => line)
    expect(await baskets.addParts((await held())?.id ?? basketIdOf(''), filling)).toBeNull()
    const full = await service.fetch('/basket/parts', {
      method: 'POST',
      body,
      headers: { ...person.session, origin: service.baseUrl },
    })
    expect([full.status, await full.text()]).toEqual([
      409,
      expect.stringContaining(
        'The basket has room for 1 more line (max 50), and these are 2 parts. Nothing was added',
      ),
    ])
    expect((await held())?.lines).toHaveLength(49)
    // The same form sent by another account adds only the one part that it names, which belongs to the first account.
    const foreign = await service.fetch('/basket/parts', {
      method: 'POST',
      body,
      headers: { ...other.session, origin: service.baseUrl },
    })
    expect(foreign.status).toBe(403)
  })

  test('marks a wrong entry and keeps the others', async () => {
    const { generationId: id } = await given()
    const sent = await send(`/models/${id}/change`, { sizeMm: '3000', hollow: '1', wallMm: '3' })
    expect(sent.status).toBe(400)
    expect(sent.html).toMatch(/id="change-size-error">\s*Must be a number from 5 to 2000/)
    expect(sent.html).toMatch(/id="change-hollow"[^>]* checked/)
    expect(sent.html).toMatch(/id="change-wall"[^>]*value="3"/)
    const plane = await send(`/models/${id}/change`, { cut: 'plane', atMm: '' })
    expect(plane.html).toMatch(/id="cut-at-error">\s*Must be a number of millimeters above 0/)
    expect(plane.html).toMatch(/id="cut-plane"[^>]* checked/)
    const nothing = await send(`/models/${id}/change`, { cut: 'none' })
    expect([nothing.status, nothing.html]).toEqual([
      400,
      expect.stringContaining('Choose what to change.'),
    ])
    expect((await send(`/models/${id}/change`, { sizeMm: '90' }, other.session)).status).toBe(404)
  })

  test('a changed model stays when its original is deleted', async () => {
    const { generationId: id } = await given()
    const { models } = await changed(id, { sizeMm: 90 })
    const path = `/models/${models[0]?.generationId}`
    const headers = { ...person.session, origin: service.baseUrl }
    await service.fetch(`/api/generations/${id}`, { method: 'DELETE', headers })
    expect(await page(path)).toContain('Made from a deleted model: 90 mm')
  })
})
