// Forms of the website that spend or create something, sent twice by a browser without JavaScript (decisions.md 67):
// because of the hidden key of the page, a second press and a reload lead to the result of the first press.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { limits } from '../../../server/domain/limits/table.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { generationForm, openGenerationService } from '../../../testing/engines/generation.ts'
import { binaryStl, box } from '../../../testing/models/meshes.ts'
import { opaque, stripes } from '../../../testing/models/pictures.ts'
import { followTerms } from '../../../testing/own-terms.ts'
import { fillCounter } from '../../../testing/service/counters.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = use(() => service.person({ credits: 50 }))

type Form = {
  readonly name: string
  /** The page with the form; its HTML when it is the response to another form. */
  readonly page: () => string | Promise<{ readonly html: string }>
  readonly action: () => string
  /** Different entries for each number. */
  readonly body: (number: number) => FormData | URLSearchParams
  /** Counts the created objects and their cost. */
  readonly made: () => Promise<unknown>
  readonly leadsTo: RegExp
  /** The session to use; by default that of the test account. */
  readonly by?: () => { readonly cookie: string }
  /** Whatever the key is, a draft has one refined model, and terms already in force are not planned again. */
  readonly once?: true
}

const count = async (table: 'generation_jobs' | 'purchases') => {
  const query = service.db.selectFrom(table).where('account_id', '=', person.accountId)
  const { rows } = await query
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}
const jobs = async () => [await count('generation_jobs'), await service.credits(person)]

let draftId = ''
let uploadId = ''
let pictureUri = ''
let drawn = 0
let photo = new File([], '')
let operator = { cookie: '' }
beforeAll(async () => {
  const made = await service.post('/api/generate', person, { prompt: 'a cup' })
  draftId = (await made.json()).generationId
  const bytes = binaryStl(box([60, 40, 30]))
  const stored = await uploaded(upload(service, person.cookie, { name: 'box.stl', bytes }))
  uploadId = stored.generationId
  const picture = await service.post('/api/images/generate', person, { prompt: 'a teapot' })
  pictureUri = (await picture.json()).imageUrl
  followTerms(service)
  operator = { cookie: await service.signIn(OPERATOR_EMAIL) }
  photo = new File([await stripes([{ color: opaque(200, 30, 30), width: 40 }])], 'photo.png', {
    type: 'image/png',
  })
  const { imageModel } = service.deps
  service.replace({
    imageModel: {
      ...imageModel,
      draw: (request) => {
        drawn += 1
        return imageModel.draw(request)
      },
      edit: (request) => {
        drawn += 1
        return imageModel.edit(request)
      },
    },
  })
})
/** Holds the run of the first press until a second press has found its key running. */
function holdFirstPress() {
  const secondArrived = Promise.withResolvers<void>()
  const { claim } = service.deps.spendKeys
  const seen: string[] = []
  service.replace({
    spendKeys: {
      claim: async (given) => {
        const claimed = await claim(given)
        seen.push(claimed.kind)
        if (claimed.kind === 'running') secondArrived.resolve()
        if (claimed.kind === 'claimed') await secondArrived.promise
        return claimed
      },
    },
  })
  return seen
}
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.setCredits(person, 50)
  // The draft of an earlier test can be refined again.
  await service.db
    .updateTable('generation_jobs')
    .set({ refines: null })
    .where('refines', 'is not', null)
    .execute()
  await service.service.database.pool.query('delete from graphile_worker._private_jobs')
})

/** Plan of the next press: a minimum that differs from every earlier one, after the newest stored version. */
const plan = { minimumCentsPerPart: 300, newest: '' }
async function previewTerms(): Promise<{ html: string }> {
  plan.minimumCentsPerPart += 1
  const body = termsOfPlan(1)
  const headers = { ...operator, origin: service.baseUrl }
  const response = await service.fetch('/operator/terms/preview', { method: 'POST', body, headers })
  const html = await response.text()
  plan.newest = /name="newest" value="(\d+)"/.exec(html)?.[1] ?? ''
  return { html }
}
const termsOfPlan = (number: number) =>
  words({
    terms: JSON.stringify({ minimumCentsPerPart: plan.minimumCentsPerPart * number }),
    validFrom: '',
    reason: 'Filament costs more.',
    newest: plan.newest,
  })
