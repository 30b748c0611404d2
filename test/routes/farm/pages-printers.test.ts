// /operator/printers: who sees which parts, the state of each printer, and the effect of each form.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { printerPath } from '../../../server/pages/operators/printers/printer-paths.ts'
import { clearFarm, good, type Job, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { deskPages, type Fields } from '../../../testing/people/operator-desk.ts'
import { decodedQr } from '../../../testing/people/qr-code.ts'
import { sharedPlates } from '../../../testing/people/shared-plates.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService(() => ({ env: { VIEWER_EMAILS: 'viewer@example.com' } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(() => clearFarm(service))

const shared = sharedPlates(service, farm)
const list = '/operator/printers'
const get = (path: string, cookie = farm.cookie) => deskPages(service, cookie).get(path)
const post = (path: string, fields: Fields, cookie = farm.cookie) =>
  deskPages(service, cookie).post(path, fields)
const report = async (name: string, body: object) =>
  (await good(farm.report(name, body))) as Readonly<Record<string, unknown>>
const printer = async (name: string) => {
  const found = await service.deps.printers.read(name)
  if (found === null) throw new Error(`no printer ${name}`)
  return found
}
/** Sends a form with the version that the page shows. */
const change = async (name: string, form: string, fields: Record<string, string>) => {
  const { version } = await printer(name)
  return await post(`${list}/${name}/${form}`, { version: String(version), ...fields })
}
/** Returns a row of the list as text. */
const rowOf = (html: string, name: string): string => {
  const row =
    html.split(/<tr|<\/tr/).find((each) => each.includes(`/operator/printers/${name}"`)) ?? ''
  return row
    .slice(row.indexOf('>') + 1)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
/** Creates a printer with two parts of an order on its plate. */
const printed = async (name: string) => {
  const code = await farm.order({ quantity: '2' }, CUBE)
  await farm.queue(code)
  await report(name, { state: 'ready' })
  const job = await mustClaim(farm, { printer: name })
  await good(
    farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, { lease: job.lease, printing: true }),
  )
  await report(name, { state: 'finished', jobId: job.id })
  return { code, job }
}

describe('the list', () => {
  test('shows each printer with its state, job, spools and day', async () => {
    const code = await farm.order({ quantity: '2' })
    await farm.queue(code)
    const spools = [{ slot: 1, material: 'pla', color: 'Black', gramsLeft: 640 }]
    await report('k1', { state: 'ready', spools })
    const done = await mustClaim(farm, { printer: 'k1' })
    await good(farm.asFarm(`/api/farm/jobs/${done.id}/done`, { lease: done.lease, good: 1 }))
    const job = await mustClaim(farm, { printer: 'k1' })
    const beat = { lease: job.lease, printing: true, progress: 0.42, remainingSeconds: 3900 }
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, beat))
    await report('k1', { state: 'paused', jobId: job.id })
    await report('k2', { state: 'error', detail: '<b>Heater</b>' })
    const { status, html } = await get(list)
    expect(status).toBe(200)
    expect(rowOf(html, 'k1')).toMatch(
      new RegExp(
        `^k1 Paused .* ${code}, plate 2 42% 1 h 5 min 1: 1 good, 0 scrap PLA Black, 640 g the farm’s own bed$`,
      ),
    )
    expect(rowOf(html, 'k2')).toMatch(/^k2 Error .* none none not known the farm’s own bed$/)
    expect(html).toContain(`href="/operator/jobs/${job.id}"`)
    const one = await get(`${list}/k2`)
    expect(one.html).toContain('&lt;b&gt;Heater&lt;/b&gt;')
    expect((await get('/operator/jobs')).html).toContain('Paused')
  })

  verifies('farm.printers.offline', async () => {
    const weekSeconds = 7 * 24 * 3600
    await report('k1', { state: 'printing' })
    service.advance(119)
    expect(rowOf((await get(list)).html, 'k1')).toContain('Printing')
    service.advance(1)
    const { html } = await get(list)
    expect(rowOf(html, 'k1')).toMatch(/^k1 Offline 2 min 2 min/)
    service.advance(weekSeconds)
    expect(rowOf((await get(list)).html, 'k1')).toContain('Offline')
    expect(rowOf((await get('/operator/jobs')).html, 'k1')).toContain('Offline')
    // In maintenance the row still shows when the printer last reported.
    await change('k1', 'maintenance', { on: '1', note: 'Sold' })
    expect(rowOf((await get(list)).html, 'k1')).toMatch(/^k1 Maintenance .* 7 d/)
    service.advance(-weekSeconds - 120)
  })

  test('viewers see it without buttons, and other accounts see nothing', async () => {
    await printed('k1')
    const [viewer, customer] = [
      await service.signIn('viewer@example.com'),
      await service.signIn('customer@example.com'),
    ]
    for (const path of [list, `${list}/k1`]) {
      const { status, html } = await get(path, viewer)
      expect([path, status]).toEqual([path, 200])
      expect(html).not.toMatch(/method="post"/)
      expect([path, (await get(path, '')).status]).toEqual([path, 401])
      expect([path, (await get(path, customer)).status]).toEqual([path, 403])
    }
    for (const form of ['plate', 'spools', 'tags', 'maintenance', 'remove']) {
      const sent = await post(`${list}/k1/${form}`, { version: '1', confirmed: '1' }, viewer)
      expect([form, sent.status]).toEqual([form, 403])
    }
    expect((await printer('k1')).clearedAt).toBeNull()
    expect((await get(`${list}/nobody`)).status).toBe(404)
  })
})

