// The staff channel: emails to operators are also posted to an ntfy topic and to a signed webhook, and so is a
// missing worker.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { sendNotifications } from '../../../server/domain/notifications/send-notifications.ts'
import { postNotices, watchWorkers } from '../../../server/domain/notifications/staff-channel.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

type Posted = { readonly path: string; readonly headers: Headers; readonly body: string }

const posted: Posted[] = []
let status = 200
/** Path that responds with an error. */
let down = ''
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    posted.push({
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: await request.text(),
    })
    return new Response(null, { status: new URL(request.url).pathname === down ? 500 : status })
  },
})
afterAll(() => receiver.stop(true))
const address = `http://127.0.0.1:${receiver.port}`
const secret = 'a secret of the staff'

const service = useService({
  env: {
    // Its heartbeats are not those of a worker.
    ROLE: 'web',
    OPERATOR_EMAILS: OPERATOR_EMAIL,
    NTFY_URL: `${address}/alarms/our-farm`,
    NTFY_TOKEN: 'tk_test',
    STAFF_WEBHOOK_URL: `${address}/hook`,
    STAFF_WEBHOOK_SECRET: secret,
  },
})

beforeEach(async () => {
  status = 200
  posted.length = 0
  for (const table of [
    'staff_notices',
    'notification_sends',
    'notification_items',
    'metric_processes',
  ] as const) {
    await service.db.deleteFrom(table).execute()
  }
  await service.db.deleteFrom('emails').where('kind', 'like', 'notice:%').execute()
})

const notices = () => service.db.selectFrom('staff_notices').selectAll().execute()
const becomeDue = () =>
  service.db.updateTable('staff_notices').set({ due_at: sql`now()` }).execute()
/** Triggers a notice: a second factor was reset. */
const happen = async () => {
  await sql`insert into operator_actions (kind, subject, by) values ('second_factor_reset', 'ada@example.com', ${OPERATOR_EMAIL})`.execute(
    service.db,
  )
  await sendNotifications(service.deps)
}
const heartbeat = (role: 'web' | 'worker', secondsAgo: number) =>
  sql`insert into metric_processes (id, role, host, pid, version, sequence, gauges, seen_at)
    values (gen_random_uuid(), ${role}, 'a', 1, '1', 1, '[]', now() - make_interval(secs => ${secondsAgo}))`.execute(
    service.db,
  )

test('each mailed notice is posted once to both channels', async () => {
  await happen()
  expect(await postNotices(service.deps)).toBe(2)
  expect(await postNotices(service.deps)).toBe(0)
  expect(posted.map(({ path }) => path).sort()).toEqual(['/alarms/', '/hook'])
  const topic = posted.find(({ path }) => path === '/alarms/')
  expect(topic?.headers.get('authorization')).toBe('Bearer tk_test')
  expect(JSON.parse(topic?.body ?? '')).toMatchObject({
    topic: 'our-farm',
    title: 'A second factor was reset',
    click: `${service.baseUrl}/operator/settings`,
  })
  const hook = posted.find(({ path }) => path === '/hook')
  const [, seconds, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(hook?.headers.get('x-signature') ?? '') ?? []
  expect(signature).toBe(
    createHmac('sha256', secret).update(`${seconds}.${hook?.body}`).digest('hex'),
  )
  const body = JSON.parse(hook?.body ?? '')
  expect(body).toMatchObject({
    title: 'A second factor was reset',
    url: `${service.baseUrl}/operator/settings`,
  })
  expect(body.text).toContain('ada@example.com')
  const mails = await service.db
    .selectFrom('emails')
    .select('kind')
    .where('kind', 'like', 'notice:%')
    .execute()
  expect(mails).toEqual([{ kind: 'notice:second_factor_reset' }])
})

test('a channel that fails gets the notice again, with growing delays, for a day', async () => {
  await happen()
  status = 500
  expect(await postNotices(service.deps)).toBe(0)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { rows } = await sql<{ wait: number }>`
      select round(extract(epoch from due_at - now()))::int as wait from staff_notices`.execute(
      service.db,
    )
    waits.push(rows[0]?.wait ?? 0)
    await becomeDue()
    await postNotices(service.deps)
  }
  expect(waits).toEqual([30, 60, 120])
  status = 200
  await becomeDue()
  expect(await postNotices(service.deps)).toBe(2)
  await happen()
  status = 500
  await service.db
    .updateTable('staff_notices')
    .set({ created_at: sql`now() - interval '25 hours'` })
    .execute()
  await postNotices(service.deps)
  expect(await notices()).toEqual([])
})

test('an unavailable channel does not block the other, and a repeat has the same notice', async () => {
  await happen()
  down = '/hook'
  expect(await postNotices(service.deps)).toBe(1)
  down = ''
  await becomeDue()
  expect(await postNotices(service.deps)).toBe(1)
  expect(posted.map(({ path }) => path).toSorted()).toEqual(['/alarms/', '/hook', '/hook'])
  const [first, second] = posted
    .filter(({ path }) => path === '/hook')
    .map(({ body }) => JSON.parse(body))
  expect(second).toEqual(first)
})

test('two processes post a notice once', async () => {
  await happen()
  const counts = await Promise.all([1, 2, 3].map(() => postNotices(service.deps)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(posted).toHaveLength(2)
})

test('a missing worker is reported once an hour', async () => {
  await heartbeat('web', 0)
  await heartbeat('worker', 60)
  await watchWorkers(service.deps)
  expect(posted).toEqual([])
  await sql`update metric_processes set seen_at = now() - interval '3 minutes' where role = 'worker'`.execute(
    service.db,
  )
  await Promise.all([watchWorkers(service.deps), watchWorkers(service.deps)])
  await watchWorkers(service.deps)
  expect(
    posted.filter(({ path }) => path === '/hook').map(({ body }) => JSON.parse(body).title),
  ).toEqual(['No worker is running'])
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const page = async (path: string) =>
    await (await service.fetch(path, { headers: { cookie } })).text()
  expect(await page('/operator')).toContain('no worker runs')
  expect(await page('/operator/system')).toContain('Start a process with ROLE=worker or ROLE=all.')
})

describe('the desk', () => {
  const postATest = async () => {
    const response = await service.fetch('/operator/settings/channel/test', {
      method: 'POST',
      headers: { origin: service.baseUrl, cookie: await service.signIn(OPERATOR_EMAIL) },
    })
    return [response.status, await response.text()] as const
  }

  test('posts a test to both immediately', async () => {
    const [code, page] = await postATest()
    expect(code).toBe(200)
    expect(page).toContain('Posted to the ntfy topic and the webhook.')
    expect(posted.map(({ path }) => path).sort()).toEqual(['/alarms/', '/hook'])
    expect(JSON.parse(posted[0]?.body ?? '').title).toBe('A test')
    expect(await notices()).toEqual([])
  })

  test('names the failed channel and the reason', async () => {
    down = '/hook'
    const [, page] = await postATest()
    down = ''
    expect(page).toContain('Not posted to the webhook: the staff channel responded with 500.')
  })
})
