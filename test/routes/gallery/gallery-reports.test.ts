// Every gallery entry is moderated before publication, anyone may report it, and operators decide.
import { beforeEach, describe, expect, test } from 'bun:test'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 20 })
beforeEach(async () => {
  await resetRateLimits(service.db)
  service.replace({ languageModel: service.language })
})

let sizeMm = 20

/** Publishes a cube of a different size each time: a removed model cannot be published again. */
async function publish(title = 'A cup', made = makeCup()) {
  const generationId = await made
  const response = await service.fetch(
    '/api/gallery',
    jsonPost({ generationId, title }, person.session),
  )
  return [response.status, await response.json()] as const
}

async function makeCup(): Promise<string> {
  sizeMm += 1
  const body = { prompt: 'a cup', advanced: { sizeMm } }
  return (await (await service.post('/api/generate', person, body)).json()).generationId
}

async function form(path: string, fields: Record<string, string>, cookie = '') {
  const response = await service.fetch(path, {
    method: 'POST',
    headers: { cookie, origin: service.baseUrl },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return [response.status, response.headers.get('location'), await response.text()] as const
}
const page = async (path: string, cookie = '') =>
  await (await service.fetch(path, { headers: { cookie } })).text()

describe('reports', () => {
  test('of a visitor reach the operators, who keep the model or take it down', async () => {
    const desk = await service.signIn(OPERATOR_EMAIL)
    const [, { id }] = await publish('A famous mouse')
    const path = `/gallery/${id}`
    expect(await page(path)).toContain('Report this model')
    // Its owner sees the withdraw button instead.
    expect(await page(path, person.cookie)).not.toContain('Report this model')
    const [status, , html] = await form(`${path}/report`, { reason: ' ' })
    expect([status, html.includes('Say what is wrong with this model.')]).toEqual([400, true])
    for (const reason of ['It is a brand.', 'My design!']) {
      expect((await form(`${path}/report`, { reason }))[1]).toBe(`${path}?reported=1`)
    }
    expect(await page(`${path}?reported=1`)).toContain('We will review this model.')
    const list = await page('/operator/gallery', desk)
    expect(list).toMatch(/A famous mouse[\s\S]*?>2</)
    const entry = await page(`/operator/gallery/${id}`, desk)
    expect(entry).toContain('It is a brand.')
    expect(entry).toContain('My design!')
    const kept = await form(`/operator/gallery/${id}/close-reports`, {}, desk)
    expect(kept[1]).toBe('/operator/gallery?down=kept')
    expect(await service.deps.gallery.reports(id)).toEqual([])
    expect((await service.fetch(path)).status).toBe(200)
    const [action] = await service.deps.operatorActions.list(1)
    expect(action).toMatchObject({ kind: 'gallery_reports_closed', by: OPERATOR_EMAIL })
    await form(`${path}/report`, { reason: 'Still a brand.' })
    await form(`/operator/gallery/${id}`, { reason: 'A brand.' }, desk)
    expect(await service.deps.gallery.reports(id)).toEqual([])
    expect((await form(`${path}/report`, { reason: 'Again.' }))[0]).toBe(410)
  })

  test('stay with a model that its owner withdraws and publishes again', async () => {
    const desk = await service.signIn(OPERATOR_EMAIL)
    const body = { prompt: 'a cup', advanced: { sizeMm: 300 } }
    const { generationId } = await (await service.post('/api/generate', person, body)).json()
    const put = async (title: string): Promise<string> => {
      const sent = jsonPost({ generationId, title }, person.session)
      return (await (await service.fetch('/api/gallery', sent)).json()).id
    }
    const first = await put('First title')
    await form(`/gallery/${first}/report`, { reason: 'It is a brand.' })
    const init = { method: 'DELETE', headers: person.session }
    expect((await service.fetch(`/api/gallery/${first}`, init)).status).toBe(200)
    const second = await put('Second title')
    expect(await page('/operator/gallery', desk)).toMatch(/Second title[\s\S]*?>1</)
    expect(await page(`/operator/gallery/${second}`, desk)).toContain('It is a brand.')
    await form(`/operator/gallery/${second}/close-reports`, {}, desk)
    expect(await service.deps.gallery.reports(first)).toEqual([])
    expect(await service.deps.gallery.reports(second)).toEqual([])
  })

  test('are closed only by operators, and limited per network', async () => {
    const [, { id }] = await publish()
    expect((await form(`/operator/gallery/${id}/close-reports`, {}, person.cookie))[0]).toBe(403)
    const codes: number[] = []
    for (let count = 0; count < 11; count += 1) {
      codes.push((await form(`/gallery/${id}/report`, { reason: `number ${count}` }))[0])
    }
    expect(codes).toEqual([...Array(10).fill(303), 429])
    expect((await service.deps.gallery.reports(id)).length).toBe(10)
  })
})

describe('on a deployment that moderates pictures', () => {
  const seen: number[] = []
  const looking = (verdict: 'allowed' | 'refused' | 'unavailable') => {
    seen.length = 0
    service.replace({
      languageModel: {
        ...service.language,
        readsPictures: true,
        moderate: async ({ images }) => {
          if (images.length === 0) return { kind: 'allowed' }
          seen.push(images.length)
          return verdict === 'refused'
            ? { kind: verdict, part: 'picture', found: { by: 'server', categories: ['violence'] } }
            : { kind: verdict }
        },
      },
    })
  }

  test('the picture of a model is moderated before it is published', async () => {
    // Results of engines are tested in test/routes/generation/withheld-results.test.ts.
    const cups = [await makeCup(), await makeCup(), await makeCup()]
    const publishCup = (at: number) => publish('A cup', Promise.resolve(cups[at] ?? ''))
    looking('allowed')
    expect((await publishCup(0))[0]).toBe(201)
    expect(seen).toEqual([1])
    looking('refused')
    expect(await publishCup(1)).toEqual([
      400,
      {
        error: 'This model cannot be published. Moderation found: violence. Nothing was published.',
      },
    ])
    looking('unavailable')
    expect((await publishCup(2))[0]).toBe(503)
  })
})
