// Descriptions of the service for directories: server.json, the server card and the AI catalog. The rules are copied
// manually from the published schemas: the registry's of 2025-12-11, and the server card's of the draft of 2026-07-24.
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { agentDocuments } from '../../mcp/server-card.ts'
import { serverInfoAt, serverInstructions } from '../../mcp/server-info.ts'
import manifest from '../../package.json'
import type { Schema } from '../../server/http/contract/contract.ts'
import { disagreements } from '../../testing/service/json-schema.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import { useService } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

type Properties = NonNullable<Schema['properties']>

const input: Properties = {
  description: { type: 'string' },
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
}

const remote: Properties = {
  type: { enum: ['streamable-http', 'sse'] },
  url: { type: 'string', pattern: '^https?://[^\\s]+$' },
  headers: {
    type: 'array',
    items: {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        ...input,
        name: { type: 'string' },
        value: { type: 'string' },
        variables: {
          type: 'object',
          additionalProperties: { type: 'object', additionalProperties: false, properties: input },
        },
      },
    },
  },
}

const described: Properties = {
  name: {
    type: 'string',
    minLength: 3,
    maxLength: 200,
    pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
  },
  title: { type: 'string', minLength: 1, maxLength: 100 },
  description: { type: 'string', minLength: 1, maxLength: 100 },
  version: { type: 'string', maxLength: 255 },
  websiteUrl: { type: 'string', format: 'uri' },
  icons: {
    type: 'array',
    items: {
      type: 'object',
      required: ['src'],
      additionalProperties: false,
      properties: {
        src: { type: 'string', format: 'uri', maxLength: 255 },
        mimeType: { enum: ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'] },
        sizes: { type: 'array', items: { type: 'string', pattern: '^(\\d+x\\d+|any)$' } },
      },
    },
  },
}

const schemaOf = (id: string, required: readonly string[], remotes: Properties): Schema => ({
  type: 'object',
  required: ['$schema', 'name', 'description', 'version', ...required],
  additionalProperties: false,
  properties: {
    $schema: { const: id },
    ...described,
    remotes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'url'],
        additionalProperties: false,
        properties: { ...remote, ...remotes },
      },
    },
  },
})

const registrySchema = schemaOf(
  'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ['remotes'],
  {},
)
const cardSchema = schemaOf(
  'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  [],
  { supportedProtocolVersions: { type: 'array', items: { type: 'string' } } },
)

const hosts = [
  ['https://prints.example.com', 'com.example.prints/svc', 'prints.example.com'],
  ['http://localhost:3000', 'localhost/svc', 'localhost'],
  ['http://[::1]:3000', '-1-/svc', '-1-'],
] as const

describe('generated for an address', () => {
  for (const [baseUrl, name, host] of hosts) {
    verifies('mcp.directory.valid', baseUrl, () => {
      const { card, catalog, registryEntry } = agentDocuments(baseUrl)
      expect(disagreements(registrySchema, registryEntry)).toEqual([])
      expect(disagreements(cardSchema, card)).toEqual([])
      const shared = { name, version: manifest.version, remotes: [{ url: `${baseUrl}/api/mcp` }] }
      expect(registryEntry).toMatchObject(shared)
      expect(card).toMatchObject(shared)
      expect(catalog).toEqual({
        specVersion: '1.0',
        entries: [
          {
            identifier: `urn:air:${host}:mcp:svc`,
            type: 'application/mcp-server-card+json',
            url: `${baseUrl}/api/mcp/server-card`,
          },
        ],
      })
    })
  }

  test('an invalid document is detected', () => {
    const { card, registryEntry } = agentDocuments('https://prints.example.com')
    expect(disagreements(registrySchema, card)).not.toEqual([])
    expect(disagreements(registrySchema, { ...registryEntry, name: 'svc' })).not.toEqual([])
  })
})

describe('served', () => {
  const service = useService()
  const read = async (path: string, init?: RequestInit) => {
    const response = await service.fetch(path, init)
    return { response, body: response.status === 200 ? await response.json() : null }
  }

  verifies('mcp.directory.served', async () => {
    const { card, catalog, registryEntry } = agentDocuments(service.baseUrl)
    for (const [path, document, type] of [
      ['/api/mcp/server-card', card, 'application/mcp-server-card+json'],
      ['/.well-known/mcp/server-card.json', card, 'application/mcp-server-card+json'],
      ['/.well-known/ai-catalog.json', catalog, 'application/ai-catalog+json'],
      ['/server.json', registryEntry, 'application/json'],
    ] as const) {
      const { response, body } = await read(path)
      expect([path, body]).toEqual([path, document])
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      const etag = response.headers.get('etag') ?? ''
      const again = await read(path, { headers: { 'if-none-match': etag } })
      expect(again.response.status).toBe(304)
    }
  })

  verifies(
    'mcp.directory.agrees',
    'with the same content that a connected client sees',
    async () => {
      const call = async (method: string, params: object, headers: Record<string, string> = {}) => {
        const body = { jsonrpc: '2.0', id: 1, method, params }
        return (await read('/api/mcp', jsonPost(body, headers))).body.result
      }
      const { card } = agentDocuments(service.baseUrl)
      const { name: _name, ...info } = serverInfoAt(service.baseUrl)
      expect(card).toMatchObject(info)

      const newest = await call('initialize', { protocolVersion: '2025-11-25' })
      expect(newest.serverInfo).toEqual({ name: 'svc', ...info })
      expect(newest.instructions).toBe(serverInstructions())
      const older = await call('initialize', { protocolVersion: '2025-06-18' })
      const { title, version } = info
      expect(older.serverInfo).toEqual({ name: 'svc', title, version })

      const version2026 = 'io.modelcontextprotocol/protocolVersion'
      const _meta = {
        [version2026]: '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const discovered = await call(
        'server/discover',
        { _meta },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' },
      )
      expect(discovered._meta['io.modelcontextprotocol/serverInfo']).toEqual(newest.serverInfo)
      expect(card).toMatchObject({
        remotes: [{ supportedProtocolVersions: discovered.supportedVersions }],
      })
    },
  )

  verifies('mcp.directory.icons', async () => {
    const [png, svg] = serverInfoAt(service.baseUrl).icons.map(({ src, mimeType }) => ({
      mimeType,
      response: service.fetch(src.slice(service.baseUrl.length)),
    }))
    for (const icon of [png, svg]) {
      const response = await icon?.response
      expect([response?.status, response?.headers.get('content-type')]).toEqual([
        200,
        icon?.mimeType,
      ])
    }
    const { format, width, height } = await sharp(await (await png?.response)?.bytes()).metadata()
    expect([format, width, height]).toEqual(['png', 256, 256])
    expect(await (await svg?.response)?.text()).toStartWith(
      '<svg xmlns="http://www.w3.org/2000/svg"',
    )
  })
})
