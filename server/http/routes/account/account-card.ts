// Saving a card: POST /api/account/card opens the processor's hosted page, GET /account/card/done is where it returns to.
import * as v from 'valibot'
import { finishCardSetup, startCardSetup } from '../../../domain/accounts/card.ts'
import { fail, ok } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { limits } from '../../../domain/limits/table.ts'
import { link, named } from '../../contract/schemas.ts'
import { limitRefusals, optionalSession } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received, route } from '../../middleware/route.ts'
import { isForm, seeOther } from '../../requests/forms.ts'
import { refuseOnAccount } from './account-view.ts'
import { signInFor } from './next-page.ts'

const hostedPage = named(
  'CardPage',
  v.object({ url: link('The processor’s page.') }),
  'Where a card is saved.',
)

export const saveCardRoute = route({
  method: 'POST',
  path: '/api/account/card',
  id: 'saveCard',
  tag: 'Account',
  summary: 'Start saving a card',
  description:
    'Returns the address of the card processor’s own page. The person who opens it enters the card there; the card then ' +
    `pays every order of the account. ${limits['account-card'].limit} an hour for each account.`,
  // The form of the account page sends it as well, and is led to sign in instead of being refused.
  access: optionalSession,
  response: {
    description: 'Where to send the person.',
    schema: hostedPage,
    example: { url: 'https://checkout.stripe.com/c/pay/cs_test_1' },
  },
  otherResponses: [
    {
      status: 303,
      description: 'For the form of the account page, which is led to the address.',
      headers: { Location: { description: 'The address.', schema: { type: 'string' } } },
    },
  ],
  refusals: [
    { kind: 'session_required' },
    ...limitRefusals('account-card'),
    { kind: 'processor_unavailable' },
    { kind: 'processor_busy', retryAfterSeconds: 10 },
  ],
  handler: async function startSavingCard(http, { request, caller }) {
    const form = isForm(request)
    if (caller === null) return form ? ok(seeOther('/account')) : fail({ kind: 'session_required' })
    const slot = await consumeRateLimit(http.deps, 'account-card', caller.email)
    const setup = slot.ok ? await startCardSetup(http.deps, caller) : slot
    if (setup.ok) return form ? ok(seeOther(setup.value.url)) : setup
    return form ? ok(await refuseOnAccount(http, { request, caller }, setup.failure)) : setup
  },
})

export const cardDonePage = page('GET', '/account/card/done', finishSavingCard)

async function finishSavingCard(
  http: HttpContext,
  { request, query }: Received,
): Promise<Response> {
  const { deps, authenticate } = http
  const caller = await authenticate(request, ['session'])
  // Signing in comes back here, so the card is not lost.
  if (caller === null) return seeOther(signInFor(request, deps))
  const finished = await finishCardSetup(deps, caller, query['session_id'] ?? '')
  if (!finished.ok) return refuseOnAccount(http, { request, caller }, finished.failure)
  return seeOther(finished.value === null ? '/account?card=unfinished' : '/account?card=saved')
}
