// Files of visitors without an account (decisions.md 10): their retention, and which of them the sweep removes.
import { expect, test } from 'bun:test'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sweep } from '../../../server/db/maintenance/sweep.ts'
import { sweepVisitorFiles } from '../../../server/domain/cart/sweep-visitor-files.ts'
import { binaryStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { buyer, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS, orderForm, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service } = useShop()

const hourSeconds = 3600
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourSeconds * 1000)

let sizes = 20
/** Returns a file that no other test uses. */
function newCube() {
  sizes += 0.5
  return fileOf(cubeStl({ sizeMm: sizes }), `cube-${sizes}.stl`)
}
function fileOf(bytes: Uint8Array<ArrayBuffer>, name = 'part.stl') {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  return { name, bytes, key: `models/${sha256}.stl` }
}
type Cube = ReturnType<typeof newCube>

type Sent = { readonly cube?: Cube; readonly cookie?: string; readonly fields?: object }

function post(path: string, { cube, cookie = '', fields = {} }: Sent): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (cube) body.set('file', new Blob([cube.bytes]), cube.name)
  const headers = { cookie, origin: service.baseUrl }
  return service.fetch(path, { method: 'POST', body, headers })
}

/** Returns the hidden field of the page. */
async function keep(cube: Cube): Promise<string> {
  const html = await (await post('/quote', { cube })).text()
  return /name="keptFile" value="([^"]+)"/.exec(html)?.[1] ?? ''
}

/** Returns the cookie of the basket that contains the part. */
async function add(sent: Sent): Promise<string> {
  const response = await post('/basket/parts', sent)
  expect(response.status).toBe(303)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? sent.cookie ?? ''
}

async function removeFrom(cookie: string): Promise<void> {
  const body = new URLSearchParams({ remove: '1' })
  const headers = { cookie, origin: service.baseUrl }
  await service.fetch(`/basket/lines/${await lineIn(cookie)}`, { method: 'POST', body, headers })
}

async function lineIn(cookie: string): Promise<string> {
  const html = await (await service.fetch('/basket', { headers: { cookie } })).text()
  return /\/basket\/lines\/([0-9a-f-]{36})/.exec(html)?.[1] ?? ''
}

function hasPicture({ key }: Cube): boolean {
  const folder = join(service.stateDir, 'storage/objects/pictures')
  const sha256 = key.slice('models/'.length, -'.stl'.length)
  return readdirSync(folder).some((name) => name.startsWith(sha256))
}
const isStored = async ({ key }: Cube) => (await service.deps.objects.sizeOf(key)) !== null

/** Makes everything stored look as if it had expired that long ago. */
async function age(cubes: readonly Cube[], hours: number): Promise<void> {
  const at = hoursAgo(hours)
  await service.db.updateTable('visitor_files').set({ expires_at: at }).execute()
  for (const { key } of cubes) utimesSync(join(service.stateDir, 'storage/objects', key), at, at)
}

verifies('decision.visitor-files.expire', async () => {
  const cube = newCube()
  const keptFile = await keep(cube)
  const fields = { keptFile, color: 'Black', quantity: '7', country: 'NZ' }
  service.advance(24 * hourSeconds - 60)
  expect((await post('/quote', { fields })).status).toBe(200)
  service.advance(120)
  const refused = await post('/quote', { fields })
  const html = await refused.text()
  expect(refused.status).toBe(410)
  expect(html).toContain('The file that you sent is no longer stored.')
  expect(html).toContain('Choose it again. Your choices are kept.')
  expect(html).not.toContain('name="keptFile"')
  expect(html).toMatch(/id="quantity"[^>]*value="7"/)
  expect(html).toMatch(/value="NZ" selected/)
  // The browser posts the same form to the page above.
  const added = await post('/basket/parts', { fields })
  expect([added.status, added.headers.get('location')]).toEqual([307, '/quote'])
  // Another file replaces it.
  await add({ cube, fields })
  service.advance(-24 * hourSeconds - 60)
})

verifies('decision.visitor-files.removed', async () => {
  const who = await buyer(service)
  const uses: Readonly<Record<string, (cube: Cube) => Promise<unknown>>> = {
    'only kept': keep,
    'kept and drawn': async (cube) => {
      const cookie = await add({ cube })
      const line = await lineIn(cookie)
      const picture = `/basket/lines/${line}/picture.png`
      expect((await service.fetch(picture, { headers: { cookie } })).status).toBe(200)
      expect(hasPicture(cube)).toBe(true)
      await removeFrom(cookie)
    },
    'in a basket': (cube) => add({ cube }),
    'kept, then in a basket': async (cube) => add({ fields: { keptFile: await keep(cube) } }),
    'in an old basket': async (cube) => {
      const cookie = await add({ cube })
      const line = await lineIn(cookie)
      await sql`update baskets set updated_at = now() - interval '31 days'
        where id = (select basket_id from basket_lines where id = ${line})`.execute(service.db)
    },
    'of a refused part': async (cube) => {
      expect((await post('/basket/parts', { cube, fields: { quantity: '51' } })).status).toBe(400)
      await keep(cube)
    },
    'of an account': async (cube) => {
      const cookie = `${await add({ cube })}; ${who.cookie}`
      await removeFrom(cookie)
    },
    'of an order': async (cube) => {
      await keep(cube)
      expect((await submit(service, await service.account(), { file: cube })).status).toBe(201)
    },
  }
  const cubes = new Map(Object.keys(uses).map((use) => [use, newCube()]))
  for (const [use, cube] of cubes) await uses[use]?.(cube)
  await age([...cubes.values()], 25)
  await sweep(service.db, { coreVersion: 1, basketDays: 30 })
  expect(await sweepVisitorFiles(service.deps)).toBe(4)
  const left = await Promise.all([...cubes].map(async ([use, cube]) => [use, await isStored(cube)]))
  expect(Object.fromEntries(left)).toEqual({
    'only kept': false,
    'kept and drawn': false,
    'in a basket': true,
    'kept, then in a basket': true,
    'in an old basket': false,
    'of a refused part': false,
    'of an account': true,
    'of an order': true,
  })
  expect([...cubes.values()].map(hasPicture)).not.toContain(true)
  // Only the files of baskets remain to be checked.
  const { rows } = await sql`select uri from visitor_files
    where uri not in (select file_uri from basket_lines)`.execute(service.db)
  expect(rows).toEqual([])
})

