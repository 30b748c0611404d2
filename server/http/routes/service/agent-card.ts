// Descriptions of the agent endpoint for directories and for clients before they connect: the server card and the AI
// catalog (drafts of the MCP project), and the entry for the MCP Registry. Browsers of any site may read them.
import { perTerms } from '../../../domain/catalog/terms.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import { agentPath } from '../../requests/paths.ts'
import { entityTagOf, isUnchanged } from '../../responses/etags.ts'

type Send = (request: Request) => Response

export type AgentCardContext = {
  readonly agentCard: {
    readonly card: Send
    readonly catalog: Send
    readonly registryEntry: Send
    /** Catalog of all APIs. See api-catalog.ts. */
    readonly apiCatalog: Send
    /** Profile of the Universal Commerce Protocol. See ../ucp/profile.ts. */
    readonly ucpProfile: Send
  }
}

/** Sends the same JSON to every client, or 304 to a client that has it. Makes it again when the shop's branding changes. */
export function publicDocument(make: () => object, type: string): Send {
  const kept = perTerms(() => {
    const body = JSON.stringify(make())
    const headers = {
      etag: entityTagOf(body),
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'Content-Type',
    }
    return { body, headers }
  })
  return (request) => {
    const { body, headers } = kept()
    return isUnchanged(request, headers.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
  }
}

const publicPage = (path: string, name: keyof AgentCardContext['agentCard']) =>
  page({
    path,
    access: everyone,
    show: ({ agentCard }: AgentCardContext, { request }) => agentCard[name](request),
  })

/**
 * Files for directories rather than endpoints, so the API document omits them. Earlier drafts used the last path for
 * the card.
 */
export const agentCardRoutes = [
  publicPage(`${agentPath}/server-card`, 'card'),
  publicPage('/.well-known/ai-catalog.json', 'catalog'),
  publicPage('/server.json', 'registryEntry'),
  publicPage('/.well-known/mcp/server-card.json', 'card'),
  publicPage('/.well-known/ucp', 'ucpProfile'),
]