const versions = async () =>
  (await service.db.selectFrom('farm_terms').select('id').execute()).length

/** Number in the shop's name, so that each press sends a new name, and the newest version that the page showed. */
const shop = { number: 0, newest: '' }
async function previewShop(): Promise<{ html: string }> {
  shop.number += 1
  const body = new FormData()
  for (const [name, value] of shopOf(1)) body.set(name, value)
  const headers = { ...operator, origin: service.baseUrl }
  const response = await service.fetch('/operator/shop/preview', { method: 'POST', body, headers })
  const html = await response.text()
  shop.newest = /name="newest" value="(\d+)"/.exec(html)?.[1] ?? ''
  return { html }
}
function shopOf(number: number) {
  return words({ name: `Shop ${shop.number} ${number}`, newest: shop.newest })
}
const brandings = async () =>
  (await service.db.selectFrom('branding_versions').select('id').execute()).length

const words = (fields: Record<string, string>) => new URLSearchParams(fields)
function withPhoto(fields: Record<string, string>, ...names: string[]): FormData {
  const form = generationForm(fields)
  for (const name of names) form.set(name, photo)
  return form
}

const forms: readonly Form[] = [
  {
    name: 'generate from words',
    page: () => '/generate',
    action: () => '/generate',
    body: (number) => generationForm({ inputMode: 'text', prompt: `a cup ${number}` }),
    made: jobs,
    leadsTo: /^\/models\//,
  },
  {
    name: 'generate from a photo',
    page: () => '/generate',
    action: () => '/generate',
    body: (number) => withPhoto({ inputMode: 'image', prompt: `a cup ${number}` }, 'image'),
    made: jobs,
    leadsTo: /^\/models\//,
  },
  {
    name: 'generate from photos of its sides',
    page: () => '/generate',
    action: () => '/generate',
    body: (number) =>
      withPhoto({ inputMode: 'multiview', prompt: `a cup ${number}` }, 'front', 'back'),
    made: jobs,
    leadsTo: /^\/models\//,
  },
  {
    name: 'four drafts',
    page: () => '/generate',
    action: () => '/generate',
    body: (number) =>
      generationForm({ inputMode: 'text', mode: 'four_drafts', prompt: `a cup ${number}` }),
    made: async () => [...(await jobs()), await service.ledger(person)],
    leadsTo: /^\/drafts\//,
  },
  {
    name: 'make a picture of the account a model',
    page: () => '/account/pictures',
    action: () => '/generate',
    body: (number) =>
      generationForm({ inputMode: 'image', imageUrl: pictureUri, prompt: `a cup ${number}` }),
    made: jobs,
    leadsTo: /^\/models\//,
  },
  {
    name: 'paint it anew',
    page: () => `/models/${draftId}`,
    action: () => `/models/${draftId}/retexture`,
    body: (number) => words({ prompt: `mossy stone ${number}` }),
    made: jobs,
    leadsTo: /^\/models\//,
  },
  {
    name: 'refine a draft',
    page: () => `/models/${draftId}`,
    action: () => `/models/${draftId}/refine`,
    body: () => words({}),
    made: jobs,
    leadsTo: /^\/models\//,
    once: true,
  },
  {
    name: 'draw a picture',
    page: () => '/pictures',
    action: () => '/pictures/draw',
    body: (number) => words({ prompt: `a teapot ${number}`, size: '512x512' }),
    made: async () => drawn,
    leadsTo: /^\/pictures\?made=/,
  },
  {
    name: 'change a picture',
    page: () => '/pictures',
    action: () => '/pictures/change',
    body: (number) => withPhoto({ prompt: `in blue ${number}` }, 'image'),
    made: async () => drawn,
    leadsTo: /^\/pictures\?made=/,
  },
  {
    name: 'change a model',
    page: () => `/models/${uploadId}`,
    action: () => `/models/${uploadId}/change`,
    body: (number) => words({ sizeMm: String(100 + number), cut: 'none', axis: 'z' }),
    made: async () => {
      const changed = await service.deps.modelChanges.listMade(person.accountId, uploadId, 100)
      return changed.length
    },
    leadsTo: /^\/models\/.*\?changed=1/,
  },
  {
    name: 'buy credits',
    page: () => '/account',
    action: () => '/account/credits',
    body: (number) => words({ pack: number === 1 ? '10' : '50' }),
    made: () => count('purchases'),
    leadsTo: /\/checkout\//,
  },
  {
    name: 'buy a gift card',
    page: () => '/gift-cards',
    action: () => '/gift-cards/buy',
    body: (number) => words({ amount: String(25 + number), recipientEmail: 'grace@example.com' }),
    made: () => count('purchases'),
    leadsTo: /\/checkout\//,
  },
  {
    name: 'plan terms on the desk',
    page: previewTerms,
    action: () => '/operator/terms/plan',
    body: termsOfPlan,
    made: versions,
    by: () => operator,
    leadsTo: /^\/operator\/terms\?done=planned/,
    once: true,
  },
  {
    name: 'save the shop’s branding on the desk',
    page: previewShop,
    action: () => '/operator/shop/save',
    body: shopOf,
    made: brandings,
    by: () => operator,
    leadsTo: /^\/operator\/shop\?done=saved/,
    once: true,
  },
]

