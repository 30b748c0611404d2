// The saved card. POST /api/account/card opens the processor's hosted page, which returns to GET /account/card/done.
// DELETE and the account page's form remove the card.

import * as v from 'valibot'
import { finishCardSetup, removeCard, startCardSetup } from '../../../domain/accounts/card.ts'
import { fail, ok } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { limits } from '../../../domain/limits/table.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { flag, link, named } from '../../contract/schemas.ts'
import { account, limitRefusals, optionalSession } from '../../middleware/access.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn, signedInOr } from '../../middleware/page-access.ts'
import { route } from '../../middleware/route.ts'
import { isForm, seeOther } from '../../requests/forms.ts'
import { refusedOn, refuseOnAccount } from './show-account.ts'

const hostedPage = named(
  'CardPage',
  v.object({ url: link('The processor’s page.') }),
  'The page on which a card is saved.',
)

export const saveCardRoute = route({
  method: 'POST',
  path: '/api/account/card',
  id: 'saveCard',
  tag: 'Account',
  summary: 'Start saving a card',
  description:
    'Returns the address of the card processor’s page. The user who opens it enters the card there; the card then ' +
    `pays for every order of the account. ${limits['account-card'].limit} an hour for each account.`,
  // The account page's form uses this route as well, and is redirected to sign in instead of being refused.
  access: optionalSession,
  response: {
    description: 'The address to open for the user.',
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
    { kind: 'processor_refused', reason: 'Invalid email address' },
    { kind: 'processor_busy', retryAfterSeconds: retryHintSeconds.processor },
  ],
  handler: async function startSavingCard(http, { request, caller }) {
    const byForm = isForm(request)
    if (caller === null) {
      return byForm ? ok(seeOther('/account')) : fail({ kind: 'session_required' })
    }
    const setup = await withinLimit(http.deps, 'account-card', caller.email, () =>
      startCardSetup(http.deps, caller),
    )
    if (setup.ok) return byForm ? ok(seeOther(setup.value.url)) : setup
    return byForm ? ok(await refuseOnAccount(http, { request, caller }, setup.failure)) : setup
  },
})

export const removeCardRoute = route({
  method: 'DELETE',
  path: '/api/account/card',
  id: 'removeCard',
  tag: 'Account',
  summary: 'Remove the saved card',
  description:
    'Removes the card from the account and from the card processor’s record of it. Later orders by programs are saved unpaid. A ' +
    'charge in progress is still settled. Without a saved card, `removed` is false.',
  access: account({ accepts: ['session'], limit: 'account-card' }),
  response: {
    description: 'The account has no card.',
    schema: named(
      'CardRemoved',
      v.object({ removed: flag('Whether there was a card.') }),
      'Outcome for the card.',
    ),
    example: { removed: true },
  },
  refusals: [
    { kind: 'processor_unavailable' },
    { kind: 'processor_refused', reason: 'Invalid request' },
    { kind: 'processor_busy', retryAfterSeconds: retryHintSeconds.processor },
  ],
  handler: async function removeSavedCard({ deps }, { caller }) {
    const removed = await removeCard(deps, caller)
    return removed.ok ? ok({ removed: removed.value }) : removed
  },
})

export const removeCardPage = form({
  path: '/account/card/remove',
  access: signedInOr('/account'),
  fields: {},
  act: ({ deps }, { caller }) =>
    withinLimit(deps, 'account-card', caller.email, () => removeCard(deps, caller)),
  done: () => '/account?card=removed',
  refuse: refusedOn(),
})

export const cardDonePage = page({
  path: '/account/card/done',
  // Signing in returns here, so the new card is not lost.
  access: signedIn,
  show: async function finishSavingCard(http, { request, query, caller }) {
    const finished = await finishCardSetup(http.deps, caller, query['session_id'] ?? '')
    if (!finished.ok) return refuseOnAccount(http, { request, caller }, finished.failure)
    return seeOther(finished.value === null ? '/account?card=unfinished' : '/account?card=saved')
  },
})
