// A change of AUTH_SECRET and INTERNAL_KEY on a running farm: what the former secrets signed, encrypted or derived
// stays valid while they are accepted, and data that must outlive them does.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseConfig } from '../../../server/config/config.ts'
import { createSealedKeys } from '../../../server/db/core/sealed-keys.ts'
import { openOrderKey } from '../../../server/wiring/order-key.ts'
import { openService, type Service } from '../../../server/wiring/service.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { cookieOf } from '../../../testing/people/account-app.ts'
import { buyer, giftCard } from '../../../testing/people/shop.ts'
import { totpOf } from '../../../testing/people/totp.ts'
import { readMails } from '../../../testing/service/mails.ts'
import { rememberedPasswords } from '../../../testing/service/remembered-passwords.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useDatabase, useService } from '../../../testing/use.ts'

/** The secret of the test service. */
const oldSecret = 'an-auth-secret-for-tests-of-32-and-more'
const newSecret = 'the-auth-secret-that-replaces-the-first-one'
const newKey = 'the-new-internal-key'
const password = 'a password for tests'

const before = useService()

type Logged = { readonly event: string } & Readonly<Record<string, unknown>>

/** Opens the service again, on the same database and files, with other secrets. */
async function openAgain(secret: string, env: Readonly<Record<string, string>>) {
  const config = parseConfig({
    STATE_DIR: before.stateDir,
    OPERATOR_EMAILS: OPERATOR_EMAIL,
    GEOMETRY_WORKERS: '1',
    ...env,
  })
  if (!config.ok) throw new Error(config.failure.join('\n'))
  const logged: Logged[] = []
  const note = (event: string, facts?: object) => void logged.push({ event, ...facts })
  const service: Service = await openService({
    config: config.value,
    baseUrl: before.baseUrl,
    databaseUrl: before.databaseUrl,
    authSecret: secret,
    internalKey: newKey,
    stripe: {
      secretKey: before.stripe.secretKey,
      webhookSecret: before.webhookSecret,
      apiBase: before.stripe.baseUrl,
    },
    log: { debug: note, info: note, warn: note, error: note, access: () => {}, flush: () => {} },
    passwords: rememberedPasswords,
  })
  const send = async (path: string, init?: RequestInit) =>
    service.app.handle(new Request(`${before.baseUrl}${path}`, init))
  return { service, send, logged, close: service.close }
}

type Again = Awaited<ReturnType<typeof openAgain>>
type Send = Again['send']

const form = (fields: Record<string, string>, cookie: string): RequestInit => ({
  method: 'POST',
  headers: { origin: before.baseUrl, cookie },
  body: new URLSearchParams(fields),
})

/** Credentials that the farm issued before the change. */
const given = use(async () => {
  const person = await buyer(before)
  const code = await giftCard(before, person, 2500)
  const operator = await before.signIn(OPERATOR_EMAIL)
  const page = await before.fetch('/account/second-factor/set-up', form({ password }, operator))
  const html = await page.text()
  const secret = /<code>([A-Z2-7 ]{40,})<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
  const backupCodes = [...html.matchAll(/<code>(\w{5}-\w{5})<\/code>/g)].map(([, text]) => text)
  const confirm = form({ code: totpOf(secret, Date.now()) }, operator)
  const confirmed = await before.fetch('/account/second-factor/confirm', confirm)
  const file = new FormData()
  file.set('file', new Blob([cubeStl({ sizeMm: 21 })]), 'cube.stl')
  const headers = { origin: before.baseUrl }
  const added = await before.fetch('/basket/parts', { method: 'POST', body: file, headers })
  const kept = await (await before.fetch('/quote', { method: 'POST', body: file, headers })).text()
  return {
    cookie: person.cookie,
    code,
    factor: { secret, backupCodes, cookie: cookieOf(confirmed) },
    basket: added.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    keptFile: /name="keptFile" value="([^"]+)"/.exec(kept)?.[1] ?? '',
    derived: before.deps.orderIds.bytes('a label').toHex(),
  }
})

