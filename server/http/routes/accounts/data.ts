// Account data: GET /account/export downloads the stored data, and /account/delete deletes the account, with a form or
// through the API.

import * as v from 'valibot'
import {
  deleteOwnAccount,
  freshSignInMinutes,
  isSignInFresh,
} from '../../../domain/accounts/delete-account.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { deleteAccountPage } from '../../../pages/accounts/delete-account.tsx'
import { json } from '../../contract/body.ts'
import { checkbox } from '../../contract/form-fields.ts'
import { flag, named, says } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { type FormRefusal, form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn, signedInOr } from '../../middleware/page-access.ts'
import { route } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { accountExport } from '../../responses/account-export.ts'
import { refuseOnAccount } from './show-account.ts'

const deletion = v.object({
  losesCredits: v.optional(says(v.boolean(), 'That unused credits lapse.'), false),
})

export const deleteAccountRoute = route({
  method: 'POST',
  path: '/api/account/delete',
  id: 'deleteAccount',
  tag: 'Account',
  summary: 'Delete the account',
  description:
    `Within ${freshSignInMinutes} minutes of signing in. Sign-in, sessions, keys, baskets, generations, models that no order needs, the card and the ` +
    'customer at the card processor are deleted immediately; if the processor cannot be reached, the customer is deleted within hours. Orders stay as records of sales; /privacy says how long. Unused credits lapse; ' +
    'gift cards stay valid.',
  access: account({ accepts: ['session'] }),
  body: json(deletion, { example: { losesCredits: true }, refused: [{ losesCredits: 'yes' }] }),
  response: {
    description: 'The account is deleted.',
    schema: named(
      'AccountDeleted',
      v.object({ deleted: flag('Always true.') }),
      'The request succeeded.',
    ),
    example: { deleted: true },
  },
  refusals: [
    { kind: 'fresh_sign_in_required' },
    { kind: 'credits_left', credits: 5 },
    { kind: 'account_in_use', codes: ['SVC-7KQ2ZM'] },
    { kind: 'account_unsettled', codes: ['SVC-7KQ2ZM'] },
    { kind: 'account_owing', owedCents: 500 },
    { kind: 'account_generating' },
    { kind: 'account_not_found' },
  ],
  handler: async function deleteAccountByApi({ deps }, { caller, body }) {
    const deleted = await deleteOwnAccount(deps, caller, body)
    return deleted.ok ? ok({ deleted: true }) : deleted
  },
})

export const accountDataPages = [
  page({
    path: '/account/export',
    access: signedIn,
    show: async function exportOwn(http, { request, caller }) {
      const { deps } = http
      const slot = await consumeRateLimit(deps, 'account-export', caller.email)
      if (!slot.ok) return refuseOnAccount(http, { request, caller }, slot.failure, 'security')
      deps.log.info('account.exported', { accountId: caller.accountId })
      return accountExport(deps, caller.accountId)
    },
  }),
  page({ path: '/account/delete', access: signedIn, show: showDeletion }),
  form({
    path: '/account/delete',
    access: signedInOr('/account'),
    fields: { confirm: checkbox, losesCredits: checkbox },
    // Without the confirmation field, the page asks for it.
    act: async function deleteByForm({ deps }, { caller, body: { confirm, losesCredits } }) {
      return confirm ? await deleteOwnAccount(deps, caller, { losesCredits }) : ok(undefined)
    },
    done: (http, input) => (input.body.confirm ? '/account' : showDeletion(http, input)),
    refuse: showDeletion,
  }),
]

async function showDeletion(
  http: HttpContext,
  { request, caller }: { readonly request: Request; readonly caller: AccountCaller },
  refused?: FormRefusal,
): Promise<Response> {
  const { deps } = http
  return deleteAccountPage({
    visitor: await pageVisitor(http, request),
    email: caller.email,
    credits: await deps.credits.read(caller.accountId),
    retentionDays: deps.retentionDays,
    isFresh: isSignInFresh(deps, caller),
    status: refused?.status ?? 200,
    problem: refused?.text ?? null,
  })
}
