// Descriptions of the server for directories and for clients before they connect: the MCP Registry's server.json, the
// server card of SEP-2127 and the AI catalog that names it. All three derive from the service's address, so they are
// always consistent.
import { supportedVersions } from './era.ts'
import { serverInfoAt } from './server-info.ts'

const registrySchema =
  'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
/** Schema of the draft of 2026-07-24 (github.com/modelcontextprotocol/experimental-ext-server-card). */
const cardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
export const cardType = 'application/mcp-server-card+json'
export const catalogType = 'application/ai-catalog+json'

const agentUrl = (baseUrl: string) => `${baseUrl}/api/mcp`

export type AgentDocuments = {
  readonly card: object
  readonly catalog: object
  readonly registryEntry: object
}

/** `baseUrl` is the public address, without a path. */
export function agentDocuments(baseUrl: string): AgentDocuments {
  const { name, ...described } = serverInfoAt(baseUrl)
  const host = hostOf(baseUrl)
  const common = { ...described, name: `${host.split('.').toReversed().join('.')}/${name}` }
  const remote = { type: 'streamable-http', url: agentUrl(baseUrl), headers: [keyHeader] }
  return {
    card: {
      $schema: cardSchema,
      ...common,
      remotes: [{ ...remote, supportedProtocolVersions: supportedVersions }],
    },
    catalog: {
      specVersion: '1.0',
      entries: [
        {
          identifier: `urn:air:${host}:mcp:${name}`,
          type: cardType,
          url: `${agentUrl(baseUrl)}/server-card`,
        },
      ],
    },
    registryEntry: { $schema: registrySchema, ...common, remotes: [remote] },
  }
}

/** Returns the host with only the characters allowed in names and URNs. An IPv6 address contains others. */
const hostOf = (baseUrl: string): string =>
  new URL(baseUrl).hostname.replaceAll(/[^a-zA-Z0-9.-]+/g, '-')

/** Optional: some tools need no key. */
const keyHeader = {
  name: 'Authorization',
  description: 'The API key of an account, for the tools that quote, order and generate.',
  value: 'Bearer {api_key}',
  isRequired: false,
  isSecret: true,
  variables: {
    api_key: {
      description: 'Issued on the account page once a card is saved: svc_live_...',
      isRequired: false,
      isSecret: true,
    },
  },
}
