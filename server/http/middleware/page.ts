// Pages and their files: who may open them, and what they show. form.ts has the forms that a page sends.
import { AccountClosed } from '../../domain/accounts/ports.ts'
import { seeOther } from '../requests/forms.ts'
import type { HttpContext } from './context.ts'
import type { PageAccess } from './page-access.ts'
import type { Input, NamesIn, Route, RoutedRequest } from './route.ts'

type Respond<Caller, Path extends string, C> = (
  context: C,
  input: Input<Caller, NamesIn<Path>>,
) => Response | Promise<Response>

type Spec<Caller, Path extends string, C> = {
  readonly path: Path
  readonly access: PageAccess<Caller, NoInfer<C>>
}
type PageSpec<Caller, Path extends string, C> = Spec<Caller, Path, C> & {
  /** A named function, so that stack traces show which page it is. */
  readonly show: Respond<Caller, Path, C>
}
type PostSpec<Caller, Path extends string, C> = Spec<Caller, Path, C> & {
  /** A named function, as in a page. */
  readonly respond: Respond<Caller, Path, C>
}

/** A page that is read with GET, or one of its files. */
export const page = <Caller, const Path extends string, C = HttpContext>(
  spec: PageSpec<Caller, Path, C>,
): Route<C> => routeOf('GET', spec, spec.show)

/** A form whose handler reads the body itself, such as one with files. `form()` is for all others. */
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

/** What the router read, for the caller who was admitted. */
const inputOf = <Caller, Path extends string>(
  { request, params, query }: RoutedRequest,
  caller: Caller,
): Input<Caller, NamesIn<Path>> => ({
  request,
  // The router matched the path, so it read its parameters.
  params: params as Record<NamesIn<Path>, string>,
  query,
  caller,
  body: undefined,
})

/** The visitor whose account was deleted while the page was made is led to signing in. */
async function leadingToSignIn(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond()
  } catch (error) {
    if (!(error instanceof AccountClosed)) throw error
    return seeOther('/account')
  }
}
