// GET /.well-known/api-catalog (RFC 9727): tells programs where to find the descriptions of the API and of the agent
// endpoint.
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import { agentPath } from '../../requests/paths.ts'
import { ucpPath } from '../ucp/profile.ts'
import type { AgentCardContext } from './agent-card.ts'

const path = '/.well-known/api-catalog'
/** Media type of RFC 9264, with the profile of RFC 9727. */
export const apiCatalogType =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

type Target = { readonly href: string; readonly type: string }

/**
 * Returns a link set per API, with relations from RFC 8631. `cardType` is the media type of the agent endpoint's card.
 */
export function apiCatalog(baseUrl: string, cardType: string): object {
  const at = (target: string, type: string): Target => ({ href: `${baseUrl}${target}`, type })
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api`,
        'service-desc': [
          at('/openapi.json', 'application/openapi+json'),
          at('/openapi.yaml', 'application/openapi+yaml'),
        ],
        'service-doc': [
          at('/docs', 'text/html'),
          at('/docs/reference.md', 'text/markdown'),
          at('/llms.txt', 'text/plain'),
        ],
        status: [at('/readyz', 'application/json')],
      },
      {
        anchor: `${baseUrl}${agentPath}`,
        'service-desc': [at(`${agentPath}/server-card`, cardType)],
        'service-doc': [at('/docs/agents', 'text/html')],
      },
      {
        anchor: `${baseUrl}${ucpPath}`,
        'service-desc': [at('/.well-known/ucp', 'application/json')],
        'service-doc': [at('/docs/ucp', 'text/html')],
      },
    ],
  }
}

/**
 * The API catalog (RFC 9727, section 2). Its responses, including those to HEAD, have a link header that identifies it.
 */
export const apiCatalogRoute = page({
  path,
  access: everyone,
  show: function sendApiCatalog({ agentCard }: AgentCardContext, { request }) {
    const response = agentCard.apiCatalog(request)
    response.headers.set('link', `<${path}>; rel="api-catalog"`)
    return response
  },
})