test('a printer without a model says that it is sliced with slow settings', async () => {
  const bedMm = { x: 250, y: 210, z: 220 }
  await report('p1', { state: 'ready', bedMm })
  await report('p2', { state: 'ready' })
  const slow = 'Its program reports no model, so plates are sliced for the bed, with slow settings'
  expect((await get(`${list}/p1`)).html).toContain(slow)
  // The settings of the farm apply.
  expect((await get(`${list}/p2`)).html).not.toContain(slow)
})

test('the overview and the wall count printers, and list those that need attention', async () => {
  const { code, job } = await printed('k1')
  await report('k2', { state: 'printing' })
  await report('k3 left', { state: 'paused', detail: 'Filament out' })
  const { html } = await get('/operator')
  expect(html).toMatch(/Printers at work[\s\S]*1 of 3[\s\S]*1 paused, 1 to clear/)
  expect(html).toContain('1 printer stopped')
  expect(html).toContain('href="/operator/printers/k3%20left"')
  expect(html).toContain('paused: Filament out')
  expect(html).not.toContain('1 plate to clear')
  expect((await get('/operator?wall=1')).html).toContain(
    '1 of 3 printers at work: 1 paused, 1 to clear',
  )
  await service.db
    .updateTable('printers')
    .set({
      state_since: sql<Date>`now() - interval '31 minutes'`,
      last_heard_at: sql<Date>`now() - interval '3 minutes'`,
    })
    .where('name', '=', 'k1')
    .execute()
  await service.db
    .updateTable('print_jobs')
    .set({ state: 'failed', leased_until: null, reason: 'Clogged' })
    .where('id', '=', job.id)
    .execute()
  const later = (await get('/operator')).html
  expect(later).toContain('1 plate to clear')
  expect(later).toContain('1 printer silent with a job')
  expect(later).toContain(`plate 1 of ${code}`)
  expect(later).toContain('1 failed print job')
  expect(later).toContain(`href="/operator/jobs/${job.id}"`)
  expect(later).toContain('href="/operator/printers/k1"')
})

