// The options of a link keep their meaning from a platform's item to the line of a basket.

import { beforeAll, expect, test } from 'bun:test'
import { basketIdOf } from '../../../server/domain/base/ids/basket-id.ts'
import { standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { createVisitor } from '../../../testing/people/visitor.ts'
import { cubeObj } from '../../../testing/slicer/scripted-slicer.ts'
import { amountOf, type Checkout, createPlatform, itemOf } from '../../../testing/ucp/platform.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const platform = createPlatform(service)
let web: ReturnType<typeof standInWeb>
let cube = ''

beforeAll(() => {
  web = standInWeb(service.deps)
  service.replace({ downloads: web.downloads })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 20 }))
})

/** Puts the checkout into the basket as a new visitor. Returns the visible text and the stored line. */
async function handOver({ id, continue_url }: Pick<Checkout, 'id' | 'continue_url'>) {
  // A press immediately after another one adds nothing.
  await service.db
    .updateTable('checkout_sessions')
    .set({ handed_over_at: null })
    .where('id', '=', id)
    .execute()
  const visitor = createVisitor(service)
  const path = new URL(continue_url).pathname
  const page = await visitor.get(path)
  expect((await visitor.post(path, {})).status).toBe(303)
  const cookie = [...visitor.jar].find(([name]) => name.includes('basket'))?.[1] ?? ''
  const basket = await service.deps.baskets.read(basketIdOf(cookie.split('.')[0] ?? ''))
  const line = basket?.lines[0]
  if (line === undefined) throw new Error('nothing was put into the basket')
  return { page: page.html, basket: (await visitor.get('/basket')).html, line }
}

const quoteLink = (model: string, options: Readonly<Record<string, string>>) =>
  `/quote?${new URLSearchParams({ model, ...options })}`

verifies(
  'ucp.options',
  'a named color is the color of the title, the page and the line',
  async () => {
    const { json } = await platform.create(itemOf(quoteLink(cube, { color: 'Teal' }), 2))
    expect(json.line_items[0]?.item.title).toBe('cube.stl: PLA, Teal, standard')
    const { page, basket, line } = await handOver(json)
    expect(page).toContain('2 × cube.stl: PLA, Teal, standard')
    expect(line.options.color).toBe('Teal')
    expect(basket).toContain('Teal')
  },
)

verifies('ucp.options', 'premium has the layers of the quote page: 0.1 mm', async () => {
  const { json } = await platform.create(itemOf(quoteLink(cube, { quality: 'premium' })))
  const { line } = await handOver(json)
  expect([line.options.quality, line.options.layerHeight]).toEqual(['premium', 0.1])
})

// 1.5 in are 38.1 mm, and 4 cm are 40 mm.
test.each([
  ['in', 1.5, 38.1],
  ['cm', 4, 40],
] as const)(
  'an OBJ in %s has the same size and price in the checkout and in the basket',
  async (unit, length, sizeMm) => {
    const item = `${web.publish(`part-${unit}.obj`, cubeObj({ sizeMm: length }))}#units=${unit}`
    const { json } = await platform.create(itemOf(item, 8))
    // The same cube as an STL, which needs no conversion.
    const stl = web.publish(`part-${unit}.stl`, cubeStl({ sizeMm }))
    const { json: same } = await platform.create(itemOf(stl, 8))
    const cents = amountOf(json.totals, 'total') ?? 0
    expect(cents).toBe(amountOf(same.totals, 'total') ?? Number.NaN)

    const first = await handOver(json)
    const { json: changed } = await platform.update(json.id, itemOf(item, 8))
    expect(changed.totals).toEqual(json.totals)
    for (const { line, basket } of [first, await handOver(json)]) {
      expect([line.options.units, line.file.format]).toEqual([null, 'stl'])
      expect(basket).toContain(`$${(cents / 100).toFixed(2)}`)
    }
  },
)
