// Hashing passwords is limited: a flood of sign-ins is refused with a sentence and leaves the processor to other
// requests.
import { expect, test } from 'bun:test'
import { createPasswordGate } from '../../../server/http/auth/password-gate.ts'
import { openAccountApp } from '../../../testing/people/account-app.ts'

test('a limited number run at the same time, some wait in order, and others are refused immediately', async () => {
  const gate = createPasswordGate({ maxRunning: 2, maxWaiting: 3 })
  const started: number[] = []
  const ends = Array.from({ length: 8 }, () => Promise.withResolvers<number>())
  const runs = ends.map(({ promise }, at) =>
    gate.run(() => {
      started.push(at)
      return promise
    }),
  )
  const refused = { ok: false, failure: { kind: 'sign_in_busy', retryAfterSeconds: 5 } } as const
  for (const run of runs.slice(5)) expect(await run).toEqual(refused)
  expect([started, gate.isFull()]).toEqual([[0, 1], true])
  ends[1]?.resolve(1)
  await runs[1]
  expect([started, gate.isFull()]).toEqual([[0, 1, 2], false])
  // A failed check frees its place as well.
  ends[0]?.reject(new Error('the database is gone'))
  await expect(runs[0]).rejects.toThrow('the database is gone')
  for (const { resolve } of ends.slice(2, 5)) resolve(0)
  await Promise.all(runs.slice(2, 5))
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(await gate.run(async () => 'free again')).toEqual({ ok: true, value: 'free again' })
})

test('while it is full, every request that hashes a password is refused with 503, and other paths are not', async () => {
  const gate = createPasswordGate({ maxRunning: 1, maxWaiting: 0 })
  const app = await openAccountApp({ passwordGate: gate })
  const { email, password } = await app.newPerson()
  const held = Promise.withResolvers<void>()
  const holding = gate.run(() => held.promise)
  const code = '123456'
  const counters = () => app.database.db.selectFrom('rate_counters').selectAll().execute()
  const before = await counters()
  const sentence = 'Too many people are signing in right now. Try again in a few seconds.'
  for (const [path, body] of [
    ['sign-in/email', { email, password }],
    ['sign-up/email', { email: 'new@example.com', password }],
    ['email-otp/reset-password', { email, password, otp: code }],
  ] as const) {
    const refused = await app.postJson(`/api/auth/${path}`, body)
    expect([path, refused.status]).toEqual([path, 503])
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toEqual({ error: sentence })
  }
  for (const path of ['sign-in', 'sign-up', 'reset']) {
    const refused = await app.postForm(`/account/${path}`, { email, password, code })
    expect([path, refused.status]).toEqual([path, 503])
    expect(await refused.text()).toContain(sentence)
  }
  // A refusal uses up no attempts.
  expect(await counters()).toEqual(before)
  const session = await app.send('/api/auth/get-session')
  expect([session.status, await session.json()]).toEqual([200, null])
  held.resolve()
  await holding
  expect((await app.postJson('/api/auth/sign-in/email', { email, password })).status).toBe(200)
  await app.close()
})

test('in a flood of sign-ins with unknown addresses most are refused, and none fails', async () => {
  const app = await openAccountApp({
    passwordGate: createPasswordGate({ maxRunning: 1, maxWaiting: 4 }),
  })
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      app.postJson('/api/auth/sign-in/email', {
        email: `no${at}@example.com`,
        password: 'x'.repeat(9),
      }),
    ),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([])
  expect(statuses).toContain(401)
  expect(statuses).toContain(503)
  await app.close()
})
