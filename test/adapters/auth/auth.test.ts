// Parts of the auth adapter that its routes do not show: migrations, the demo account, background email.

import { expect, test } from 'bun:test'
import { type Auth, createAuth } from '../../../server/adapters/auth/auth.ts'
import type { AuthOptions } from '../../../server/adapters/auth/auth-options.ts'
import { deleteUnconfirmedAccount, ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { createUsedCodes } from '../../../server/db/accounts/second-factors.ts'
import { advisoryLocks } from '../../../server/db/core/transactions/advisory-locks.ts'
import type { Mail } from '../../../server/domain/base/ports.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
function authWith(changes: Partial<AuthOptions> = {}): Auth {
  const silent = () => {}
  return createAuth({
    pool: database.pool,
    migrationLock: advisoryLocks.signInMigrations,
    baseUrl: 'http://localhost:3000',
    secrets: { current: 'a test secret of more than thirty-two characters', previous: null },
    accounts: {
      ensure: (userId, email) => ensureAccount(database.db, userId, email),
      forget: (userId) => deleteUnconfirmedAccount(database.db, userId),
    },
    usedCodes: createUsedCodes(database.db),
    mailer: { send: async () => {} },
    log: { debug: silent, info: silent, warn: silent, error: silent },
    mailInBackground: false,
    ...changes,
  })
}

const post = (auth: Auth, path: string, body: object) =>
  auth.handler(new Request(`http://localhost:3000/api/auth${path}`, jsonPost(body)))

test('processes that start concurrently migrate once, and again without harm', async () => {
  const fresh = await testDatabase()
  // A test database is already migrated.
  await fresh.pool.query(
    'drop table auth_codes, auth_credentials, auth_second_factors, auth_sessions, auth_users',
  )
  const starting = Array.from({ length: 4 }, () => authWith({ pool: fresh.pool }).migrate())
  await Promise.all(starting)
  await authWith({ pool: fresh.pool }).migrate()
  const { rows } = await fresh.pool.query(
    `select table_name from information_schema.tables where table_name like 'auth%' order by 1`,
  )
  expect(rows.map((row) => row.table_name)).toEqual([
    'auth_codes',
    'auth_credentials',
    'auth_second_factors',
    'auth_sessions',
    'auth_users',
  ])
  await fresh.close()
})

test('the demo account is created once, signs in, and has its account row', async () => {
  const auth = authWith()
  const user = { email: 'Demo@Example.com', password: 'the demo password' }
  const first = await auth.createDemoUser(user)
  expect(await auth.createDemoUser(user)).toEqual(first)
  expect(first.email).toBe('demo@example.com')
  const account = await database.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', first.accountId)
    .executeTakeFirst()
  expect(account?.email).toBe('demo@example.com')
  expect((await post(auth, '/sign-in/email', user)).status).toBe(200)
})

test('in the background a slow mail server delays no response, and shutdown waits for it', async () => {
  const sent: Mail[] = []
  let release = () => {}
  const delivery = new Promise<void>((resolve) => {
    release = resolve
  })
  const auth = authWith({
    mailInBackground: true,
    mailer: {
      send: async (mail) => {
        await delivery
        sent.push(mail)
      },
    },
  })
  const body = { email: 'slow@example.com', password: 'a good password' }
  expect((await post(auth, '/sign-up/email', body)).status).toBe(200)
  expect(sent).toEqual([])
  const settled = auth.settle()
  release()
  await settled
  expect(sent.map((mail) => mail.to)).toEqual(['slow@example.com'])
})

test('an email that cannot be sent is logged without its code, and the visitor gets a response', async () => {
  const logged: string[] = []
  const note = (event: string, facts?: object) => void logged.push(JSON.stringify({ event, facts }))
  let text = ''
  const auth = authWith({
    log: { debug: note, info: note, warn: note, error: note },
    mailer: {
      send: async (mail) => {
        text = mail.text
        throw new Error('mail server down')
      },
    },
  })
  const body = { email: 'down@example.com', password: 'a good password' }
  expect((await post(auth, '/sign-up/email', body)).status).toBe(200)
  const code = /\b\d{8}\b/.exec(text)?.[0]
  expect(code).toBeDefined()
  expect(logged.join('\n')).toContain('auth.mail_failed')
  expect(logged.join('\n')).not.toContain(code ?? '')
})
