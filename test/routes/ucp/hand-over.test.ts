// The button that puts a checkout into the basket: pressed twice it adds once, and a press that adds nothing reports
// this and may be repeated.
import { afterEach, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { createVisitor } from '../../../testing/people/visitor.ts'
import { createPlatform, itemOf } from '../../../testing/ucp/platform.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const platform = createPlatform(service)
let cube = ''
type Baskets = typeof service.deps.baskets
let baskets: Baskets

beforeAll(() => {
  const web = standInWeb(service.deps)
  service.replace({ downloads: web.downloads })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 20 }))
  baskets = service.deps.baskets
})
afterEach(() => service.replace({ baskets }))

async function begin() {
  const { json } = await platform.create(itemOf(cube, 3))
  return { id: json.id, path: new URL(json.continue_url).pathname, visitor: createVisitor(service) }
}

const again = 'Put them into the basket again'

test.each([
  ['is refused', async (): Promise<number> => 0, 409],
  ['throws', (): Promise<number> => Promise.reject(new Error('the database is down')), 500],
] as const)(
  'a press whose adding %s leaves no mark and may be repeated immediately',
  async (_, addParts, status) => {
    const { path, visitor } = await begin()
    service.replace({ baskets: { ...baskets, addParts } })
    const refused = await visitor.post(path, {})
    expect(refused.status).toBe(status)
    expect((await visitor.get(path)).html).not.toContain(again)
    service.replace({ baskets })
    expect((await visitor.post(path, {})).status).toBe(303)
    expect((await visitor.get('/basket')).html).toContain('3 parts')
    expect((await visitor.get(path)).html).toContain(again)
  },
)

verifies(
  'ucp.continue-once',
  'a second click during the first adds nothing, and does not say that the parts were added',
  async () => {
    const { id, path, visitor } = await begin()
    const entered = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const addParts: Baskets['addParts'] = async (...call) => {
      entered.resolve()
      await released.promise
      return await baskets.addParts(...call)
    }
    service.replace({ baskets: { ...baskets, addParts } })
    const first = visitor.post(path, {})
    await entered.promise
    // Simulates a minute of work: longer than the estimates of all parts may take.
    await service.db
      .updateTable('checkout_sessions')
      .set({ handed_over_at: sql`handed_over_at - interval '1 minute'` })
      .where('id', '=', id)
      .execute()
    const other = createVisitor(service)
    const second = await other.post(path, {})
    expect([second.status, second.location]).toEqual([409, null])
    expect(second.html).toContain('being put into a basket')
    expect(second.html).not.toContain(again)
    released.resolve()
    expect((await first).status).toBe(303)
    expect((await visitor.get('/basket')).html).toContain('3 parts')
  },
)

test('a refused second click keeps the record that the parts were already put into a basket', async () => {
  const { id, path, visitor } = await begin()
  await visitor.post(path, {})
  await service.db
    .updateTable('checkout_sessions')
    .set({ handed_over_at: sql`now() - interval '1 minute'` })
    .where('id', '=', id)
    .execute()
  service.replace({ baskets: { ...baskets, addParts: async () => 0 } })
  expect((await visitor.post(path, {})).html).toContain(again)
  service.replace({ baskets })
  expect((await visitor.post(path, {})).status).toBe(303)
  expect((await visitor.get('/basket')).html).toContain('6 parts')
})
