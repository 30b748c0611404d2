// What directories and clients read about the agent endpoint before they connect: the server card and the AI catalog (drafts of the MCP
// project), and the entry for the MCP Registry. Browsers of any site may read them.
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
    /** The catalog of all APIs, see api-catalog.ts. */
    readonly apiCatalog: Send
  }
}

/** Sends the same JSON to every client, or 304 to one that has it. */
export function publicDocument(document: object, type: string): Send {
  const body = JSON.stringify(document)
  const etag = entityTagOf(body)
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

const publicPage = (path: string, name: keyof AgentCardContext['agentCard']) =>
  page({
    path,
    access: everyone,
    show: ({ agentCard }: AgentCardContext, { request }) => agentCard[name](request),
  })

/**
 * Files for directories rather than endpoints, so the API's document leaves them out. The last one is where earlier drafts put the card.
 */
export const agentCardRoutes = [
  publicPage(`${agentPath}/server-card`, 'card'),
  publicPage('/.well-known/ai-catalog.json', 'catalog'),
  publicPage('/server.json', 'registryEntry'),
  publicPage('/.well-known/mcp/server-card.json', 'card'),
]