const during = use(() =>
  openAgain(newSecret, {
    AUTH_SECRET_PREVIOUS: oldSecret,
    INTERNAL_KEY_PREVIOUS: before.internalKey,
  }),
)

const accountOf = async (send: Send, cookie: string) => {
  const session = await (await send('/api/auth/get-session', { headers: { cookie } })).json()
  return session === null ? null : session.user.email
}

const signIn = (send: Send, email: string) =>
  send('/api/auth/sign-in/email', jsonPost({ email, password }, { origin: before.baseUrl }))

const checkCard = async (send: Send, cookie: string, code: string) =>
  (
    await send('/api/gift-cards/check', jsonPost({ code }, { cookie, origin: before.baseUrl }))
  ).json()

/** Returns the status of the desk after a sign-in with the password and a code. */
async function deskWith(send: Send, path: string, code: string): Promise<number> {
  await before.db.deleteFrom('second_factor_codes').execute()
  const waiting = cookieOf(await signIn(send, OPERATOR_EMAIL))
  const passed = await send(
    `/api/auth/two-factor/${path}`,
    jsonPost({ code }, { cookie: waiting, origin: before.baseUrl }),
  )
  const desk = await send('/operator', { headers: { cookie: cookieOf(passed) } })
  await desk.body?.cancel()
  return desk.status
}

describe('while both secrets are accepted', () => {
  test('sessions of the former secret stay open, and new ones are signed with the new secret', async () => {
    const email = await accountOf((path, init) => before.fetch(path, init), given.cookie)
    expect(email).toEndWith('@example.com')
    expect(await accountOf(during.send, given.cookie)).toBe(email)
    const read = await during.send('/api/account/api-key', { headers: { cookie: given.cookie } })
    expect(read.status).toBe(200)
    const fresh = cookieOf(await signIn(during.send, email))
    expect(await accountOf(during.send, fresh)).toBe(email)
    expect(await accountOf((path, init) => before.fetch(path, init), fresh)).toBeNull()
  })

  test('a cookie signed with neither secret is not a session', async () => {
    const [name = '', value = ''] = given.cookie.split('=')
    const [text = ''] = decodeURIComponent(value).split('.')
    const mac = new Bun.CryptoHasher('sha256', 'a secret of someone else').update(text)
    const forged = encodeURIComponent(`${text}.${mac.digest('base64')}`)
    expect(await accountOf(during.send, `${name}=${forged}`)).toBeNull()
  })

  test('a sign-in that waits for its second factor passes it in a process with the other secret', async () => {
    const send: Send = (path, init) => before.fetch(path, init)
    const waiting = cookieOf(await signIn(send, OPERATOR_EMAIL))
    await before.db.deleteFrom('second_factor_codes').execute()
    const passed = await during.send(
      '/api/auth/two-factor/verify-totp',
      jsonPost(
        { code: totpOf(given.factor.secret, Date.now()) },
        { cookie: waiting, origin: before.baseUrl },
      ),
    )
    expect(passed.status).toBe(200)
  })

  test('second factors and backup codes of the former secret are accepted', async () => {
    const code = totpOf(given.factor.secret, Date.now())
    expect(await deskWith(during.send, 'verify-totp', code)).toBe(200)
    const [backup = ''] = given.factor.backupCodes
    expect(await deskWith(during.send, 'verify-backup-code', backup)).toBe(200)
    expect(await deskWith(during.send, 'verify-backup-code', backup)).not.toBe(200)
  })

  test('gift cards keep their codes, and ids of retried orders are derived as before', async () => {
    expect(await checkCard(during.send, given.cookie, given.code)).toMatchObject({
      valid: true,
      balanceCents: 2500,
    })
    expect(during.service.deps.orderIds.bytes('a label').toHex()).toBe(given.derived)
  })

  test('baskets and stored files of visitors are found', async () => {
    const basket = await during.send('/basket', { headers: { cookie: given.basket } })
    expect(await basket.text()).toContain('cube.stl')
    const body = new FormData()
    body.set('keptFile', given.keptFile)
    const headers = { origin: before.baseUrl }
    const quote = await during.send('/quote', { method: 'POST', body, headers })
    expect([quote.status, await quote.text()]).toEqual([200, expect.stringContaining('cube.stl')])
  })

  test('the farm is admitted with either key, and with no other', async () => {
    const statuses = [newKey, before.internalKey, `${newKey}x`, ''].map(async (key) => {
      const headers = { 'x-internal-key': key }
      return (await during.send('/metrics', { headers })).status
    })
    expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401])
  })
})

