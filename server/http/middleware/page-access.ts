// Access to a page and its form, declared once per kind of reader. It identifies the user, or builds the response for
// everyone else.
import type { DeskCaller } from '../../domain/accounts/operator.ts'
import type { AccountCaller } from '../../domain/base/caller.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { Visitor } from '../../domain/cart/use-basket.ts'
import { type DeskRefusal, operatorRefusedPage } from '../../pages/operators/refused.tsx'
import type { Failure } from '../refusals/failure.ts'
import { seeOther } from '../requests/forms.ts'
import { nextFor, secondFactorPath, signInFor, signInPath } from '../requests/next-page.ts'
import { type Access, operator, viewer } from './access.ts'
import type { HttpContext } from './context.ts'
import { visitorOf } from './visitor.ts'

/** `Caller` is passed to the page. `C` is the context needed to identify the caller. */
export type PageAccess<Caller, C = HttpContext> = (
  context: C,
  request: Request,
) => Promise<Result<Caller, Response>>

/** Access for pages that are the same for everyone. */
export const everyone: PageAccess<null, unknown> = async () => ok(null)

/** Access with or without a session. Includes the basket. */
export const visitors: PageAccess<Visitor> = async (http, request) =>
  ok(await visitorOf(http, request))

/** Access for accounts. Redirects others to the sign-in page, which returns here. */
export const signedIn = accountOr((request, { deps }) => signInFor(request, deps))

/** Access for accounts. Redirects others to `path`. */
export const signedInOr = (path: string) => accountOr(() => path)

function accountOr(
  elsewhere: (request: Request, http: HttpContext) => string,
): PageAccess<AccountCaller> {
  return async (http, request) => {
    const caller = await http.authenticate(request, ['session'])
    return caller === null ? fail(seeOther(elsewhere(request, http))) : ok(caller)
  }
}

/** `timeZone` is the farm's time zone, which every desk page uses. */
export type DeskViewer = DeskCaller & { readonly timeZone: string }

/** Read-only access to desk pages for operators and viewers. */
export const viewers: PageAccess<DeskViewer> = deskAccess(viewer)

/**
 * Access for operators, to forms and their pages. A viewer gets a page that says to ask an operator. Others are
 * redirected to sign in.
 */
export const operators: PageAccess<DeskViewer> = deskAccess(operator)

function deskAccess({ admit }: Access<DeskCaller>): PageAccess<DeskViewer> {
  return async (http, request) => {
    const admitted = await admit(http, request)
    return admitted.ok
      ? ok({ ...admitted.value, timeZone: http.deps.timeZone })
      : fail(operatorRefusedPage(deskRefusal(http, request, admitted.failure)))
  }
}

function deskRefusal({ deps }: HttpContext, request: Request, failure: Failure): DeskRefusal {
  const next = nextFor(request, deps)
  switch (failure.kind) {
    case 'operator_required':
      return { kind: 'not_operator' }
    case 'viewer_read_only':
      return { kind: 'read_only' }
    case 'second_factor_required':
      return { kind: 'second_factor', step: failure.step, path: secondFactorPath(next) }
    default:
      return { kind: 'sign_in', signIn: signInPath(next) }
  }
}
