// The operator pages for visitors who are not operators.
import { Html } from '@elysiajs/html'
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'

/** 401: not signed in, or the form came from another site. 403: signed in, but not an operator. `signIn`: the sign-in page that returns here. */
export function operatorRefusedPage(status: 401 | 403, signIn: string): Promise<Response> {
  return pageResponse({
    title: status === 401 ? 'Sign in' : 'Operators only',
    status,
    headers: unlisted(),
    body:
      status === 401 ? (
        <>
          <h1>Sign in first</h1>
          <p>This page is for the print farm’s operators. Sign in with an operator’s account.</p>
          <p>
            <a class="button" href={signIn}>
              Sign in
            </a>
          </p>
        </>
      ) : (
        <>
          <h1>Operators only</h1>
          <p>
            Your account is not an operator’s. The <a href="/account">account page</a> shows which
            account you are signed in with; operators are listed in the service’s configuration.
          </p>
        </>
      ),
  })
}
