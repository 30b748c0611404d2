// Pages and their files: who may open them, and what they show. form.ts has the forms that a page sends.
import { AccountClosed } from '../../domain/accounts/ports.ts'
import { seeOther } from '../requests/forms.ts'
import type { HttpContext } from './context.ts'
import type { PageAccess } from './page-access.ts'
import { type Input, type NamesIn, paramsOf, type Route, type RoutedRequest } from './route.ts'

type Respond<Caller, Path extends string, C> = (
  context: C,
  input: Input<Caller, NamesIn<Path>>,
) => Response | Promise<Response>

type Spec<Caller, Path extends string, C> = {
  readonly path: Path
  readonly access: PageAccess<Caller, NoInfer<C>>
}
type PageSpec<Caller, Path extends string, C> = Spec<Caller, Path, C> & {
  /** Pass a named function, so that stack traces identify the page. */
  readonly show: Respond<Caller, Path, C>
}
type PostSpec<Caller, Path extends string, C> = Spec<Caller, Path, C> & {
  /** Pass a named function, so that stack traces identify the page. */
  readonly respond: Respond<Caller, Path, C>
}

/** Builds a page that is read with GET, or one of its files. */
export const page = <Caller, const Path extends string, C = HttpContext>(
  spec: PageSpec<Caller, Path, C>,
): Route<C> => routeOf('GET', spec, spec.show)

/** Builds a form whose handler reads the body, such as one with files. Use `form()` for all others. */
export const post = <Caller, const Path extends string, C = HttpContext>(
  spec: PostSpec<Caller, Path, C>,
): Route<C> => routeOf('POST', spec, spec.respond)

function routeOf<Caller, Path extends string, C>(
  method: 'GET' | 'POST',
  { path, access }: Spec<Caller, Path, C>,
  respond: Respond<Caller, Path, C>,
): Route<C> {
  return {
    method,
    path,
    contract: null,
    respond: (context, received) =>
      leadingToSignIn(async () => {
        const admitted = await access(context, received.request)
        return admitted.ok
          ? await respond(context, inputOf<Caller, Path>(received, admitted.value))
          : admitted.failure
      }),
  }
}

/** Returns the request as read by the router, for the admitted caller. */
const inputOf = <Caller, Path extends string>(
  { request, params, query }: RoutedRequest,
  caller: Caller,
): Input<Caller, NamesIn<Path>> => ({
  request,
  params: paramsOf<Path>(params),
  query,
  caller,
  body: undefined,
})

/** Redirects a visitor to the sign-in page if the account was deleted while the page was built. */
async function leadingToSignIn(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond()
  } catch (error) {
    if (!(error instanceof AccountClosed)) throw error
    return seeOther('/account')
  }
}
