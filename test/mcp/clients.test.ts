// The official TypeScript clients, legacy and modern, against the complete service over a socket: they list the tools,
// estimate, quote, order, follow the order, generate a model, poll it and quote it. Each checks every response
// against the tool's schema.
import { beforeAll, describe, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { HOST, standInSlicer, standInWeb } from '../../testing/agent/stand-ins.ts'
import { openGenerationService } from '../../testing/engines/generation.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import type { TestAccount } from '../../testing/service/service.ts'
import { closing, use } from '../../testing/use.ts'

type Fields = Readonly<Record<string, unknown>>
type ToolReading = { text: string; fields: Fields; isError: boolean }

/** Common interface of the clients for the scenario. */
type AnyClient = {
  readonly tools: () => Promise<readonly string[]>
  readonly call: (name: string, args: Fields) => Promise<ToolReading>
  readonly version: () => string | undefined
  readonly close: () => Promise<void>
}
type Connect = (url: URL, key: string | null) => Promise<AnyClient>

const me = { name: 'story', version: '1.0.0' }
const withKey = (key: string | null) =>
  key === null ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } }

function resultOf(result: unknown): ToolReading {
  const { content, structuredContent, isError } = result as {
    content: { text: string }[]
    structuredContent?: Fields
    isError?: boolean
  }
  return {
    text: content[0]?.text ?? '',
    fields: structuredContent ?? {},
    isError: isError === true,
  }
}

const second =
  (mode: 'legacy' | 'auto' | { pin: string }): Connect =>
  async (url, key) => {
    const client = new Client(me, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(url, withKey(key)))
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => resultOf(await client.callTool({ name, arguments: { ...args } })),
      version: () => client.getNegotiatedProtocolVersion(),
      close: () => client.close(),
    }
  }

const first: Connect = async (url, key) => {
  const client = new FirstClient(me)
  const transport = new FirstTransport(url, withKey(key))
  // Its types conflict under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => resultOf(await client.callTool({ name, arguments: { ...args } })),
    version: () => transport.protocolVersion,
    close: () => client.close(),
  }
}

const clients: readonly (readonly [name: string, connect: Connect, version: string])[] = [
  ['SDK 1, legacy', first, '2025-11-25'],
  ['client 2, legacy', second('legacy'), '2025-11-25'],
  ['client 2, auto', second('auto'), '2026-07-28'],
  ['client 2, pinned', second({ pin: '2026-07-28' }), '2026-07-28'],
]

const service = use(openGenerationService)
use(
  () => service.service.startWorker(),
  (worker) => worker.stop(),
)
let cube = ''
beforeAll(async () => {
  const web = standInWeb(service.deps)
  service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST],
    slicer: standInSlicer().slicer,
  })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
})

const endpoint = () => new URL(`${service.baseUrl}/api/mcp`)
const keyOf = ({ headers }: TestAccount) =>
  new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? ''

const address = {
  recipient_name: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
}

describe('the official clients', () => {
  for (const [name, connect, version] of clients) {
    test(`${name} orders from a quote to a paid order`, async () => {
      const account = await service.account()
      await using client = closing(await connect(endpoint(), keyOf(account)))
      const call = async (tool: string, args: Fields = {}) => {
        const response = await client.call(tool, args)
        expect({
          tool,
          isError: response.isError,
          text: response.isError ? response.text : '',
        }).toEqual({
          tool,
          isError: false,
          text: '',
        })
        return response.fields
      }

      expect(client.version()).toBe(version)
      expect(await client.tools()).toHaveLength(11)
      // 42 g x $0.12 x 3 = $15.12, and $7 of postage.
      const estimate = { grams: 42, material: 'petg', quantity: 3, color: 'Black' }
      expect(await call('estimate_price', estimate)).toMatchObject({ print: 15.12 })
      const quoted = await call('quote_print', { model_url: cube, color: 'Black' })
      // The stand-in's slice of 100 cm3: 126 g x $0.12 = $15.12; with postage $22.12.
      expect(quoted).toMatchObject({ price: { print: 15.12, shipping: 7, total: 22.12 } })
      const email = 'ada@example.com'
      const ordered = await call('create_print_order', {
        quote_id: quoted['quote_id'],
        confirm: true,
        email,
        ...address,
      })
      expect(ordered).toMatchObject({ paid: true, charged: 22.12, payment_url: null })
      const { order_code } = ordered
      expect(await call('get_order', { code: order_code })).toMatchObject({ order_code })
      const tracked = await call('track_order', { order_code, email })
      expect(JSON.stringify(tracked)).not.toContain('Main Street')
      const { orders } = await call('list_my_orders')
      expect(orders).toMatchObject([{ order_code }])

      const { job_id } = await call('generate_model', { prompt: 'a small vase', confirm: true })
      let job: Fields = {}
      await waitUntil('the model is there', async () => {
        job = await call('get_generation', { job_id })
        return job['status'] === 'done' || job['status'] === 'error'
      })
      expect(job['status']).toBe('done')
      const secondQuote = await call('quote_print', { model_url: job['model_url'], color: 'Black' })
      expect(secondQuote['quote_id']).not.toBe(quoted['quote_id'])
    })

    test(`${name} can use public tools without a key, and the others say what is missing`, async () => {
      await using client = closing(await connect(endpoint(), null))
      expect((await client.call('list_materials', {})).isError).toBe(false)
      const refused = await client.call('list_my_orders', {})
      expect(refused.isError).toBe(true)
      expect(refused.text).toContain('/account')
      const wrong = await client.call('estimate_price', { grams: 1, weight: 2 })
      expect(wrong.isError).toBe(true)
      expect(wrong.text).toContain('weight')
    })

    test(`${name} gets an error for a tool that does not exist`, async () => {
      await using client = closing(await connect(endpoint(), null))
      await expect(client.call('no_such_tool', {})).rejects.toThrow('no_such_tool')
    })
  }
})