describe('a plate', () => {
  test('is cleared in the list when all parts are good', async () => {
    const { code, job } = await printed('k1')
    const { html } = await get(list)
    expect(html).toContain(`action="/operator/printers/k1/plate"`)
    const sent = await post(`${list}/k1/plate`, { job: job.id, scrap: '0', list: '1' })
    expect([sent.status, sent.location]).toEqual([303, `${list}?done=plate`])
    expect((await get(`${list}?done=plate`)).html).toContain('The plate is clear.')
    expect(await farm.jobs(code)).toMatchObject([{ state: 'done', good: 2, scrap: 0 }])
    expect(rowOf((await get(list)).html, 'k1')).toContain('Ready')
    expect(await report('k1', { state: 'finished', jobId: job.id })).toMatchObject({
      cleared: true,
    })
  })

  test('is cleared on the printer’s page with its bad parts', async () => {
    const { code, job } = await printed('k1')
    expect((await get(`${list}/k1`)).html).toContain(`plate 1 of ${code}`)
    for (const [scrap, error] of [
      ['x', 'Enter how many parts are bad, 0 for none.'],
      ['3', 'Enter a number from 0 to 2.'],
    ] as const) {
      const wrong = await post(`${list}/k1/plate`, { job: job.id, scrap })
      expect([wrong.status, wrong.html.includes(error)]).toEqual([400, true])
      expect(wrong.html).toContain(`value="${scrap}"`)
    }
    expect((await post(`${list}/k1/plate`, { job: job.id, scrap: '1' })).location).toBe(
      `${list}/k1?done=plate`,
    )
    expect(await farm.jobs(code)).toMatchObject([
      { state: 'done', good: 1, scrap: 1 },
      { state: 'queued', parts: 1 },
    ])
    // The response was lost, and the phone sends the request again.
    const again = await post(`${list}/k1/plate`, { job: job.id, scrap: '1' })
    expect([again.status, again.location]).toEqual([303, `${list}/k1?done=before`])
    const { html: said } = await get(again.location)
    expect(said).toContain('That plate was cleared before; nothing was counted again.')
    expect(said).not.toContain('gets the next job')
    expect((await farm.jobs(code)).length).toBe(2)
    const other = await post(`${list}/k1/plate`, { job: job.id, scrap: '0' })
    expect([other.status, other.html.includes('It has 1 good and 1 scrap')]).toEqual([409, true])
    expect((await farm.jobs(code)).length).toBe(2)
  })

  test('is counted once when two phones report the same counts concurrently', async () => {
    const { code, job } = await printed('k1')
    const taps = Array.from({ length: 4 }, () =>
      post(`${list}/k1/plate`, { job: job.id, scrap: '1' }),
    )
    expect((await Promise.all(taps)).map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await farm.jobs(code)).toMatchObject([
      { state: 'done', good: 1, scrap: 1 },
      { state: 'queued', parts: 1 },
    ])
    const differing = await Promise.all(
      ['0', '1'].map((scrap) => post(`${list}/k1/plate`, { job: job.id, scrap })),
    )
    expect(differing.map(({ status }) => status)).toEqual([409, 303])
  })

  test('is counted once when two phones report different counts', async () => {
    const { code, job } = await printed('k1')
    const taps = ['0', '1'].map((scrap) => post(`${list}/k1/plate`, { job: job.id, scrap }))
    expect((await Promise.all(taps)).map(({ status }) => status).toSorted()).toEqual([303, 409])
    const [counted, ...again] = await farm.jobs(code)
    expect(counted?.['state']).toBe('done')
    expect(again.length).toBe(Number(counted?.['scrap']))
  })

  test('is counted once after its leading job was cancelled, also after the next claim', async () => {
    await report('p1', { state: 'ready' })
    const { jobs } = await shared.printing(1, 3)
    const [lead, rider] = jobs as [Job, Job]
    await good(shared.change(lead, { action: 'cancel' }))
    await report('p1', { state: 'finished', jobId: lead.id })
    const since = (await printer('p1')).reportedSince.toISOString()
    const counts = (scrap: string) => ({
      job: lead.id,
      since,
      scrap: '0',
      jobs: rider.id,
      [`scrap-${rider.id}`]: scrap,
    })
    const clear = (scrap: string) => post(`${list}/p1/plate`, counts(scrap))
    const both = (await Promise.all([clear('1'), clear('1')])).map(({ status }) => status)
    expect(both).toEqual([303, 303])
    expect(await shared.read(rider)).toMatchObject({ state: 'done', good: 2, scrap: 1 })
    const other = await clear('2')
    expect([other.status, other.html.includes('It has 2 good and 1 scrap')]).toEqual([409, true])
    expect((await clear('1')).location).toBe(`${list}/p1?done=before`)
    const next = await farm.order()
    await farm.queue(next)
    await report('p1', { state: 'ready' })
    const claim = await mustClaim(farm, { printer: 'p1' })
    await report('p1', { state: 'printing', jobId: claim.id })
    expect((await clear('1')).location).toBe(`${list}/p1?done=before`)
    expect((await clear('2')).status).toBe(409)
    expect(await shared.read(rider)).toMatchObject({ good: 2, scrap: 1 })
  })

  test('is refused with a malformed job id', async () => {
    await printed('k1')
    expect((await post(`${list}/k1/plate`, { job: 'x', scrap: '0' })).status).toBe(409)
  })

  test('is not cleared by a late request for the previous print', async () => {
    const first = await printed('k1')
    const since = (await printer('k1')).reportedSince.toISOString()
    const clear = { job: first.job.id, since, scrap: '0' }
    expect((await post(`${list}/k1/plate`, clear)).status).toBe(303)
    const second = await printed('k1')
    // Repeating a counted request changes nothing on the next plate.
    expect((await post(`${list}/k1/plate`, clear)).status).toBe(303)
    expect(await farm.jobs(second.code)).toMatchObject([{ state: 'printing' }])
    expect((await printer('k1')).clearedAt).toBeNull()
    const stale = await post(`${list}/k1/plate`, { job: second.job.id, since, scrap: '0' })
    expect(stale.status).toBe(409)
    expect(await farm.jobs(second.code)).toMatchObject([{ state: 'printing' }])
  })

  test('is cleared once without a job, and not during a print', async () => {
    await report('k1', { state: 'finished' })
    const since = (await printer('k1')).reportedSince.toISOString()
    for (let tap = 1; tap <= 2; tap += 1) {
      expect((await post(`${list}/k1/plate`, { job: '', since, scrap: '0' })).status).toBe(303)
    }
    await report('k1', { state: 'printing' })
    const late = await post(`${list}/k1/plate`, { job: '', since, scrap: '0' })
    expect([late.status, late.html.includes('no finished print on its plate')]).toEqual([409, true])
    await report('k1', { state: 'finished' })
    expect((await post(`${list}/k1/plate`, { job: '', since, scrap: '0' })).status).toBe(409)
    expect((await printer('k1')).clearedAt).toBeNull()
  })

  test('is not counted for a job other than the one shown on the page', async () => {
    const { code } = await printed('k1')
    const other = 'aaaaaaaa-0000-4000-8000-000000000000'
    const sent = await post(`${list}/k1/plate`, { job: other, scrap: '0' })
    expect(sent.status).toBe(409)
    expect(sent.html).toContain('The plate has changed since you opened the page.')
    expect(await farm.jobs(code)).toMatchObject([{ state: 'printing' }])
  })
})

