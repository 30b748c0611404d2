// The hourly sweep of sign-ins, on the tables as the sign-in library makes them.
import { expect } from 'bun:test'
import { sweepSignIns } from '../../server/db/accounts/sweep-sign-ins.ts'
import { cookieOf, useAccountApp } from '../../testing/people/account-app.ts'
import { verifies } from '../helpers/verifies.ts'

const app = useAccountApp()

const password = 'a good password'
const run = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const countOf = async (text: string, values: unknown[] = []) => (await run(text, values)).rowCount

verifies('accounts.sweep-unproven', async () => {
  const proven = await app.newPerson()
  for (const name of ['old', 'fresh']) {
    await app.postJson('/api/auth/sign-up/email', { email: `${name}@example.com`, password })
  }
  await run(`update auth_users set "createdAt" = now() - interval '25 hours' where email <> $1`, [
    'fresh@example.com',
  ])
  expect(await sweepSignIns(app.database.db)).toMatchObject({ unprovenAccounts: 1 })
  const { rows: users } = await run('select email from auth_users order by email')
  expect(users.map((user) => user.email)).toEqual(['fresh@example.com', proven.email])
  const { rows: accounts } = await run('select email from accounts order by email')
  expect(accounts).toEqual(users)
  expect(await countOf('select 1 from auth_credentials')).toBe(2)
  // The address is free again, and a confirmed account still signs in.
  const again = { email: 'old@example.com', password }
  expect((await app.postJson('/api/auth/sign-up/email', again)).status).toBe(200)
  const { email } = proven
  const signedIn = await app.postJson('/api/auth/sign-in/email', {
    email,
    password: proven.password,
  })
  expect(signedIn.status).toBe(200)
})

verifies('accounts.sweep-ended', async () => {
  const { accountId, email, password: own } = await app.newPerson()
  const signedIn = await app.postJson('/api/auth/sign-in/email', { email, password: own })
  expect(cookieOf(signedIn)).toContain('svc_device=')
  await app.postJson('/api/auth/email-otp/request-password-reset', { email })
  const left = async () => [
    await countOf('select 1 from auth_sessions where "userId" = $1', [accountId]),
    await countOf('select 1 from auth_codes where identifier = $1', [
      `forget-password-otp-${email}`,
    ]),
    await countOf('select 1 from known_devices where account_id = $1', [accountId]),
  ]
  expect(await left()).toEqual([2, 1, 2])
  await sweepSignIns(app.database.db)
  expect(await left()).toEqual([2, 1, 2])
  await run(
    `update auth_sessions set "expiresAt" = now() - interval '1 second'
     where id = (select id from auth_sessions where "userId" = $1 limit 1)`,
    [accountId],
  )
  await run(
    `update auth_codes set "expiresAt" = now() - interval '25 hours' where identifier = $1`,
    [`forget-password-otp-${email}`],
  )
  await run(
    `update known_devices set used_at = now() - interval '181 days'
     where id = (select id from known_devices where account_id = $1 limit 1)`,
    [accountId],
  )
  expect(await sweepSignIns(app.database.db)).toMatchObject({
    sessions: 1,
    codes: 1,
    knownDevices: 1,
  })
  expect(await left()).toEqual([1, 0, 1])
})
