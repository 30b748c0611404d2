// /operator/wall: the wall mode of the overview for a screen with a wall link. Its update stream is under the same
// path, because browsers send the link's cookie nowhere else.
import { page } from '../../../middleware/page.ts'
import { wallPath } from '../../../requests/cookies.ts'
import { type DeskContext, showOverviewWall, streamOf, wallTopic } from './desk-pages.ts'
import { wallAccess, wallScreens } from './wall-access.ts'

const streamPath = `${wallPath}/live`

export const wallPages = [
  page({
    path: wallPath,
    access: wallScreens,
    show: function showWall({ deps }) {
      return showOverviewWall(deps, streamPath)
    },
  }),
  // Serves a single topic. A revoked link ends the stream within seconds.
  page({
    path: streamPath,
    access: wallScreens,
    show: function openWallStream(http: DeskContext, { request, query }) {
      const topic = query['page'] === wallTopic ? { page: wallTopic } : {}
      const stillAllowed = async () => (await wallAccess.admit(http, request)).ok
      return streamOf(http, { request, query: topic }, stillAllowed)
    },
  }),
]
