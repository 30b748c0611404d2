// A planned change of the farm's terms at every interface: each prices by the old terms until the start and by the
// new ones afterwards, and earlier sales keep their figures. Prices are derived manually from contract.md 9.2 and the
// numbers of `ownTerms`.
import { expect } from 'bun:test'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { followTerms, holdTerms } from '../../../testing/own-terms.ts'
import { buyer, cart, checkoutBody, post, storeCube } from '../../../testing/people/shop.ts'
import { CUBE, placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const shopper = use(() => buyer(service))
const web = use(() => standInWeb(service.deps))

const tool = (name: string, args: Record<string, unknown>) =>
  resultOf(callTool(service, account, name, args))
const textOf = async (path: string, headers: Record<string, string> = {}) =>
  await (await service.fetch(path, { headers })).text()
const names = (text: string, words: readonly string[]) =>
  words.filter((word) => text.includes(word))

/** Returns prices of every interface: figures in dollars, or the named rate of another color. */
async function doors(cubeUrl: string, modelUrl: string, own: string) {
  const rates = ['$0.20', '$0.47']
  const bboxMm = { x: 60, y: 60, z: 60 }
  const estimate = await service.fetch('/api/price', jsonPost({ bboxMm, color: 'Black' }))
  const stored = await service.fetch(
    '/api/price',
    jsonPost({ modelUrl: own, color: 'Black', quantity: 3 }, account.headers),
  )
  const submitted = await placed(
    submit(service, account, { fields: { color: 'Black', quantity: '3' } }),
  )
  const items = [{ modelUrl, color: 'Black', quantity: 3 }]
  const [, repriced] = await post(service, shopper, '/api/cart-reprice', cart(items))
  const [, sold] = await post(service, shopper, '/api/checkout', checkoutBody(items))
  const { total_cents } = await service.db
    .selectFrom('orders')
    .select('total_cents')
    .where('code', '=', sold.code)
    .executeTakeFirstOrThrow()
  const form = new FormData()
  for (const [name, value] of Object.entries({ color: 'Black', quantity: '3', country: 'US' })) {
    form.set(name, value)
  }
  form.set('file', new File([CUBE.bytes], CUBE.name))
  const quotePage = await service.fetch('/quote', { method: 'POST', body: form })
  const quoted = await tool('quote_print', { model_url: cubeUrl, color: 'Black' })
  const estimated = await tool('estimate_price', { grams: 100, quantity: 3, color: 'Black' })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const tools = await service.fetch('/api/mcp', jsonPost(list, { accept: 'application/json' }))
  const draft = { text: 'three in black pla to the US', modelUrl }
  const [, agentOrder] = await post(service, shopper, '/api/agent/order', draft)
  return {
    'POST /api/price': (await estimate.json()).total,
    'POST /api/price with a model': (await stored.json()).total,
    'POST /api/print/orders': submitted.estimatedCost,
    'POST /api/cart-reprice': repriced.totalCents / 100,
    'POST /api/checkout': total_cents / 100,
    'POST /quote': names(await quotePage.text(), ['$10.00', '$16.05']),
    quote_print: (quoted.fields['price'] as { total: number }).total,
    estimate_price: (estimated.fields['domestic'] as { total: number }).total,
    list_materials: (await tool('list_materials', {})).fields['off_palette_price_per_gram'],
    'tools/list': names(await tools.text(), rates),
    'POST /api/agent/order': names(JSON.stringify(agentOrder), ['1000', '1605']),
    'GET /quote': names(await textOf('/quote'), rates),
    'GET /quote/terms': JSON.parse(await textOf('/quote/terms')).terms.minimumCentsPerPart,
    'GET /': names(await textOf('/'), rates),
    'GET /openapi.json': names(await textOf('/openapi.json'), rates),
    'GET /llms-full.txt': names(await textOf('/llms-full.txt'), rates),
    'GET /docs/reference.md': names(await textOf('/docs/reference.md'), rates),
  }
}

verifies(
  'terms.moment',
  'every interface changes at the start, and earlier sales do not',
  async () => {
    service.replace({
      downloads: web.downloads,
      quoteAllowedHosts: [HOST],
      slicer: standInSlicer().slicer,
    })
    const cubeUrl = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
    const modelUrl = await storeCube(service, shopper, 20)
    const own = await storeCube(service, account, 20)
    const advance = followTerms(service)
    await holdTerms(service, undefined, 36_000)
    const inFlight = await placed(submit(service, account, { fields: { color: 'Black' } }))
    const read = async () => {
      const { estimatedCost, breakdown } = JSON.parse(
        await textOf(`/api/print/orders/${inFlight.code}`, account.headers),
      )
      const receipt = await textOf(`/orders/${inFlight.code}/receipt`, account.headers)
      return { estimatedCost, breakdown, receipt: names(receipt, ['$8.00', '$9.13', '$11.32']) }
    }
    const sold = await read()
    expect(sold).toMatchObject({ estimatedCost: 8, breakdown: { print: 1, shipping: 7 } })

    // Far enough from the start for a slow machine; schedule.test.ts covers the exact moment.
    advance(30_000)
    expect(await doors(cubeUrl, modelUrl, own)).toEqual({
      // 120 g x $0.12 = 14.40, + $7.
      'POST /api/price': 21.4,
      // 3 x $1.00 at least, + $7.
      'POST /api/price with a model': 10,
      'POST /api/print/orders': 10,
      'POST /api/cart-reprice': 10,
      'POST /api/checkout': 10,
      'POST /quote': ['$10.00'],
      // 100 cm3 x 1.26 x $0.12 = 15.12, + $7.
      quote_print: 22.12,
      // 100 g x $0.12 x 3 = 36.00, + $7.
      estimate_price: 43,
      list_materials: 0.2,
      'tools/list': ['$0.20'],
      'POST /api/agent/order': ['1000'],
      'GET /quote': ['$0.20'],
      'GET /quote/terms': 100,
      'GET /': ['$0.20'],
      'GET /openapi.json': ['$0.20'],
      'GET /llms-full.txt': ['$0.20'],
      'GET /docs/reference.md': ['$0.20'],
    })

    advance(6_001)
    expect(await doors(cubeUrl, modelUrl, own)).toEqual({
      // 191 g x $0.31 = 59.21, + $9.13.
      'POST /api/price': 68.34,
      // 8 g x $0.31 x 3 x 0.93 = 6.92, + $9.13.
      'POST /api/price with a model': 16.05,
      'POST /api/print/orders': 16.05,
      'POST /api/cart-reprice': 16.05,
      'POST /api/checkout': 16.05,
      'POST /quote': ['$16.05'],
      // 100 cm3 x 2.00 x $0.31 = 62.00, + $9.13.
      quote_print: 71.13,
      // 100 g x $0.31 x 3 x 0.93 = 86.49, + $9.13.
      estimate_price: 95.62,
      list_materials: 0.47,
      'tools/list': ['$0.47'],
      'POST /api/agent/order': ['1605'],
      'GET /quote': ['$0.47'],
      'GET /quote/terms': 219,
      'GET /': ['$0.47'],
      'GET /openapi.json': ['$0.47'],
      'GET /llms-full.txt': ['$0.47'],
      'GET /docs/reference.md': ['$0.47'],
    })
    expect(await read()).toEqual(sold)
  },
)
