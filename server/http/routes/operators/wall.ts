// /operator/wall: the wall mode of the overview for a screen with a wall link. Its stream of updates is under the same path, because
// the link's cookie is sent nowhere else.
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { type DeskContext, showOverviewWall, streamOf, wallTopic } from './desk-pages.ts'
import { forWall, wallAccess, wallPath } from './wall-access.ts'

const streamPath = `${wallPath}/live`

export const wallPages = [page('GET', wallPath, showWall), page('GET', streamPath, openWallStream)]

function showWall(http: HttpContext, { request }: Received): Promise<Response> {
  return forWall(http, request, () => showOverviewWall(http.deps, streamPath))
}

/** One topic only. A revoked link ends the stream within seconds. */
function openWallStream(http: DeskContext, { request, query }: Received): Promise<Response> {
  return forWall(http, request, async () => {
    const asked = query['page'] === wallTopic ? { page: wallTopic } : {}
    const stillAllowed = async () => (await wallAccess.admit(http, request)).ok
    return streamOf(http, { request, query: asked }, stillAllowed)
  })
}
