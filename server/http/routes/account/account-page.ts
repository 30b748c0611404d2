// /account: the page with or without a session, /account/developer and /account/security, and the forms on them. Without a session,
// or when another site sent the form, a form leads to signing in.
import { issueApiKey, revokeApiKey } from '../../../domain/accounts/api-key.ts'
import {
  createExtensionToken,
  maxNameCharacters,
  revokeExtensionToken,
} from '../../../domain/accounts/extension-tokens.ts'
import { isLimit, setSpendingLimits } from '../../../domain/accounts/spending.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { readReturned } from '../../../domain/gift-cards/settle-purchase.ts'
import { centsOfDollars } from '../../../domain/pricing/dollars.ts'
import { accountPage, type Shown } from '../../../pages/account/account.tsx'
import type { AccountSection } from '../../../pages/account/account-view.ts'
import { sectionPaths } from '../../../pages/account/frame.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { refuseOnAccount, type Signed, showAccount } from './account-view.ts'
import { readNext, signInFor } from './next-page.ts'

/** After a form or the card processor's page, by the address's query. */
const notices: Readonly<Record<string, Shown['notice']>> = {
  'card=saved': { kind: 'info', text: 'Your card is saved.' },
  'card=removed': { kind: 'info', text: 'Your card is removed.' },
  'card=unfinished': {
    kind: 'warning',
    text: 'No card was saved. If you finished the card page, reload this page in a moment.',
  },
  'limits=saved': { kind: 'info', text: 'Your spending limits are saved.' },
  'factor=off': { kind: 'info', text: 'Your second factor is turned off.' },
}

export const accountPages = [
  page('GET', '/account', showSignInOrAccount),
  page('GET', sectionPaths.developer, (http: HttpContext, received: Received) =>
    showSection(http, received, 'developer'),
  ),
  page('GET', sectionPaths.security, (http: HttpContext, received: Received) =>
    showSection(http, received, 'security'),
  ),
  page('POST', '/account/api-key', issueKeyByForm),
  page('POST', '/account/api-key/revoke', revokeKeyByForm),
  page('POST', '/account/spending-limits', setLimitsByForm),
  page('POST', '/account/extension-tokens', createTokenByForm),
  page('POST', '/account/extension-tokens/:id/revoke', revokeTokenByForm),
]

async function showSignInOrAccount(
  http: HttpContext,
  { request, query }: Received,
): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  const next = readNext(query['next'])
  if (caller === null) {
    return accountPage({ view: 'sign-in', next, visitor: await pageVisitor(http, request) })
  }
  if (next !== '') return seeOther(next)
  const notice = noticeOf(query) ?? (await creditsNotice(http, caller, query['bought']))
  return showAccount(http, { request, caller }, notice === undefined ? {} : { notice })
}

function noticeOf(query: Received['query']): Shown['notice'] {
  const [said] = ['card', 'limits', 'factor']
    .map((name) => `${name}=${query[name]}`)
    .filter((name) => Object.hasOwn(notices, name))
  return said === undefined ? undefined : notices[said]
}

/** Signing in returns to the page. */
async function showSection(
  http: HttpContext,
  { request, query }: Received,
  section: AccountSection,
): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther(signInFor(request, http.deps))
  const notice = noticeOf(query)
  return showAccount(
    http,
    { request, caller },
    { section, ...(notice !== undefined && { notice }) },
  )
}

/** For a visitor who returns from buying credits. */
async function creditsNotice(
  { deps }: HttpContext,
  caller: AccountCaller,
  bought: string | undefined,
): Promise<Shown['notice']> {
  const returned = bought === undefined ? null : await readReturned(deps, caller, bought)
  if (returned?.purchase.goods.kind !== 'credits') return undefined
  const texts = {
    paid: `Thank you. ${returned.purchase.goods.credits} credits were added.`,
    refunded: 'The payment was refunded in full, so no credits are added.',
    open: 'The card processor has not confirmed the payment yet. The credits are added once it has.',
  }
  return { kind: returned.state === 'paid' ? 'info' : 'warning', text: texts[returned.state] }
}

async function issueKeyByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  const issued = await issueApiKey(http.deps, caller)
  if (!issued.ok) return refuseOnAccount(http, { request, caller }, issued.failure, 'developer')
  return showAccount(
    http,
    { request, caller },
    { section: 'developer', fresh: { kind: 'api_key', secret: issued.value.key } },
  )
}

async function revokeKeyByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  await revokeApiKey(http.deps, caller)
  return seeOther(sectionPaths.developer)
}

async function setLimitsByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  const field = await readForm(request)
  const [account, apiKey] = [field('accountLimit'), field('apiKeyLimit')]
  const limits = { accountCents: limitOf(account), apiKeyCents: limitOf(apiKey) }
  const errors = {
    ...(!isLimit(limits.accountCents) && { accountLimit: limitProblem }),
    ...(!isLimit(limits.apiKeyCents) && { apiKeyLimit: limitProblem }),
  }
  if (Object.keys(errors).length > 0) {
    return showAccount(
      http,
      { request, caller },
      { section: 'developer', status: 400, spendingForm: { account, apiKey, errors } },
    )
  }
  const set = await setSpendingLimits(http.deps, caller, limits)
  return set.ok
    ? seeOther(`${sectionPaths.developer}?limits=saved#spending`)
    : refuseOnAccount(http, { request, caller }, set.failure, 'developer')
}

const limitProblem = 'Enter an amount from 0 to 1,000,000 dollars, such as 50 or 49.50.'

/** Null for an empty field; NaN for anything but an amount. */
function limitOf(typed: string): number | null {
  const plain = typed.trim().replaceAll(/(?<=\d),(?=\d{3})/g, '')
  return plain === '' ? null : (centsOfDollars(plain) ?? Number.NaN)
}

async function createTokenByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  const field = await readForm(request)
  const created = await createExtensionToken(http.deps, caller, { name: field('name') })
  if (!created.ok) return refuseToken(http, { request, caller }, created.failure, field('name'))
  const { token, name } = created.value
  return showAccount(
    http,
    { request, caller },
    { section: 'developer', fresh: { kind: 'extension_token', secret: token, name } },
  )
}

async function revokeTokenByForm(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  const revoked = await revokeExtensionToken(http.deps, caller, id)
  return revoked.ok
    ? seeOther(sectionPaths.developer)
    : refuseOnAccount(http, { request, caller }, revoked.failure, 'developer')
}

function refuseToken(
  http: HttpContext,
  signed: Signed,
  failure: Failure,
  name: string,
): Promise<Response> {
  if (failure.kind !== 'token_name_invalid')
    return refuseOnAccount(http, signed, failure, 'developer')
  const errors = { name: nameProblem(name.trim()) }
  return showAccount(http, signed, {
    section: 'developer',
    status: refusalOf(failure).status,
    tokenForm: { name, errors },
  })
}

function nameProblem(name: string): string {
  if (name === '') return 'Enter a name, so that you can tell your tokens apart.'
  if ([...name].length > maxNameCharacters)
    return `The name can have at most ${maxNameCharacters} characters.`
  return 'The name must be a single line without control characters.'
}
