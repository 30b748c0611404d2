// The access to the wall view: operators and viewers, and any screen that was opened once with a wall link
// (domain/operators/wall-links.ts).
// The link's cookie is sent to /operator/wall alone and opens nothing else.
import { fail, ok } from '../../../domain/base/result.ts'
import { openWallLink } from '../../../domain/operators/wall-links.ts'
import { wallLinkPage } from '../../../pages/operators/wall/wall-link.tsx'
import { type Access, viewer } from '../../middleware/access.ts'
import type { PageAccess } from '../../middleware/page-access.ts'
import { readCookie, setCookie, wallPath } from '../../requests/cookies.ts'
import { seeOther } from '../../requests/forms.ts'

/** `by`: the name of the link, or the address of the person who is signed in. */
export type WallViewer = { readonly kind: 'link' | 'person'; readonly by: string }

/** For the wall page and its stream of updates, both under /operator/wall. A revoked link fails from the next request on. */
export const wallAccess: Access<WallViewer> = {
  credentials: viewer.credentials,
  refusals: viewer.refusals,
  admit: async (http, request) => {
    const link = await openWallLink(http.deps, readCookie(request, 'wall', http.deps))
    if (link !== null) return ok({ kind: 'link', by: link.name })
    const person = await viewer.admit(http, request)
    return person.ok ? ok({ kind: 'person', by: person.value.email }) : person
  },
}

/** A link's token in the query becomes a cookie and leaves the address bar, so that it cannot be read off the screen. */
export const wallScreens: PageAccess<WallViewer> = async (http, request) => {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (token !== null) {
    if ((await openWallLink(http.deps, token)) === null) return fail(wallLinkPage())
    searchParams.delete('token')
    const rest = searchParams.size === 0 ? '' : `?${searchParams}`
    return fail(
      seeOther(wallPath + rest, [setCookie('wall', { value: token, days: cookieDays }, http.deps)]),
    )
  }
  const admitted = await wallAccess.admit(http, request)
  return admitted.ok ? admitted : fail(wallLinkPage())
}

/** The longest that browsers keep a cookie; a screen that is opened again gets a new one. */
const cookieDays = 400
