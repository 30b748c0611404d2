// What directories and clients read about the agent endpoint before they connect: the server card and the AI catalog (drafts of the MCP
// project), and the entry for the MCP Registry. Browsers of any site may read them.
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { open } from '../../contract/schemas.ts'
import { anyone } from '../../middleware/access.ts'
import { page, route } from '../../middleware/route.ts'
import { agentPath } from '../../requests/paths.ts'
import { isUnchanged } from '../../responses/etags.ts'

type Send = (request: Request) => Response

export type AgentCardContext = {
  readonly agentCard: { readonly card: Send; readonly catalog: Send; readonly registryEntry: Send }
}

/** Sends the same JSON to every client, or 304 to one that has it. */
export function publicDocument(document: object, type: string): Send {
  const body = JSON.stringify(document)
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)
  const etag = `"${digest}"`
  const headers = {
    etag,
    'content-type': type,
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'Content-Type',
  }
  return (request) =>
    isUnchanged(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
}

const described = open({ name: v.string(), version: v.string() })
const listed = open({ specVersion: v.string(), entries: v.array(open({})) })

const cardRoute = route({
  method: 'GET',
  path: `${agentPath}/server-card`,
  id: 'readServerCard',
  tag: 'Agents',
  summary: 'Read the server card of the agent endpoint',
  description:
    'Name, version, address, headers and protocol revisions, for clients that configure themselves (SEP-2127, a draft). The same is at ' +
    '`/.well-known/mcp/server-card.json`.',
  access: anyone,
  response: {
    type: 'application/mcp-server-card+json',
    description: 'The card.',
    schema: described,
  },
  handler: async function sendServerCard({ agentCard }: AgentCardContext, { request }) {
    return ok(agentCard.card(request))
  },
})

const catalogRoute = route({
  method: 'GET',
  path: '/.well-known/ai-catalog.json',
  id: 'readAiCatalog',
  tag: 'Agents',
  summary: 'Read the catalog that names the server card',
  access: anyone,
  response: {
    type: 'application/ai-catalog+json',
    description: 'One entry (ai-catalog.io).',
    schema: listed,
  },
  handler: async function sendCatalog({ agentCard }: AgentCardContext, { request }) {
    return ok(agentCard.catalog(request))
  },
})

const registryRoute = route({
  method: 'GET',
  path: '/server.json',
  id: 'readRegistryEntry',
  tag: 'Agents',
  summary: 'Read the entry for the MCP Registry',
  description:
    'The `server.json` with which an operator publishes this service (docs/operations.md).',
  access: anyone,
  response: { description: 'The entry.', schema: described },
  handler: async function sendRegistryEntry({ agentCard }: AgentCardContext, { request }) {
    return ok(agentCard.registryEntry(request))
  },
})

/** Where earlier drafts put the card; many directories look here. */
const earlierCard = page<AgentCardContext>(
  'GET',
  '/.well-known/mcp/server-card.json',
  ({ agentCard }, { request }) => agentCard.card(request),
)

export const agentCardRoutes = [cardRoute, catalogRoute, registryRoute, earlierCard]