test('the lines of an order of several parts, and files of print jobs, stay', async () => {
  const who = await buyer(service)
  const cubes = [newCube(), newCube(), newCube()] as const
  for (const cube of cubes) await keep(cube)
  for (const cube of cubes.slice(0, 2)) await add({ cube, cookie: who.cookie })
  const { cookie } = who
  const html = await (await service.fetch('/checkout', { headers: { cookie } })).text()
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const fields = { ...ADDRESS, key, country: 'US', action: 'order', email: who.email }
  const body = new URLSearchParams(fields)
  const headers = { cookie, origin: service.baseUrl }
  const placed = await service.fetch('/checkout', { method: 'POST', body, headers })
  expect(placed.status).toBe(303)
  await sql`insert into print_files (id, order_id, source, parts, uri, file_name, sha256, size_bytes, format, created_by)
    select ${crypto.randomUUID()}, order_id, 'upload', 1, ${service.deps.objects.uri(cubes[2].key)}, 'a.gcode', file_sha256, 1,
      'gcode', 'op' from order_lines limit 1`.execute(service.db)
  // Only the order keeps its files.
  await sql`delete from models where account_id = ${who.accountId}`.execute(service.db)
  await age(cubes, 25)
  expect(await sweepVisitorFiles(service.deps)).toBe(0)
  expect(await Promise.all(cubes.map(isStored))).toEqual([true, true, true])
})

test('a file that is sent again stays, and so does one whose time is not over', async () => {
  const [again, orderedNow, recent] = [newCube(), newCube(), newCube()]
  for (const cube of [again, orderedNow, recent]) await keep(cube)
  await age([again, orderedNow], 25)
  await keep(again)
  // Stores the file as another request does just before it writes its order.
  const path = await service.deps.temporaryFiles.write(orderedNow.bytes)
  await service.deps.objects.putFile(orderedNow.key, path.path, 'model/stl')
  await sql`update visitor_files set expires_at = now() - interval '23 hours'
    where uri = ${service.deps.objects.uri(recent.key)}`.execute(service.db)
  const stored = () => Promise.all([again, orderedNow, recent].map(isStored))
  expect(await sweepVisitorFiles(service.deps)).toBe(0)
  expect(await stored()).toEqual([true, true, true])
  await age([again, orderedNow, recent], 25)
  expect(await sweepVisitorFiles(service.deps)).toBe(3)
  expect(await stored()).toEqual([false, false, false])
})

test('files that a refused order or an interrupted upload left are removed', async () => {
  const account = await service.account()
  const send = async (cube: Cube) => (await submit(service, account, { file: cube })).status
  const limit = (accountCents: number | null) =>
    service.deps.accounts.setSpendingLimits(account.accountId, { accountCents, apiKeyCents: null })
  // The build volume is 340 mm wide.
  const tooLarge = fileOf(binaryStl(box([400, 20, 20])))
  const [overLimit, orderedLater, interrupted] = [newCube(), newCube(), newCube()]
  expect(await send(tooLarge)).toBe(422)
  await limit(0)
  expect(await Promise.all([overLimit, orderedLater].map(send))).toEqual([402, 402])
  await limit(null)
  expect(await send(orderedLater)).toBe(201)
  const restore = service.replace({
    printModels: { addUpload: () => Promise.reject(new Error('the database is away')) },
  })
  const form = orderForm({}, interrupted)
  const uploaded = await service.fetch('/api/print-upload', rawPost(form, account.headers))
  expect(uploaded.status).toBe(500)
  restore()
  const all = [tooLarge, overLimit, orderedLater, interrupted]
  expect(await Promise.all(all.map(isStored))).toEqual([true, true, true, true])
  await age(all, 3)
  await sweepVisitorFiles(service.deps)
  expect(await Promise.all(all.map(isStored))).toEqual([false, false, true, false])
})

test('while storage is unavailable, the file stays for the next sweep', async () => {
  const cube = newCube()
  await keep(cube)
  await age([cube], 25)
  const restore = service.replace({
    objects: { removeOlder: () => Promise.reject(new Error('storage is away')) },
  })
  expect(await sweepVisitorFiles(service.deps)).toBe(0)
  restore()
  expect(await sweepVisitorFiles(service.deps)).toBe(1)
  expect(await isStored(cube)).toBe(false)
})
