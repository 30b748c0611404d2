// The data stored about the account: GET /account/export downloads it, /account/delete deletes the account, by a form and by the API.
import * as v from 'valibot'
import { deleteOwnAccount, isSignInFresh } from '../../../domain/accounts/delete-account.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { deleteAccountPage } from '../../../pages/account/delete-account.tsx'
import { json } from '../../contract/body.ts'
import { flag, named, says } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received, route } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { accountExport } from '../../responses/account-export.ts'
import { refuseOnAccount } from './account-view.ts'
import { signInFor } from './next-page.ts'

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
    'Within ten minutes of signing in. Sign-in, sessions, keys, baskets, generations, models that no order needs, the card and the ' +
    'customer at the card processor are deleted at once; where the processor cannot be reached, the customer within hours. Orders stay as records of sales; /privacy says how long. Unused credits lapse; ' +
    'gift cards stay valid.',
  access: account({ accepts: ['session'] }),
  body: json(deletion, { example: { losesCredits: true }, refused: [{ losesCredits: 'yes' }] }),
  response: {
    description: 'The account is deleted.',
    schema: named('AccountDeleted', v.object({ deleted: flag('Always true.') }), 'It is done.'),
    example: { deleted: true },
  },
  refusals: [
    { kind: 'fresh_sign_in_required' },
    { kind: 'credits_left', credits: 5 },
    { kind: 'account_in_use', codes: ['SVC-7KQ2ZM'] },
    { kind: 'account_unsettled', codes: ['SVC-7KQ2ZM'] },
    { kind: 'account_owing', owedCents: 500 },
    { kind: 'account_generating' },
  ],
  handler: async function deleteAccountByApi({ deps }, { caller, body }) {
    const deleted = await deleteOwnAccount(deps, caller, body)
    return deleted.ok ? ok({ deleted: true }) : deleted
  },
})

export const accountDataPages = [
  page('GET', '/account/export', exportOwn),
  page('GET', '/account/delete', showDeletion),
  page('POST', '/account/delete', deleteByForm),
]

async function exportOwn(http: HttpContext, { request }: Received): Promise<Response> {
  const { deps } = http
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther(signInFor(request, deps))
  const slot = await consumeRateLimit(deps, 'account-export', caller.email)
  if (!slot.ok) return refuseOnAccount(http, { request, caller }, slot.failure, 'security')
  deps.log.info('account.exported', { accountId: caller.accountId })
  return accountExport(deps, caller.accountId)
}

async function showDeletion(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther(signInFor(request, http.deps))
  return await deletionPage(http, request, caller, null)
}

async function deletionPage(
  http: HttpContext,
  request: Request,
  caller: AccountCaller,
  failure: Failure | null,
): Promise<Response> {
  const { deps } = http
  const refused = failure === null ? null : refusalOf(failure)
  return deleteAccountPage({
    visitor: await pageVisitor(http, request),
    email: caller.email,
    credits: await deps.credits.read(caller.accountId),
    retentionDays: deps.retentionDays,
    isFresh: isSignInFresh(deps, caller),
    status: refused?.status ?? 200,
    problem: refused?.error ?? null,
  })
}

async function deleteByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  const field = await readForm(request)
  if (field('confirm') !== '1') return await deletionPage(http, request, caller, null)
  const losesCredits = field('losesCredits') === '1'
  const deleted = await deleteOwnAccount(http.deps, caller, { losesCredits })
  return deleted.ok
    ? seeOther('/account')
    : await deletionPage(http, request, caller, deleted.failure)
}
