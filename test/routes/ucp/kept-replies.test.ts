// Stored and counted data of checkouts: no replies of `complete`, no replies beyond the session, open sessions,
// models of the gallery.
import { beforeAll, expect, test } from 'bun:test'
import { maxOpenSessions } from '../../../server/domain/ucp/session.ts'
import { standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { buyer, storeCube } from '../../../testing/people/shop.ts'
import { createPlatform, itemOf } from '../../../testing/ucp/platform.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
const platform = createPlatform(service)
let cube = ''

beforeAll(() => {
  const web = standInWeb(service.deps)
  service.replace({ downloads: web.downloads })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 20 }))
})

const keyed = () => ({ 'idempotency-key': crypto.randomUUID() })
const replies = () => service.db.selectFrom('checkout_replies').selectAll().execute()
const hour = 3_600_000

test('complete stores nothing, and its key may be used again', async () => {
  const { json } = await platform.create(itemOf(cube))
  const before = await replies()
  const headers = keyed()
  const complete = () =>
    platform.send(`/${json.id}/complete`, { method: 'POST', body: {}, headers })
  expect((await complete()).json).toEqual(json)
  expect(await replies()).toEqual(before)
  const { json: changed } = await platform.update(json.id, itemOf(cube, 9))
  // The present checkout, not the earlier one.
  expect((await complete()).json).toEqual(changed)
})

test('a reply that describes a session is stored only until the session ends', async () => {
  const { json } = await platform.create(itemOf(cube))
  const at = (ms: number) => service.deps.clock.now().getTime() + ms
  await service.db
    .updateTable('checkout_sessions')
    .set({ expires_at: new Date(at(hour)) })
    .where('id', '=', json.id)
    .execute()
  for (const [method, path, body] of [
    ['PUT', `/${json.id}`, itemOf(cube, 3)],
    ['POST', `/${json.id}/cancel`, undefined],
  ] as const) {
    const headers = keyed()
    const known = new Set((await replies()).map(({ key }) => key))
    const send = () => platform.send(path, { method, headers, ...(body && { body }) })
    const first = await send()
    const again = await send()
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    const [kept] = (await replies()).filter(({ key }) => !known.has(key))
    // Replies are stored for 24 hours after `created_at`.
    const endsAt = (kept?.created_at.getTime() ?? 0) + 24 * hour
    expect(endsAt).toBe(new Date(first.json.expires_at).getTime())
    expect(endsAt).toBeLessThan(at(hour + 60_000))
  }
})

test('cancelled sessions do not count as open ones', async () => {
  const { json } = await platform.create(itemOf(cube))
  const row = await service.db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('id', '=', json.id)
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: maxOpenSessions }, (_, index) => ({
    ...row,
    lines: JSON.stringify(row.lines),
    missing: JSON.stringify(row.missing),
    id: `${json.id}-${index}`,
  }))
  await service.db.insertInto('checkout_sessions').values(others).execute()
  expect((await platform.create(itemOf(cube))).status).toBe(429)
  await service.db
    .updateTable('checkout_sessions')
    .set({ cancelled_at: new Date() })
    .where('id', 'like', `${json.id}-%`)
    .execute()
  expect((await platform.create(itemOf(cube))).status).toBe(201)
})

test('models of the gallery are counted like those of baskets, once for each session', async () => {
  const uri = await storeCube(service, await buyer(service), 26, { published: true })
  const taken = async () => {
    const rows = await service.db
      .selectFrom('rate_counters')
      .select('taken')
      .where('scope', '=', 'basket-parts')
      .execute()
    return rows.reduce((sum, row) => sum + row.taken, 0)
  }
  const before = await taken()
  const { json } = await platform.create({
    line_items: [
      { item: { id: uri }, quantity: 1 },
      {
        item: { id: `/quote?${new URLSearchParams({ model: uri, material: 'petg' })}` },
        quantity: 1,
      },
    ],
  })
  expect(await taken()).toBe(before + 2)
  expect((await platform.update(json.id, itemOf(uri, 4))).json.line_items[0]?.quantity).toBe(4)
  expect(await taken()).toBe(before + 2)
  // The 120 of an hour.
  await service.db
    .updateTable('rate_counters')
    .set({ taken: 120 })
    .where('scope', '=', 'basket-parts')
    .execute()
  const refused = await platform.create(itemOf(uri))
  expect([refused.status, refused.json['code']]).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('retry-after')).not.toBeNull()
})
