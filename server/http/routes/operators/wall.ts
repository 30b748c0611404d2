// /operator/wall: the farm on a screen on the wall. Reads only; no controls.
import { readOverview } from '../../../domain/desk/overview.ts'
import { wallPage } from '../../../pages/operators/wall.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { forWall, wallPath } from './wall-access.ts'

export const wallPages = [page('GET', wallPath, showWall)]

function showWall(http: HttpContext, { request }: Received): Promise<Response> {
  const { deps } = http
  return forWall(http, request, async () =>
    wallPage({ overview: await readOverview(deps), timeZone: deps.timeZone }),
  )
}
