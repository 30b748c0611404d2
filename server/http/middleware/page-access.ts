// The access to a page and its form, declared once for each kind of reader: it finds the person, or makes the response to anyone else.
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

/** `Caller` is what the page receives; `C` is what is needed to find the caller. */
export type PageAccess<Caller, C = HttpContext> = (
  context: C,
  request: Request,
) => Promise<Result<Caller, Response>>

/** Pages that are the same for everyone. */
export const everyone: PageAccess<null, unknown> = async () => ok(null)

/** Signed in or not, with the basket. */
export const visitors: PageAccess<Visitor> = async (http, request) =>
  ok(await visitorOf(http, request))

/** Accounts; anyone else is led to signing in, which returns to the page. */
export const signedIn = accountOr((request, { deps }) => signInFor(request, deps))

/** Accounts; anyone else is led to `path`. */
export const signedInOr = (path: string) => accountOr(() => path)

function accountOr(
  elsewhere: (request: Request, http: HttpContext) => string,
): PageAccess<AccountCaller> {
  return async (http, request) => {
    const caller = await http.authenticate(request, ['session'])
    return caller === null ? fail(seeOther(elsewhere(request, http))) : ok(caller)
  }
}

/** `timeZone`: the farm's, in which every page of the desk shows times. */
export type DeskReader = DeskCaller & { readonly timeZone: string }

/** Operators and viewers, for pages of the desk: reads only. */
export const viewers: PageAccess<DeskReader> = deskAccess(viewer)

/** Operators, for forms and their pages; a viewer gets a page that says to ask one, anyone else is sent to sign-in. */
export const operators: PageAccess<DeskReader> = deskAccess(operator)

function deskAccess({ admit }: Access<DeskCaller>): PageAccess<DeskReader> {
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