const get = async (path: string) =>
  await (await service.fetch(path, { headers: person.session })).text()

/** Returns the key in the form of the page; every page has a new key. */
async function keyOf({ page, action }: Form): Promise<string> {
  const shown = await page()
  const html = typeof shown === 'string' ? await get(shown) : shown.html
  const start = html.indexOf(`action="${action()}"`)
  const form = html.slice(start, html.indexOf('</form>', start))
  const key = /name="key" value="([0-9a-f-]{36})"/.exec(form)?.[1]
  if (start < 0 || key === undefined) throw new Error(`no form with a key leads to ${action()}`)
  return key
}

async function press({ action, body, by }: Form, key: string, number = 1) {
  const form = body(number)
  form.set('key', key)
  const headers = { ...(by?.() ?? person.session), origin: service.baseUrl }
  const response = await service.fetch(action(), { method: 'POST', body: form, headers })
  await response.arrayBuffer()
  return [response.status, response.headers.get('location') ?? ''] as const
}

describe.each(forms)('$name', (form) => {
  test('a second press and a reload lead to the result of the first press', async () => {
    const key = await keyOf(form)
    const before = await form.made()
    const first = await press(form, key)
    expect(first).toEqual([303, expect.stringMatching(form.leadsTo)])
    const made = await form.made()
    expect(made).not.toEqual(before)
    for (let again = 0; again < 2; again += 1) expect(await press(form, key)).toEqual(first)
    expect(await form.made()).toEqual(made)
  })

  test('simultaneous presses have one result, and all lead to it', async () => {
    const key = await keyOf(form)
    const claims = holdFirstPress()
    const presses = await Promise.all([1, 2, 3].map(() => press(form, key)))
    expect(claims).toContain('running')
    const made = await form.made()
    const later = await press(form, key)
    expect(later).toEqual([303, expect.stringMatching(form.leadsTo)])
    expect(presses).toEqual([later, later, later])
    expect(await form.made()).toEqual(made)
  })
})

describe.each(forms.filter(({ once = false }) => !once))('$name', (form) => {
  test('another page has another key, and different entries are another request', async () => {
    const key = await keyOf(form)
    const first = await press(form, key)
    const made = await form.made()
    const inAnotherTab = await press(form, await keyOf(form))
    expect(await form.made()).not.toEqual(made)
    const corrected = await press(form, key, 2)
    expect([inAnotherTab[0], corrected[0]]).toEqual([303, 303])
    // The same picture with the same words has the same address.
    expect(corrected[1]).not.toBe(first[1])
  })
})