describe('after the former secret was removed', () => {
  const after = use(() => openAgain(newSecret, {}))

  test('its sessions end and its key is refused', async () => {
    expect(await accountOf(after.send, given.cookie)).toBeNull()
    const headers = { 'x-internal-key': before.internalKey }
    expect((await after.send('/metrics', { headers })).status).toBe(401)
  })

  test('second factors, gift cards and derived ids stay', async () => {
    expect(after.logged.map(({ event }) => event)).not.toContain('auth.second_factors_unreadable')
    const code = totpOf(given.factor.secret, Date.now())
    expect(await deskWith(after.send, 'verify-totp', code)).toBe(200)
    const fresh = cookieOf(await signIn(after.send, OPERATOR_EMAIL))
    expect(fresh).not.toBe('')
    const person = await buyer(before)
    const signedIn = cookieOf(await signIn(after.send, person.email))
    expect(await checkCard(after.send, signedIn, given.code)).toMatchObject({ valid: true })
    expect(after.service.deps.orderIds.bytes('a label').toHex()).toBe(given.derived)
    expect(readMails(join(before.stateDir, 'mail'))).toBeArray()
  })

  test('the copy of the key under the former secret is deleted', async () => {
    await openAgain(newSecret, {}).then(({ close }) => close())
    const rows = await before.db.selectFrom('sealed_keys').select('secret_id').execute()
    expect(rows).toHaveLength(1)
  })
})

test('second factors that no accepted secret opens are counted in the log', async () => {
  const other = await openAgain('a-third-secret-that-never-encrypted-a-factor', {})
  expect(other.logged).toContainEqual({ event: 'auth.second_factors_unreadable', count: 1 })
  await other.close()
})

describe('the key of ids and codes', () => {
  const database = useDatabase()
  const production = { production: true }
  const keysOf = (name: string) => createSealedKeys(database.db, name)
  const open = (name: string, current: string, previous: string | null = null) =>
    openOrderKey(keysOf(name), { current, previous }, production)

  test('is the same in every start, across two changes of the secret', async () => {
    const first = await open('a', 'first')
    expect(await open('a', 'first')).toEqual(first)
    // All processes accept both before the new one is used.
    expect(await open('a', 'first', 'second')).toEqual(first)
    expect(await open('a', 'second', 'first')).toEqual(first)
    expect(await open('a', 'first', 'second')).toEqual(first)
    expect(await open('a', 'second')).toEqual(first)
    await expect(open('a', 'first')).rejects.toThrow('opens the key of this database')
    expect(await open('a', 'third', 'second')).toEqual(first)
    expect(await open('a', 'third')).toEqual(first)
  })

  test('concurrent starts create one key', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => open('b', 'first')))
    expect(new Set(keys.map((key) => key.toHex())).size).toBe(1)
    expect(await keysOf('b').read()).toHaveLength(1)
  })

  test('is not created from a new secret in production', async () => {
    await open('c', 'first')
    await expect(open('c', 'second')).rejects.toThrow('Set AUTH_SECRET_PREVIOUS to the secret')
    await expect(open('d', 'second', 'first')).rejects.toThrow('Start it once with the AUTH_SECRET')
    expect(await keysOf('d').read()).toHaveLength(0)
  })

  test('cannot be read from a copy of the database alone', async () => {
    const key = await open('e', 'first')
    const [row] = await keysOf('e').read()
    expect(Buffer.from(row?.sealed ?? '', 'base64').toHex()).not.toContain(key.toHex())
  })
})
