// The pages on which operators watch the farm: the overview and its event stream.
import { readOverview } from '../../../domain/desk/overview.ts'
import { overviewFragments, overviewPage } from '../../../pages/operators/overview/overview.tsx'
import { createLiveHub, type Fragments, type LiveHub } from '../../live/live-hub.ts'
import { viewer } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { page, type Received } from '../../middleware/route.ts'
import { seeOther } from '../../requests/forms.ts'
import { forViewer } from './operator-view.ts'

export type DeskContext = HttpContext & { readonly live: LiveHub }

export const deskPages = [
  page('GET', '/operator', showOverview),
  page('GET', '/operator/live', openStream),
]

export function createDeskLive(deps: HttpDeps): LiveHub {
  return createLiveHub({
    log: deps.log,
    topics: {
      overview: async () => {
        const overview = await readOverview(deps)
        return rendered(overviewFragments({ overview, timeZone: deps.timeZone }))
      },
    },
  })
}

async function rendered(parts: Readonly<Record<string, JSX.Element>>): Promise<Fragments> {
  const entries = Object.entries(parts).map(async ([id, part]) => [id, await part] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function showOverview(http: HttpContext, { request, query }: Received): Promise<Response> {
  const { deps } = http
  return forViewer(http, request, async (user) => {
    const moved = queueOf(query)
    if (moved !== null) return seeOther(moved)
    const overview = await readOverview(deps)
    return overviewPage({ overview, timeZone: deps.timeZone }, user)
  })
}

/** Links of earlier releases searched and filtered orders here. */
function queueOf({ code, status }: Received['query']): string | null {
  if (code !== undefined) return `/operator/queue?${new URLSearchParams({ q: code })}`
  return status === undefined ? null : `/operator/queue?${new URLSearchParams({ status })}`
}

function openStream(http: DeskContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async () => {
    const stillAllowed = async () => (await viewer.admit(http, request)).ok
    const stream = http.live.open(query['page'] ?? '', request.signal, stillAllowed)
    if (stream === null) return noStream()
    http.keepOpen?.(request)
    return stream
  })
}

const noStream = (): Response =>
  new Response(
    'This page has no event stream, or the server takes no more listeners. Reload the page instead.',
    {
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' },
    },
  )
