// Actions of visitors, shops and programs during a soak. Each action checks its response and throws
// when it is wrong.
import { randomInt, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { binaryStl, box, cubeStl } from '../../testing/models/meshes.ts'
import { orderFields } from '../lib/order-fields.ts'

export type Shop = {
  readonly baseUrl: string
  readonly accounts: readonly { readonly apiKey: string; readonly extensionToken: string }[]
}

export type Actions = {
  readonly [name: string]: {
    /** Number of runs per minute at the ordinary pace. */
    readonly perMinute: number
    readonly run: () => Promise<void>
  }
}

const orderSchema = v.object({ code: v.string(), paid: v.literal(true), statusUrl: v.string() })
type Order = v.InferOutput<typeof orderSchema>

const pages = [
  '/',
  '/docs',
  '/docs/reference',
  '/openapi.json',
  '/llms.txt',
  '/gallery',
  '/terms',
  '/account',
  '/readyz',
]
/** Number of newest orders that are read. */
const recent = 50

/** Creates the actions. Their rates stay below the limits of the 16 accounts. */
export function createActions({ baseUrl, accounts }: Shop): Actions {
  let turn = 0
  const orders: Order[] = []
  const known = cubeStl({ sizeMm: 20 })
  const account = () => {
    turn += 1
    const one = accounts[turn % accounts.length]
    if (one === undefined) throw new Error('There are no accounts.')
    return one
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const send = async (path: string, init: RequestInit = {}, status = 200): Promise<string> => {
    const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    if (response.status === status) return text
    throw new Error(`${path.split('?')[0]} returned ${response.status}: ${text.slice(0, 200)}`)
  }
  const post = (path: string, body: RequestInit['body'], headers = {}, status = 200) =>
    send(path, { method: 'POST', headers, ...(body && { body }) }, status)
  const postJson = (path: string, body: unknown, headers = {}) =>
    post(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })

  const order = async (file: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(orderFields)) form.set(name, value)
    form.set('file', new Blob([file]), 'part.stl')
    const headers = { ...bearer(account().apiKey), 'idempotency-key': randomUUID() }
    orders.push(
      v.parse(orderSchema, JSON.parse(await post('/api/print/orders', form, headers, 201))),
    )
    if (orders.length > recent) orders.shift()
  }
  const tool = async (apiKey: string, name: string, args: unknown) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const { result } = v.parse(
      toolResult,
      JSON.parse(await postJson('/api/mcp', call, bearer(apiKey))),
    )
    if (result.structuredContent === undefined) {
      throw new Error(`${name} returned ${JSON.stringify(result).slice(0, 300)}`)
    }
    return result.structuredContent
  }
  const upload = async (apiKey: string) => {
    const form = new FormData()
    form.set('file', new Blob([newPart()]), 'part.stl')
    const text = await post('/api/print-upload', form, { 'x-api-key': apiKey })
    return v.parse(v.object({ modelUrl: v.string() }), JSON.parse(text)).modelUrl
  }
  const quote = async () => {
    const { apiKey } = account()
    const quoted = await tool(apiKey, 'quote_print', { model_url: await upload(apiKey) })
    return { apiKey, quoteId: v.parse(v.string(), quoted['quote_id']) }
  }
  const anyOrder = () => orders[randomInt(Math.max(1, orders.length))]

  return {
    price: {
      perMinute: 120,
      run: async () => {
        const size = { x: randomInt(10, 90), y: 30, z: 20 }
        await postJson('/api/price', { bboxMm: size, material: 'petg' })
      },
    },
    'estimate by MCP': {
      perMinute: 30,
      run: async () => {
        await tool(account().apiKey, 'estimate_price', { grams: randomInt(1, 500) })
      },
    },
    'order of a known part': { perMinute: 20, run: () => order(known) },
    'order of a new part': { perMinute: 10, run: () => order(newPart()) },
    'upload and quote by MCP': {
      perMinute: 4,
      run: async () => {
        await quote()
      },
    },
    'order by MCP': {
      perMinute: 1,
      run: async () => {
        const { apiKey, quoteId } = await quote()
        const { recipientName: recipient_name, street1, city, state, zip } = orderFields
        const buyer = { recipient_name, email: 'buyer@example.com' }
        const address = { ...buyer, street1, city, state, zip, country: 'US' }
        await tool(apiKey, 'create_print_order', { quote_id: quoteId, confirm: true, ...address })
      },
    },
    'status of an order': {
      perMinute: 60,
      run: async () => {
        const one = anyOrder()
        if (one !== undefined) await send(new URL(one.statusUrl).pathname)
      },
    },
    page: {
      perMinute: 60,
      run: async () => {
        await send(pages[randomInt(pages.length)] ?? '/')
      },
    },
    generation: {
      perMinute: 1,
      run: async () => {
        const prompt = `a small flower vase, number ${randomInt(1e9)}`
        const token = bearer(account().extensionToken)
        await postJson('/api/generate/start', { prompt, mode: 'fast_draft' }, token)
      },
    },
  }
}

const toolResult = v.object({
  result: v.looseObject({ structuredContent: v.optional(v.record(v.string(), v.unknown())) }),
})

/**
 * Returns a box that the service has not measured yet: sides of 10 to 60 mm in steps of a
 * hundredth.
 */
function newPart(): Uint8Array<ArrayBuffer> {
  const side = () => randomInt(1000, 6000) / 100
  return binaryStl(box([side(), side(), side()]))
}
