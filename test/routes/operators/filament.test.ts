// /operator/filament: who sees it, what each form does, forms that are sent twice, and two operators at once.

import { beforeEach, describe, expect, test } from 'bun:test'
import { createMetricReader } from '../../../server/db/metrics/metric-reader.ts'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { deskPages } from '../../../testing/people/operator-desk.ts'
import { spoolShelf } from '../../../testing/people/spools.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService(() => ({ env: { VIEWER_EMAILS: 'viewer@example.com' } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
const shelf = spoolShelf(service)
beforeEach(async () => {
  await clearFarm(service)
  await service.db.updateTable('orders').set({ status: 'DELIVERED' }).execute()
})

const list = '/operator/filament'
const get = (path: string, cookie = farm.cookie) => deskPages(service, cookie).get(path)
const post = (path: string, fields: Record<string, string>, cookie = farm.cookie) =>
  deskPages(service, cookie).post(path, fields)
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
const keyIn = (html: string): string => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
const count = async () => (await service.deps.spools.list('kept', 100)).length
/** Sends a form of a spool with the version that its page shows. */
const change = async (id: number, form: string, fields: Record<string, string> = {}) => {
  const { version } = await shelf.read(id)
  return await post(`${list}/${id}/${form}`, { version: String(version), ...fields })
}
const three = {
  material: 'petg',
  color: 'Black',
  count: '3',
  fullGrams: '1000',
  emptyGrams: '250',
  price: '19.50',
  lot: 'B-7',
}

describe('adding spools', () => {
  test('adds several spools with their weight, price and lot', async () => {
    const { html } = await get(list)
    expect(textOf(html)).toContain('No spool is counted.')
    const sent = await post(list, { ...three, key: keyIn(html) })
    expect(sent.status).toBe(303)
    const ids = (new URL(sent.location, service.baseUrl).searchParams.get('added') ?? '').split('-')
    expect(ids).toHaveLength(3)
    const after = textOf((await get(sent.location)).html)
    expect(after).toContain(`Added spools ${ids.join(', ')}. Write each number on its spool.`)
    expect(after).toContain(`${ids[0]}: PETG Black 1,000 g of 1,000 g Shelf B-7`)
    expect(await shelf.read(Number(ids[0]))).toMatchObject({
      material: 'petg',
      color: 'Black',
      fullGrams: 1000,
      emptyGrams: 250,
      priceCents: 1950,
      lot: 'B-7',
      gramsLeft: 1000,
      printer: null,
    })
  })

  test('adds each spool once, however often the form is sent', async () => {
    const key = keyIn((await get(list)).html)
    const sent = await Promise.all([1, 2, 3].map(() => post(list, { ...three, key })))
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1)
    expect(await count()).toBe(3)
    await post(list, { ...three, key: keyIn((await get(list)).html) })
    expect(await count()).toBe(6)
  })

  test('adds each spool once if the form runs again after a crash', async () => {
    const runId = service.deps.ids.uuid()
    const [one, other] = [await shelf.add({ runId }), await shelf.add({ runId })]
    expect(other).toEqual(one)
    expect(await count()).toBe(1)
  })

  test('marks wrong fields and keeps the entered values', async () => {
    const wrong = { ...three, color: '', count: '51', fullGrams: '0', emptyGrams: 'x', price: '-1' }
    const { status, html } = await post(list, wrong)
    expect(status).toBe(400)
    for (const name of ['color', 'count', 'fullGrams', 'emptyGrams', 'price']) {
      expect(html).toContain(`id="${name}-error"`)
    }
    expect(html).toContain('value="51"')
    expect(html).toContain('value="B-7"')
    expect(await count()).toBe(0)
  })
})