describe('several plates at once', () => {
  /** Fields of the form as the page shows it, with every checkbox set. */
  const sentBy = (html: string): Record<string, string> =>
    Object.fromEntries(
      [...html.matchAll(/<input [^>]*>/g)].flatMap(([input]) => {
        const name = /name="([^"]*)"/.exec(input)?.[1] ?? ''
        return /^(take|printer|job|jobs|since|scrap)-/.test(name)
          ? [[name, /value="([^"]*)"/.exec(input)?.[1] ?? '']]
          : []
      }),
    )

  test('are cleared with the bad parts of each, and omitted plates stay full', async () => {
    const [one, two, three] = [await printed('k1'), await printed('k2'), await printed('k3')]
    await report('k4', { state: 'finished' })
    const fields = sentBy((await get('/operator/plates')).html)
    const { 'take-2': _, ...form } = { ...fields, [`scrap-${two.job.id}`]: '1' }
    const sent = await post('/operator/plates', { ...form, scrapReason: 'warping' })
    expect([sent.status, sent.location]).toEqual([303, '/operator/plates?cleared=3&before=0'])
    expect(await farm.jobs(one.code)).toMatchObject([{ state: 'done', good: 2, scrap: 0 }])
    expect(await farm.jobs(two.code)).toMatchObject([
      { state: 'done', good: 1, scrap: 1 },
      { state: 'queued', parts: 1 },
    ])
    expect(await farm.jobs(three.code)).toMatchObject([{ state: 'printing' }])
    const left = (await get(sent.location)).html
    expect(left).toContain('3 plates cleared.')
    expect(left).toContain('k3')
    expect(left).not.toContain('k4')
    // Repeating the request changes nothing.
    const again = await post('/operator/plates', { ...form, scrapReason: 'warping' })
    expect(again.location).toBe('/operator/plates?cleared=0&before=3')
    expect((await get(again.location)).html).toContain(
      '3 plates were cleared before; nothing was counted again.',
    )
    expect((await farm.jobs(two.code)).length).toBe(2)
  })

  test('a printer that cannot be cleared does not stop the others', async () => {
    const [one, two] = [await printed('k1'), await printed('k2')]
    const form = sentBy((await get('/operator/plates')).html)
    await post(`${list}/k1/plate`, { job: one.job.id, scrap: '1' })
    const sent = await post('/operator/plates', form)
    expect(sent.status).toBe(409)
    expect(textOf(sent.html)).toContain('1 plate cleared. 1 plate could not be cleared')
    expect(textOf(sent.html)).toContain(
      'k1 : This job was reported before with other counts. It has 1 good and 1 scrap',
    )
    expect(await farm.jobs(two.code)).toMatchObject([{ state: 'done', good: 2 }])
    expect(await farm.jobs(one.code)).toMatchObject([{ scrap: 1 }, { state: 'queued' }])
  })

  test('shows each error at its field and keeps the entered values', async () => {
    const { code, job } = await printed('k1')
    const form = sentBy((await get('/operator/plates')).html)
    const wrong = await post('/operator/plates', { ...form, [`scrap-${job.id}`]: 'x' })
    expect([wrong.status, wrong.html.includes('value="x"')]).toEqual([400, true])
    const none = await post('/operator/plates', { 'printer-0': 'k1' })
    expect(none.html).toContain('Check the plates that you cleared.')
    expect(await farm.jobs(code)).toMatchObject([{ state: 'printing' }])
  })

  test('with more bad parts than it has clears none, and shows the error at its field', async () => {
    const [one, two] = [await printed('k1'), await printed('k2')]
    const form = sentBy((await get('/operator/plates')).html)
    const wrong = await post('/operator/plates', { ...form, [`scrap-${two.job.id}`]: '3' })
    expect([wrong.status, wrong.html.includes('Enter a number from 0 to 2.')]).toEqual([400, true])
    expect(wrong.html).toContain('value="3"')
    expect(await farm.jobs(one.code)).toMatchObject([{ state: 'printing' }])
    expect(await farm.jobs(two.code)).toMatchObject([{ state: 'printing' }])
  })

  test('keeps checkmarks at their printers when the list has changed', async () => {
    const [one] = [await printed('k1'), await printed('k2'), await printed('k3')]
    const fields = sentBy((await get('/operator/plates')).html)
    const three = fields['jobs-2']
    const { 'take-1': _, ...form } = { ...fields, [`scrap-${three}`]: 'x' }
    // Another operator clears the first plate, and another print finishes.
    await post(`${list}/k1/plate`, { job: one.job.id, scrap: '0' })
    await printed('k0')
    const wrong = await post('/operator/plates', form)
    expect(wrong.status).toBe(400)
    const taken = [...wrong.html.matchAll(/<input [^>]*type="checkbox"[^>]*>/g)].map(([input]) =>
      / checked/.test(input),
    )
    const names = [...wrong.html.matchAll(/name="printer-\d+" value="([^"]*)"/g)].map(
      ([, name]) => name,
    )
    expect(names.map((name, index) => [name, taken[index]])).toEqual([
      ['k2', false],
      ['k3', true],
      ['k0', false],
    ])
  })

  test('is for operators', async () => {
    const { code } = await printed('k1')
    const viewer = await service.signIn('viewer@example.com')
    const { status, html } = await get('/operator/plates', viewer)
    expect([status, html.includes('method="post"')]).toEqual([200, false])
    const form = sentBy((await get('/operator/plates')).html)
    expect((await post('/operator/plates', form, viewer)).status).toBe(403)
    expect(await farm.jobs(code)).toMatchObject([{ state: 'printing' }])
  })
})

