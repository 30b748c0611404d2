// Commands for printers: requested by operators, taken by one program, ended once; and what printers show at the desk.
import { beforeEach, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { maxStoredPictureBytes } from '../../../server/domain/farm/printers/printer-desk.ts'
import { type Claim, clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { deskPages } from '../../../testing/people/operator-desk.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService(() => ({ env: { VIEWER_EMAILS: 'viewer@example.com' } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(() => clearFarm(service))

const page = '/operator/printers/p1'
const controls = { commands: ['pause', 'resume', 'cancel'] }
const report = (body: object, name = 'p1') => good(farm.report(name, body))
const desk = (cookie = farm.cookie) => deskPages(service, cookie)
const taker = randomUUID()
const printer = async () => {
  const found = await service.deps.printers.read('p1')
  if (found === null) throw new Error('the printer is not known')
  return found
}
const command = async () => (await printer()).desk.command
const open = async () =>
  (
    (await good(
      service.fetch('/api/farm/commands', { headers: { 'x-internal-key': service.internalKey } }),
    )) as { commands: { id: string; printer: string; action: string; jobId: string }[] }
  ).commands
const send = async (id: string, step: 'take' | 'end', body: object) =>
  (await farm.asFarm(`/api/farm/commands/${id}/${step}`, body)).status

/** Puts a job on the printer, which reports it as running. */
async function printing(body: object = { controls }): Promise<Claim> {
  await farm.queue(await farm.order())
  const job = await mustClaim(farm)
  await report({ state: 'printing', jobId: job.id, ...body })
  return job
}
const press = (job: { readonly id: string }, action: string, seen = 0, cookie = farm.cookie) =>
  desk(cookie).post(`${page}/command`, {
    action,
    job: job.id,
    command: String(seen),
    confirmed: '1',
  })
const pressed = async (job: { readonly id: string }, action = 'pause', seen = 0) => {
  expect((await press(job, action, seen)).status).toBe(303)
  const [waiting] = await open()
  if (waiting === undefined) throw new Error('no command is open')
  return waiting
}
const pass = (seconds: number) =>
  sql`update printer_commands set expires_at = expires_at - make_interval(secs => ${seconds}::float8),
    taken_at = taken_at - make_interval(secs => ${seconds}::float8)`.execute(service.db)
const shown = async () =>
  (await desk().get(page)).html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

verifies('farm.printers.commands', async () => {
  const job = await printing()
  const waiting = await pressed(job)
  expect(waiting).toMatchObject({ printer: 'p1', action: 'pause', jobId: job.id })
  expect(await shown()).toContain('Pause Requested by operator@')
  expect(await send(waiting.id, 'take', { taker })).toBe(200)
  // The same program repeats its request after a lost response; another one must not carry it out.
  expect(await send(waiting.id, 'take', { taker })).toBe(200)
  expect(await send(waiting.id, 'take', { taker: randomUUID() })).toBe(409)
  expect(await open()).toEqual([])
  expect(await shown()).toContain('In progress')
  const other = { taker: randomUUID(), outcome: 'done' }
  expect(await send(waiting.id, 'end', other)).toBe(409)
  expect(await send(waiting.id, 'end', { taker, outcome: 'failed', reason: 'It is hot.' })).toBe(
    200,
  )
  expect(await send(waiting.id, 'end', { taker, outcome: 'done' })).toBe(200)
  expect(await command()).toMatchObject({ outcome: 'failed', reason: 'It is hot.', version: 1 })
  expect(await shown()).toContain('Failed')
  expect(await send(waiting.id, 'take', { taker })).toBe(409)
  expect(await send(randomUUID(), 'take', { taker })).toBe(404)
  expect(await send('one', 'end', { taker, outcome: 'done' })).toBe(404)
})

describe('a command', () => {
  test('lapses after three minutes without a program', async () => {
    const job = await printing()
    const { id } = await pressed(job)
    await pass(179)
    expect(await open()).toHaveLength(1)
    await pass(2)
    expect(await open()).toEqual([])
    expect(await send(id, 'take', { taker })).toBe(409)
    expect(await shown()).toContain('No program took it within three minutes.')
    // Another command can be requested now.
    await pressed(job, 'pause', 1)
    expect(await command()).toMatchObject({ version: 2 })
  })

  test('is shown as unconfirmed after five minutes without an outcome, and a late outcome counts', async () => {
    const { id } = await pressed(await printing())
    expect(await send(id, 'take', { taker })).toBe(200)
    await pass(301)
    expect(await shown()).toContain('Not confirmed')
    expect(await send(id, 'end', { taker, outcome: 'done' })).toBe(200)
    expect(await command()).toMatchObject({ outcome: 'done' })
  })

  test('applies to one claim, and not to a later claim of the same job on the same printer', async () => {
    const job = await printing()
    const { id } = await pressed(job)
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/fail`, { lease: job.lease, reason: 'stop' }))
    await report({ state: 'ready', controls })
    const again = await mustClaim(farm)
    expect(again.id).toBe(job.id)
    await report({ state: 'printing', jobId: job.id, controls })
    expect(await send(id, 'take', { taker })).toBe(409)
    expect(await command()).toMatchObject({
      outcome: 'failed',
      reason: 'The printer no longer had this plate when its program asked for the command.',
    })
  })

  test('that is sent twice or from two desks counts once', async () => {
    const job = await printing()
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => (await press(job, 'pause')).status),
    )
    expect(statuses).toEqual([303, 303, 303, 303])
    expect(await open()).toHaveLength(1)
    expect(await command()).toMatchObject({ version: 1 })
    expect((await press(job, 'cancel')).status).toBe(409)
  })

  test('of a page that was opened before the last command is refused', async () => {
    const job = await printing()
    const { id } = await pressed(job)
    await send(id, 'take', { taker })
    await send(id, 'end', { taker, outcome: 'failed', reason: 'no' })
    const refused = await press(job, 'pause', 0)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('Another command was given to this printer')
  })

  test.each([
    ['another job', { state: 'printing' }],
    ['a print that has ended', { state: 'finished' }],
    ['a print that is paused already', { state: 'paused' }],
  ])('is refused for %s', async (what, body) => {
    const job = await printing()
    await report({ ...body, ...(what !== 'another job' && { jobId: job.id }), controls })
    const refused = await press(job, 'pause')
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('another plate or state than when you opened the page')
    expect(await command()).toBeNull()
  })

  test('is refused while the printer is offline', async () => {
    const job = await printing()
    await sql`update printers set last_heard_at = now() - interval '121 s'`.execute(service.db)
    expect((await press(job, 'pause')).status).toBe(409)
    expect(await shown()).toContain('It is offline, so the desk cannot control it.')
  })

  test('that the printer does not know has no button, and the page says why', async () => {
    const reason = 'The Klipper configuration has no section [pause_resume].'
    const missing = [{ feature: 'pause', reason }]
    const job = await printing({ controls: { commands: ['cancel'], missing } })
    const { html } = await desk().get(page)
    expect(html).toContain(`No pause: ${reason}`)
    expect(html).not.toMatch(/>Pause<\/button>/)
    expect(html).toMatch(/>Cancel…<\/button>/)
    expect((await press(job, 'pause')).status).toBe(409)
  })

  test('is not offered for a program without commands', async () => {
    const job = await printing({})
    expect(await shown()).toContain('Its program takes no commands from the desk.')
    expect((await press(job, 'pause')).status).toBe(409)
  })

  test('cancel is confirmed once, and names the plate', async () => {
    const job = await printing()
    const asked = await desk().post(`${page}/command`, {
      action: 'cancel',
      job: job.id,
      command: '0',
    })
    expect(asked.status).toBe(200)
    expect(asked.html).toContain(`${job.orderCode}, plate 1`)
    expect(await command()).toBeNull()
    await pressed(job, 'cancel')
  })

  test('of a viewer is refused, and viewers see no buttons', async () => {
    const job = await printing()
    const cookie = await service.signIn('viewer@example.com')
    expect((await press(job, 'pause', 0, cookie)).status).toBe(403)
    const { html } = await desk(cookie).get(page)
    expect(html).toContain('Printing')
    expect(html).not.toContain('/command"')
    expect(await command()).toBeNull()
  })
})

const sendPicture = (bytes: Uint8Array, name = 'p1') =>
  service.fetch(`/api/farm/printers/${name}/picture`, {
    method: 'PUT',
    headers: { 'x-internal-key': service.internalKey, 'content-type': 'application/json' },
    body: JSON.stringify({ base64: Buffer.from(bytes).toString('base64') }),
  })
/** A JPEG of noise of the stored size. */
const noisePicture = (width: number, height: number) => {
  const raw = Buffer.alloc(width * height * 3)
  for (let at = 0; at < raw.length; at += 65_536) {
    crypto.getRandomValues(raw.subarray(at, at + 65_536))
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 72 })
    .toBuffer()
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })

verifies('farm.printers.desk', async () => {
  await printing({
    controls,
    temperatures: { nozzle: { actual: 239.6, target: 240 }, bed: { actual: 84.8 } },
  })
  expect(await shown()).toMatch(/Nozzle 240 of 240 °C, bed 85 °C, \d+ s ago/)
  expect((await sendPicture(await picture(1280, 720).png().toBuffer())).status).toBe(200)
  const { html } = await desk().get(page)
  expect(html).toContain(`${page}/picture?at=`)
  const { response } = await desk().get(`${page}/picture`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
  const viewer = desk(await service.signIn('viewer@example.com'))
  expect((await viewer.get(`${page}/picture`)).status).toBe(200)
  expect((await viewer.get(page)).html).toContain('/picture')
  // Only the newest picture is stored. Temperatures disappear when a report has none.
  expect((await sendPicture(await picture(320, 240).jpeg().toBuffer())).status).toBe(200)
  expect(await service.db.selectFrom('printer_pictures').select('printer').execute()).toHaveLength(
    1,
  )
  await report({ state: 'printing', controls })
  expect(await shown()).not.toContain('°C')
})

describe('a picture', () => {
  test.each([
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['the head of a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex')],
  ])('that is %s is refused', async (_name, bytes) => {
    await report({ state: 'printing' })
    expect((await sendPicture(bytes)).status).toBe(400)
    expect((await printer()).desk.pictureAt).toBeNull()
  })

  test('is bounded when it is sent, and when it is stored', async () => {
    await report({ state: 'printing' })
    expect((await sendPicture(new Uint8Array(512 * 1024 + 3))).status).toBe(400)
    expect((await sendPicture(new Uint8Array(1024 * 1024))).status).toBe(413)
    // Noise cannot be compressed, so it stays too large.
    const noise = await noisePicture(640, 640)
    expect(noise.length).toBeGreaterThan(maxStoredPictureBytes)
    expect(noise.length).toBeLessThanOrEqual(512 * 1024)
    expect((await sendPicture(noise)).status).toBe(400)
    expect(await service.deps.printers.readPicture('p1')).toBeNull()
  })

  test('of an unknown printer is refused, and so are more than twelve a minute', async () => {
    const bytes = await picture(64, 64).jpeg().toBuffer()
    expect((await sendPicture(bytes, 'p2')).status).toBe(404)
    await report({ state: 'printing' })
    const statuses: number[] = []
    for (let sent = 0; sent < 26; sent += 1) statuses.push((await sendPicture(bytes)).status)
    // The requests fall into at most two windows of a minute.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(24)
    expect(statuses.at(-1) === 429 || statuses.includes(429)).toBe(true)
  })

  test('is shown on the floor', async () => {
    await printing({ controls, temperatures: { nozzle: { actual: 214.6, target: 215 } } })
    await sendPicture(await picture(64, 48).jpeg().toBuffer())
    const floor = await desk().get('/operator/floor')
    expect(floor.html).toContain(`${page}/picture?at=`)
    expect(floor.html).toContain('215°')
    const viewer = desk(await service.signIn('viewer@example.com'))
    const theirs = await viewer.get('/operator/floor')
    expect(theirs.html).toContain('/picture?at=')
    expect(theirs.html).toContain('215°')
  })
})

test('temperatures out of range are refused with their rule', async () => {
  const refused = await farm.report('p1', {
    state: 'printing',
    temperatures: { nozzle: { actual: 5000 } },
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('must be a number from -100 to 2000')
})
