// Page for a wall screen whose link does not work.
import { pageResponse } from '../../base/layout.tsx'
import { unlistedHeaders } from '../../base/not-found.tsx'

export function wallLinkPage(): Response {
  return pageResponse({
    visitor: null,
    title: 'Wall link needed',
    status: 401,
    headers: unlistedHeaders(),
    body: (
      <>
        <h1>This screen needs a wall link</h1>
        <p>
          The link was revoked, or it is incomplete. An operator makes another one in the desk’s{' '}
          <a href="/operator/settings">settings</a>; open it on this screen once.
        </p>
      </>
    ),
  })
}
