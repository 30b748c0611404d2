// Saving a card: POST /api/account/card opens the processor's hosted page, GET /account/card/done is where it returns to.
import { Elysia } from 'elysia'
import { finishCardSetup, startCardSetup } from '../../../domain/accounts/card.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { isForm, seeOther } from '../../requests/forms.ts'
import { failureToResponse, refusalOf } from '../../responses/failure-to-response.ts'
import { showAccount } from './account-view.ts'
import { signInFor } from './next-page.ts'

export const accountCard = (http: HttpContext) => {
  const { deps, authenticate } = http
  return new Elysia()
    .post(
      '/api/account/card',
      async ({ request }) => {
        const form = isForm(request)
        const caller = await authenticate(request, ['session'])
        if (caller === null) {
          return form ? seeOther('/account') : failureToResponse({ kind: 'session_required' })
        }
        const setup = await startCardSetup(deps, caller)
        if (setup.ok) return form ? seeOther(setup.value.url) : Response.json(setup.value)
        if (!form) return failureToResponse(setup.failure)
        const { status, error } = refusalOf(setup.failure)
        return showAccount(http, caller, { status, notice: { kind: 'error', text: error } })
      },
      { parse: 'none' },
    )
    .get(
      '/account/card/done',
      async ({ request, query }) => {
        const caller = await authenticate(request, ['session'])
        // Signing in comes back here, so the card is not lost.
        if (caller === null) return seeOther(signInFor(request, deps))
        const finished = await finishCardSetup(deps, caller, query.session_id ?? '')
        if (!finished.ok) {
          const { status, error } = refusalOf(finished.failure)
          return showAccount(http, caller, { status, notice: { kind: 'error', text: error } })
        }
        return seeOther(
          finished.value === null ? '/account?card=unfinished' : '/account?card=saved',
        )
      },
      { detail: { hide: true } },
    )
}