describe('a spool', () => {
  test.each([
    ['gross', '700', 450],
    ['net', '700', 700],
  ])('weighed %s', async (how, grams, left) => {
    const [id = 0] = await shelf.add()
    const sent = await change(id, 'weigh', { grams, how })
    expect([sent.status, sent.location]).toEqual([303, `${list}/${id}?done=weighed`])
    expect(await shelf.left(id)).toBe(left)
    const { html } = await get(`${list}/${id}`)
    expect(textOf(html)).toContain(`Weighed \u2212${1000 - left} g ${left} g operator@example.com`)
  })

  test('refuses a weight that it cannot have, and keeps it', async () => {
    const [id = 0] = await shelf.add()
    const low = await change(id, 'weigh', { grams: '249', how: 'gross' })
    expect(low.status).toBe(400)
    expect(low.html).toContain('The spool alone weighs 250 g.')
    expect(low.html).toContain('value="249"')
    const high = await change(id, 'weigh', { grams: '1101', how: 'net' })
    expect(high.html).toContain('A full spool weighs at most 1100 g.')
    const text = await change(id, 'weigh', { grams: 'much', how: 'net' })
    expect(text.status).toBe(400)
    expect(await shelf.movements(id)).toEqual([['added', 1000]])
  })

  test('whose empty weight is not known is weighed without it', async () => {
    const [id = 0] = await shelf.add({ emptyGrams: null })
    expect((await get(`${list}/${id}`)).html).not.toContain('value="gross"')
    const gross = await change(id, 'weigh', { grams: '700', how: 'gross' })
    expect([gross.status, await shelf.left(id)]).toEqual([400, 1000])
  })

  test('loaded restricts the claims of its printer, and replaces the one in the slot', async () => {
    await good(farm.report('k1', { state: 'ready' }))
    const [first = 0, second = 0] = [...(await shelf.add()), ...(await shelf.add())]
    const sent = await change(first, 'load', { printer: 'k1', slot: '2' })
    expect(sent.location).toBe(`${list}/${first}?done=loaded`)
    expect((await service.deps.printers.read('k1'))?.spools).toEqual([
      {
        slot: 2,
        material: 'pla',
        color: 'Black',
        gramsLeft: 1000,
        counted: { id: first, gramsLeft: 1000 },
      },
    ])
    await change(second, 'load', { printer: 'k1', slot: '2' })
    expect(await shelf.read(first)).toMatchObject({ printer: null, slot: null })
    expect(await shelf.read(second)).toMatchObject({ printer: 'k1', slot: 2 })
    // A report of its program no longer changes what is loaded.
    await good(farm.report('k1', { state: 'ready', spools: [] }))
    expect((await service.deps.printers.read('k1'))?.spools).toHaveLength(1)
    const { html } = await get('/operator/printers/k1')
    expect(html).toContain(`href="${list}/${second}"`)
  })

  test('moves from one printer to another', async () => {
    for (const name of ['k1', 'k2']) await good(farm.report(name, { state: 'ready' }))
    const id = await shelf.loaded('k1')
    await change(id, 'load', { printer: 'k2', slot: '1' })
    expect((await service.deps.printers.read('k1'))?.spools).toEqual([])
    expect((await service.deps.printers.read('k2'))?.spools).toHaveLength(1)
    await change(id, 'unload')
    expect((await service.deps.printers.read('k2'))?.spools).toEqual([])
    expect(await shelf.read(id)).toMatchObject({ printer: null })
  })

  test('is not loaded into a printer that does not exist', async () => {
    const [id = 0] = await shelf.add()
    for (const printer of ['', 'nobody']) {
      const sent = await change(id, 'load', { printer, slot: '1' })
      expect([sent.status >= 400, sent.html.includes('Choose a printer.')]).toEqual([true, true])
    }
    expect((await change(id, 'load', { printer: 'k1', slot: '17' })).status).toBe(400)
  })

  test('marked as empty leaves its printer, and is only weighed from then on', async () => {
    await good(farm.report('k1', { state: 'ready' }))
    const id = await shelf.loaded('k1')
    await change(id, 'empty')
    expect(await shelf.read(id)).toMatchObject({ printer: null, gramsLeft: 0 })
    expect((await service.deps.printers.read('k1'))?.spools).toEqual([])
    expect(textOf((await get(list)).html)).toContain('No spool is counted.')
    expect((await get(`${list}?show=empty`)).html).toContain(`href="${list}/${id}"`)
    expect((await change(id, 'load', { printer: 'k1', slot: '1' })).status).toBe(409)
    await change(id, 'weigh', { grams: '300', how: 'net' })
    expect(await shelf.read(id)).toMatchObject({ gramsLeft: 300, emptiedAt: null })
    expect(await shelf.movements(id)).toEqual([
      ['added', 1000],
      ['emptied', -1000],
      ['weighed', 300],
    ])
  })

  test('stays on the shelf when its printer is removed', async () => {
    await good(farm.report('k1', { state: 'ready' }))
    const id = await shelf.loaded('k1')
    await service.db
      .updateTable('printers')
      .set({ last_heard_at: new Date('2026-01-01') })
      .execute()
    expect((await service.deps.printers.remove('k1', 'operator@example.com')).ok).toBe(true)
    expect(await shelf.read(id)).toMatchObject({ printer: null, slot: null, gramsLeft: 1000 })
  })

  test('shows every movement with its reason, time and person', async () => {
    const id = await shelf.loaded('k1').catch(async () => {
      await good(farm.report('k1', { state: 'ready' }))
      return await shelf.loaded('k1')
    })
    await change(id, 'weigh', { grams: '900', how: 'net' })
    const movements = await service.deps.spools.movements(id, 10)
    expect(movements.map(({ kind, by, gramsLeft }) => [kind, by, gramsLeft])).toEqual([
      ['weighed', 'operator@example.com', 900],
      ['added', 'operator@example.com', 1000],
    ])
  })
})

