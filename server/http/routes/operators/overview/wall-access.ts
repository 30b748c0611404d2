// Access to the wall view: operators and viewers, and any screen that was opened once with a wall link
// (domain/operators/wall-links.ts). The link's cookie is sent only to /operator/wall and grants no other access.
import { fail, ok } from '../../../../domain/base/result.ts'
import { openWallLink } from '../../../../domain/operators/wall-links.ts'
import { wallLinkPage } from '../../../../pages/operators/wall/wall-link.tsx'
import { type Access, viewer } from '../../../middleware/access.ts'
import type { PageAccess } from '../../../middleware/page-access.ts'
import { readCookie, setCookie, wallPath } from '../../../requests/cookies.ts'
import { seeOther } from '../../../requests/forms.ts'

/** `by` is the name of the link, or the address of the signed-in user. */
export type WallViewer = { readonly kind: 'link' | 'person'; readonly by: string }

/**
 * Access for the wall page and its update stream, both under /operator/wall. A revoked link fails from the next
 * request.
 */
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

/** Moves the link's token from the query to a cookie, so that it cannot be read in the address bar. */
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

/** Maximum cookie lifetime in browsers. A screen that is reopened gets a new cookie. */
const cookieDays = 400
