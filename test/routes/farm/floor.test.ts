// /operator/floor: the next plate of each printer, the operator's next task at it, and the drawing of its plate.
import { beforeEach, describe, expect, test } from 'bun:test'
import { readFloor } from '../../../server/domain/desk/read-floor.ts'
import { clearFarm, good, type Job, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { deskPages } from '../../../testing/people/operator-desk.ts'
import { sharedPlates } from '../../../testing/people/shared-plates.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService(() => ({ env: { VIEWER_EMAILS: 'viewer@example.com' } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(() => clearFarm(service))
const { printing, change, sliced, queued } = sharedPlates(service, farm)

const get = (path: string, cookie = farm.cookie) => deskPages(service, cookie).get(path)
const report = (name: string, body: object) => good(farm.report(name, body))
const spool = (material: string, color: string) => [{ slot: 1, material, color, gramsLeft: 640 }]
const plate = async (fields: Record<string, string>): Promise<string> => {
  const code = await farm.order(fields)
  await farm.queue(code)
  return code
}
/** Returns by printer: the next order, and the operator's task. */
const floor = async () => {
  const printers = await readFloor(service.deps, 'UTC')
  return Object.fromEntries(
    printers.map(({ printer, next, task }) => [printer.name, [next?.orderCode ?? null, task]]),
  )
}

describe('the floor', () => {
  test('assigns each plate to one printer that has its spool, idle printers first', async () => {
    const [first, second] = [await plate({ color: 'Black' }), await plate({ color: 'Black' })]
    await report('p1', { state: 'finished', spools: spool('pla', 'Black') })
    await report('p2', { state: 'ready', spools: spool('pla', 'Black') })
    await report('p3', { state: 'ready', spools: spool('pla', 'White') })
    expect(await floor()).toEqual({
      p1: [second, { kind: 'clear' }],
      p2: [first, null],
      p3: [null, null],
    })
  })

  test('requests a spool that no printer has, at one idle printer', async () => {
    await plate({ material: 'petg', color: 'Red' })
    await plate({ material: 'petg', color: 'red' })
    for (const name of ['p1', 'p2']) {
      await report(name, { state: 'ready', spools: spool('pla', 'White') })
    }
    const load = { kind: 'load', material: 'petg', color: 'Red', plates: 2 } as const
    expect(await floor()).toEqual({ p1: [null, load], p2: [null, null] })
    await report('p2', { state: 'ready', spools: spool('petg', 'Red') })
    expect((await floor())['p1']).toEqual([null, null])
  })

  test('sends an operator to printers that are paused, in error, silent or full, but not to those in maintenance', async () => {
    await report('error', { state: 'error' })
    await report('full', { state: 'finished' })
    await report('paused', { state: 'paused' })
    await report('working', { state: 'printing' })
    await report('repaired', { state: 'finished' })
    const version = (await service.deps.printers.read('repaired'))?.version ?? 0
    const repair = { action: 'maintenance', by: 'ops', note: 'Nozzle', version } as const
    await service.deps.printers.change('repaired', repair)
    const kinds = async () =>
      Object.fromEntries(
        Object.entries(await floor()).map(([name, [, task]]) => [
          name,
          (task as { kind: string } | null)?.kind ?? null,
        ]),
      )
    const now = { error: 'attention', full: 'clear', paused: 'attention', repaired: null }
    expect(await kinds()).toEqual({ ...now, working: null })
    service.advance(120)
    expect(await kinds()).toEqual({
      ...now,
      error: 'offline',
      paused: 'offline',
      working: 'offline',
    })
    service.advance(-120)
  })

  test('shows viewers the tiles without a form', async () => {
    await report('p1', { state: 'finished' })
    const viewer = await service.signIn('viewer@example.com')
    for (const path of ['/operator/floor', '/operator/floor?show=attention']) {
      const { status, html } = await get(path, viewer)
      expect([status, html.includes('floor-tile')]).toEqual([200, true])
      expect(html).not.toContain('<form method="post" action="/operator/printers')
      expect(html).not.toContain('/operator/plates')
    }
    expect((await get('/operator/floor')).html).toContain('action="/operator/printers/p1/plate"')
  })
})

test('a model has its picture on the floor, its printer’s page and the list of plates, also once it is sliced', async () => {
  const job = await queued(1)
  await sliced(job)
  await report('p1', { state: 'ready' })
  const claim = await mustClaim(farm, { printer: 'p1', files: ['gcode'] })
  expect(claim).toMatchObject({ id: job.id, fileKind: 'gcode' })
  await report('p1', { state: 'finished', jobId: job.id })
  const picture = `src="/operator/orders/${job.orderCode}/pictures/1.png"`
  for (const path of ['/operator/floor', '/operator/printers/p1', '/operator/plates']) {
    const { html } = await get(path)
    expect([path, html.includes(picture)]).toEqual([path, true])
  }
})

test('a customer’s sliced file has no picture', async () => {
  const code = await plate({})
  await report('p1', { state: 'ready' })
  const job = await mustClaim(farm, { printer: 'p1' })
  await report('p1', { state: 'finished', jobId: job.id })
  for (const path of ['/operator/floor', '/operator/printers/p1', '/operator/plates']) {
    expect((await get(path)).html).not.toContain(`/operator/orders/${code}/pictures`)
  }
})

describe('the drawing of a plate', () => {
  const pathIn = (html: string) => /src="([^"]*plate\.svg[^"]*)"/.exec(html)?.[1] ?? ''

  test('is a separate SVG, at an address that changes with any of its jobs', async () => {
    await report('p1', { state: 'ready' })
    const { jobs, claim } = await printing(1, 2)
    await report('p1', { state: 'printing', jobId: claim.id })
    const path = pathIn((await get('/operator/floor')).html)
    const response = await service.fetch(path, { headers: { cookie: farm.cookie } })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ])
    const text = await response.text()
    // A browser draws it in test/browser/desk/floor.test.ts.
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    for (const { orderCode } of jobs) expect(text).toContain(orderCode)
    const [, rider] = jobs as [Job, Job]
    await good(change(rider, { action: 'cancel' }))
    expect(pathIn((await get('/operator/floor')).html)).not.toBe(path)
  })

  test('does not exist for a job that is alone, nor for an unknown job', async () => {
    const [job] = await farm.queue(await farm.order({}, CUBE))
    for (const id of [job?.id, crypto.randomUUID(), 'x']) {
      expect((await get(`/operator/jobs/${id}/plate.svg`)).status).toBe(404)
    }
  })
})