describe('two operators', () => {
  test.each([
    ['weigh', { grams: '800', how: 'net' }],
    ['load', { printer: 'k1', slot: '1' }],
    ['unload', {}],
    ['empty', {}],
  ])('%s with an old version changes nothing', async (form, fields) => {
    await good(farm.report('k1', { state: 'ready' }))
    const id = await shelf.loaded('k1')
    const { version } = await shelf.read(id)
    await change(id, 'weigh', { grams: '900', how: 'net' })
    const sent = await post(`${list}/${id}/${form}`, { version: String(version), ...fields })
    expect(sent.status).toBe(409)
    expect(textOf(sent.html)).toContain('This spool has changed since you opened the page.')
    expect(await shelf.read(id)).toMatchObject({ gramsLeft: 900, printer: 'k1' })
  })

  test('who weigh at the same moment store one weight', async () => {
    const [id = 0] = await shelf.add()
    const weights = ['700', '600']
    const sent = await Promise.all(
      weights.map((grams) => change(id, 'weigh', { grams, how: 'net' })),
    )
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      303, 409,
    ])
    expect(await shelf.movements(id)).toHaveLength(2)
  })

  test('who load two spools into one slot at the same moment load one of them', async () => {
    await good(farm.report('k1', { state: 'ready' }))
    const ids = await shelf.add({ count: 2 })
    await Promise.all(ids.map((id) => change(id, 'load', { printer: 'k1', slot: '1' })))
    const loaded = await Promise.all(ids.map((id) => shelf.read(id)))
    expect(loaded.filter(({ printer }) => printer === 'k1')).toHaveLength(1)
    expect((await service.deps.printers.read('k1'))?.spools).toHaveLength(1)
  })
})