test('concurrent presses cost as much as one', async () => {
  const [form] = forms
  if (form === undefined) throw new Error('no form')
  const key = await keyOf(form)
  const before = await count('generation_jobs')
  await Promise.all([1, 2, 3, 4, 5].map(() => press(form, key)))
  await workOff(service)
  expect(await count('generation_jobs')).toBe(before + 1)
  expect(await service.credits(person)).toBe(49)
})

test('a refused press does not count: the corrected form is sent under the same key', async () => {
  const [form] = forms
  if (form === undefined) throw new Error('no form')
  const key = await keyOf(form)
  await service.setCredits(person, 0)
  expect((await press(form, key))[0]).toBe(403)
  await service.setCredits(person, 5)
  expect((await press(form, key))[0]).toBe(303)
})

test('a press whose job has failed leads to it, and from there to another attempt', async () => {
  for (const form of forms.filter(
    ({ leadsTo, once = false }) => leadsTo.test('/models/x') && !once,
  )) {
    const { script, reset } = service.engine
    const broken = () => ({ kind: 'failed', message: 'The engine broke.' }) as const
    Object.assign(script, { start: broken, retexture: broken })
    const key = await keyOf(form)
    const [, first] = await press(form, key)
    await workOff(service)
    reset()
    const made = await form.made()
    expect([form.name, ...(await press(form, key))]).toEqual([form.name, 303, first])
    expect(await form.made()).toEqual(made)
    const html = await get(first)
    expect(html).toContain('The engine broke.')
    expect(html).toMatch(/<a class="button" href="[^"]*\?again=[^"]*">\s*Try again/)
  }
})

test('a press after the process died finds the queued job, whatever credits and slots are left', async () => {
  for (const form of forms.filter(
    ({ leadsTo }) => leadsTo.test('/models/x') || leadsTo.test('/drafts/x'),
  )) {
    await service.setCredits(person, 50)
    const key = await keyOf(form)
    const first = await press(form, key)
    const jobsMade = await count('generation_jobs')
    // Simulates a process that died before it stored the form's target.
    await service.db
      .updateTable('spend_keys')
      .set({ answer: null, claimed_at: new Date(Date.now() - 60_000) })
      .where('account_id', '=', person.accountId)
      .execute()
    await service.setCredits(person, 0)
    for (const scope of ['generate-start', 'retexture'] as const) {
      const { limit, windowSeconds } = limits[scope]
      await fillCounter(service.db, { scope, subject: person.email, windowSeconds }, limit)
    }
    expect([form.name, ...(await press(form, key))]).toEqual([form.name, ...first])
    expect(await count('generation_jobs')).toBe(jobsMade)
    await resetRateLimits(service.db)
  }
})

test('a form of a release without keys is processed each time', async () => {
  const [form] = forms
  if (form === undefined) throw new Error('no form')
  const [, first] = await press(form, '')
  expect((await press(form, ''))[1]).not.toBe(first)
})

test('the key is not an option of the generation: no note says that it was ignored', async () => {
  const [form] = forms
  if (form === undefined) throw new Error('no form')
  const [, location] = await press(form, await keyOf(form))
  await workOff(service)
  const { request } = await service.db
    .selectFrom('generation_jobs')
    .select('request')
    .where('id', '=', generationJobIdOf(location.replace('/models/', '')))
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(request)).toContain('a cup 1')
  expect(JSON.stringify(request)).not.toContain('"ignored"')
})

test('a buyer who goes back after the payment and presses again buys again', async () => {
  const form = forms.find(({ name }) => name === 'buy credits')
  if (form === undefined) throw new Error('no form')
  const key = await keyOf(form)
  const before = await count('purchases')
  const [, first] = await press(form, key)
  await visitHostedPage(first, { number: '4242424242424242' })
  await service.stripe.deliver()
  const [status, second] = await press(form, key)
  expect([status, second]).toEqual([303, expect.stringMatching(/\/checkout\//)])
  expect(second).not.toBe(first)
  expect((await press(form, key))[1]).toBe(second)
  expect(await count('purchases')).toBe(before + 2)
})
