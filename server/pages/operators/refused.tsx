// What anybody sees at /operator who is not an operator.
import { Html } from '@elysiajs/html'
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'

/** 401: nobody is signed in, or the form came from another site. 403: signed in, but not an operator. `signIn`: the sign-in page that leads back. */
export function operatorRefusedPage(status: 401 | 403, signIn: string): Promise<Response> {
  return pageResponse({
    title: status === 401 ? 'Sign in' : 'Operators only',
    status,
    headers: unlisted(),
    body:
      status === 401 ? (
        <>
          <h1>Sign in first</h1>
          <p>This page is for the operators of the print farm. Sign in with your account there.</p>
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
            Your account does not operate the print farm. The <a href="/account">account page</a>{' '}
            says who you are signed in as; operators are named in the service’s configuration.
          </p>
        </>
      ),
  })
}