describe('filament that runs out', () => {
  test('is listed for ordering with a warning on the overview, and no order is refused', async () => {
    await shelf.add({ fullGrams: 100 })
    const code = await farm.order({ material: 'pla', color: 'Black' })
    await service.db
      .updateTable('orders')
      .set({ grams_per_part: 130 })
      .where('code', '=', code)
      .execute()
    const text = textOf((await get(list)).html)
    expect(text).toContain('Open orders need more than there is of 1 color.')
    expect(text).toContain('Short of 30 g')
    const overview = await get('/operator')
    expect(textOf(overview.html)).toContain(
      'Open orders need more filament than there is: PLA Black (30 g).',
    )
    expect(overview.html).toContain(`href="${list}"`)
    expect(await farm.order({ material: 'pla', color: 'Black' })).toMatch(/^SVC-/)
    expect((await farm.queue(code)).length).toBe(1)
  })

  test('has the day on which it runs out, on the page and on the floor', async () => {
    await good(farm.report('k1', { state: 'ready' }))
    const spool = await shelf.loaded('k1', 200)
    const code = await farm.order({ material: 'pla', color: 'Black' })
    await service.db
      .updateTable('orders')
      .set({ grams_per_part: 40 })
      .where('code', '=', code)
      .execute()
    await farm.queue(code)
    const { id, lease } = await mustClaim(farm, { printer: 'k1' })
    await good(farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: 1 }))
    // 40 g were used in the first day, and 160 g are left: four days. The test may pass midnight.
    const format = new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
    const inFourDays = () => format.format(service.deps.clock.now().getTime() + 4 * 86_400_000)
    const before = inFourDays()
    const texts = [
      textOf((await get(list)).html),
      textOf((await get('/operator/floor')).html),
      textOf((await get('/operator/floor', await service.signIn('viewer@example.com'))).html),
    ]
    const days = `(?:${before}|${inFourDays()})`
    expect(texts[0]).toMatch(new RegExp(`PLA Black .* 4 days ${days}`))
    for (const text of texts.slice(1)) {
      expect(text).toMatch(new RegExp(`PLA Black runs out ${days} Filament`))
    }
    await shelf.change(spool, { action: 'empty' })
    // A badge each, so that the line wraps on a phone.
    await farm.order({ material: 'petg', color: 'Black' })
    const floor = (await get('/operator/floor')).html
    expect(floor).toContain('<span>PLA Black used up</span>')
    expect(textOf(floor)).toMatch(/PETG short of \d+ g PLA Black used up Filament/)
  })

  test('is a metric by material, read once a minute', async () => {
    await shelf.add({ fullGrams: 100 })
    const code = await farm.order({ material: 'pla', color: 'Black' })
    const needed = (grams: number) =>
      service.db
        .updateTable('orders')
        .set({ grams_per_part: grams })
        .where('code', '=', code)
        .execute()
    await needed(130)
    const headers = { 'x-internal-key': service.internalKey }
    const scrape = await (await service.fetch('/metrics', { headers })).text()
    expect(scrape).toContain('\nfilament_short_grams{material="pla"} 30\n')
    expect(scrape).not.toContain('\nfilament_days_left{')

    let now = service.deps.clock.now()
    const { filament } = createMetricReader(service.service.database, () => now)
    const reading = (shortGrams: number) => [
      expect.objectContaining({ material: 'pla', shortGrams }),
    ]
    expect(await filament()).toEqual(reading(30))
    await needed(150)
    now = new Date(now.getTime() + 59_000)
    expect(await filament()).toEqual(reading(30))
    now = new Date(now.getTime() + 1_000)
    expect(await filament()).toEqual(reading(50))
  })

  test('causes no warning without counted spools', async () => {
    await farm.order({ material: 'pla', color: 'Black' })
    expect((await get('/operator')).html).not.toContain('more filament than there is')
    expect((await get(list)).html).not.toContain('Order soon')
    expect((await get('/operator/floor')).html).not.toContain('runs out')
  })
})

test('viewers see filament without buttons, and other accounts see nothing', async () => {
  const [id = 0] = await shelf.add()
  const [viewer, customer] = [
    await service.signIn('viewer@example.com'),
    await service.signIn('customer@example.com'),
  ]
  for (const path of [list, `${list}/${id}`]) {
    const { status, html } = await get(path, viewer)
    expect([path, status]).toEqual([path, 200])
    expect(html).not.toMatch(/method="post"/)
    expect([path, (await get(path, '')).status]).toEqual([path, 401])
    expect([path, (await get(path, customer)).status]).toEqual([path, 403])
  }
  const fields = { version: '1', grams: '1', how: 'net', printer: 'k1', slot: '1' }
  for (const path of [
    list,
    ...['weigh', 'load', 'unload', 'empty'].map((form) => `${list}/${id}/${form}`),
  ]) {
    expect([path, (await post(path, { ...three, ...fields }, viewer)).status]).toEqual([path, 403])
  }
  expect(await count()).toBe(1)
  expect((await get(`${list}/999999`)).status).toBe(404)
  expect((await get(`${list}/x`)).status).toBe(404)
})
