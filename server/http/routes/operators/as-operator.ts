// Who may use the operator endpoints and pages. They refuse differently: with JSON, or with a page that leads to sign-in.

import type { AccountFailure } from '../../../domain/accounts/failure.ts'
import { requireOperator } from '../../../domain/accounts/operator.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import type { HttpContext } from '../../middleware/context.ts'

type Run = (operator: AccountCaller) => Promise<Response>

/**
 * Returns the function that handles a request for an operator, and with `refuse` for anyone else. Only a session counts;
 * the authenticator does not accept its cookie from another site.
 */
export const operatorsOnly =
  (
    { deps, authenticate }: Pick<HttpContext, 'deps' | 'authenticate'>,
    refuse: (failure: AccountFailure, request: Request) => Response | Promise<Response>,
  ) =>
  async (request: Request, run: Run): Promise<Response> => {
    const operator = requireOperator(deps, await authenticate(request, ['session']))
    return operator.ok ? run(operator.value) : refuse(operator.failure, request)
  }