test('labels have a code that opens each printer’s page', async () => {
  await report('k1 left', { state: 'ready', model: 'Prusa MK4' })
  await report('k2', { state: 'ready' })
  const { html } = await get('/operator/printer-labels')
  expect(html.match(/<svg class="qr"/g)).toHaveLength(2)
  expect(html).toContain('Prusa MK4')
  const row = html.split('<li').find((each) => each.includes('k1 left')) ?? ''
  expect(decodedQr(row)).toBe(`${service.baseUrl}/operator/printers/k1%20left`)
  expect(decodedQr(row)).toBe(`${service.baseUrl}${printerPath('k1 left')}`)
})

describe('an operator', () => {
  test('loads spools, which the next claim uses', async () => {
    await report('k1', { state: 'ready' })
    const saved = await change('k1', 'spools', {
      'material-1': 'petg',
      'color-1': 'Black',
      'grams-1': '640',
      'material-3': 'pla',
      'color-3': ' Sky  ',
      'grams-3': '',
    })
    expect([saved.status, saved.location]).toEqual([303, `${list}/k1?done=spools`])
    expect((await printer('k1')).spools).toEqual([
      { slot: 1, material: 'petg', color: 'Black', gramsLeft: 640 },
      { slot: 3, material: 'pla', color: 'Sky', gramsLeft: null },
    ])
    const { html } = await get(`${list}/k1`)
    expect(html).toContain('1: PETG Black, 640 g; 3: PLA Sky')
    // The form offers one slot more than are in use.
    expect(html).toContain('name="material-4"')
    expect(html).not.toContain('name="material-5"')
    expect((await change('k1', 'spools', {})).status).toBe(303)
    expect((await printer('k1')).spools).toEqual([])
  })

  test('sees the problem with a spool, and keeps the entered values', async () => {
    await report('k1', { state: 'ready' })
    const wrong = await change('k1', 'spools', { 'color-2': 'Mint', 'grams-2': '1.5' })
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('Choose the material of the spool.')
    expect(wrong.html).toContain('Enter whole grams, or nothing.')
    expect(wrong.html).toContain('value="Mint"')
    expect((await printer('k1')).spools).toEqual([])
  })

  test('takes a printer out of service with a note, and puts it back', async () => {
    await report('k1', { state: 'ready' })
    const blank = await change('k1', 'maintenance', { on: '1', note: ' ' })
    expect([blank.status, blank.html.includes('Enter why, in 1 to 200 characters.')]).toEqual([
      400,
      true,
    ])
    expect((await change('k1', 'maintenance', { on: '1', note: 'New nozzle' })).location).toBe(
      `${list}/k1?done=maintenance`,
    )
    expect((await get(`${list}/k1`)).html).toContain('New nozzle')
    expect(await report('k1', { state: 'ready' })).toMatchObject({
      state: 'maintenance',
      maintenance: 'New nozzle',
    })
    expect((await change('k1', 'maintenance', { on: '' })).location).toBe(`${list}/k1?done=work`)
    expect(await report('k1', { state: 'ready' })).toMatchObject({
      state: 'ready',
      maintenance: null,
    })
  })

  test('can tag a printer', async () => {
    await report('k1', { state: 'ready' })
    expect((await change('k1', 'tags', { tags: 'enclosed, room 2,, enclosed' })).status).toBe(303)
    expect((await printer('k1')).tags).toEqual(['enclosed', 'room 2'])
    expect((await change('k1', 'tags', { tags: 'x'.repeat(31) })).status).toBe(400)
  })

  test('does not overwrite a change that another operator made meanwhile', async () => {
    await report('k1', { state: 'ready' })
    await change('k1', 'tags', { tags: 'shelf' })
    for (const form of ['spools', 'tags', 'maintenance']) {
      const stale = await post(`${list}/k1/${form}`, { version: '1', on: '1', note: 'x' })
      expect([form, stale.status]).toEqual([form, 409])
      expect(stale.html).toContain('This printer has changed since you opened the page.')
    }
    expect((await printer('k1')).tags).toEqual(['shelf'])
  })

  test('removes a printer that is no longer at the farm, after a confirmation', async () => {
    await report('k1', { state: 'ready' })
    const early = await post(`${list}/k1/remove`, { confirmed: '1' })
    expect([early.status, early.html.includes('in contact within the last two minutes')]).toEqual([
      409,
      true,
    ])
    await service.db
      .updateTable('printers')
      .set({ last_heard_at: sql<Date>`now() - interval '121 seconds'` })
      .execute()
    expect((await post(`${list}/k1/remove`, {})).html).toContain('Remove k1?')
    expect(await service.deps.printers.read('k1')).not.toBeNull()
    expect((await post(`${list}/k1/remove`, { confirmed: '1' })).location).toBe(
      `${list}?done=removed`,
    )
    expect(await service.deps.printers.read('k1')).toBeNull()
    const actions = await service.deps.operatorActions.list(5)
    expect(actions[0]).toMatchObject({ kind: 'printer_removed', subject: 'k1' })
  })
})
