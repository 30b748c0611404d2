// /account with or without a session, /account/developer and /account/security, and their forms. Without a session, or
// when another site sent the form, the response redirects to the sign-in page.

import { issueApiKey, pageOverlapHours, revokeApiKey } from '../../../domain/accounts/api-key.ts'
import {
  createExtensionToken,
  maxTokenNameCharacters,
  revokeExtensionToken,
} from '../../../domain/accounts/extension-tokens.ts'
import {
  isLimit,
  maxSpendingLimitCents,
  setSpendingLimits,
} from '../../../domain/accounts/spending.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok } from '../../../domain/base/result.ts'
import { readReturned } from '../../../domain/gift-cards/settle-purchase.ts'
import { centsOfDollars, dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { accountPage, type ShownAccount } from '../../../pages/accounts/account.tsx'
import type { AccountSection } from '../../../pages/accounts/account-view.ts'
import { sectionPaths } from '../../../pages/accounts/frame.tsx'
import { anyText, checkbox, parsed } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn, signedInOr, visitors } from '../../middleware/page-access.ts'
import type { RoutedRequest } from '../../middleware/route.ts'
import { shownVisitor } from '../../middleware/visitor.ts'
import { seeOther } from '../../requests/forms.ts'
import { readNext } from '../../requests/next-page.ts'
import { notConfirmedYet } from '../../responses/payment-texts.ts'
import { refusedOn, showAccount } from './show-account.ts'

/** Notices after a form or the card processor's page, by query parameter. */
const notices: Readonly<Record<string, ShownAccount['notice']>> = {
  'card=saved': { kind: 'info', text: 'Your card is saved.' },
  'card=removed': { kind: 'info', text: 'Your card is removed.' },
  'card=unfinished': {
    kind: 'warning',
    text: 'No card was saved. If you finished the card page, reload this page in a moment.',
  },
  'limits=saved': { kind: 'info', text: 'Your spending limits are saved.' },
  'logo=saved': { kind: 'info', text: 'Your logo is saved.' },
  'logo=removed': { kind: 'info', text: 'Your logo is removed.' },
  'factor=off': { kind: 'info', text: 'Your second factor is turned off.' },
}

const spendingLimit = parsed(
  (typed) => {
    const plain = typed.trim().replaceAll(/(?<=\d),(?=\d{3})/g, '')
    // An empty field means no limit.
    const cents = plain === '' ? null : (centsOfDollars(plain) ?? Number.NaN)
    return isLimit(cents) ? cents : undefined
  },
  `Enter an amount from 0 to ${dollarsOfCents(maxSpendingLimitCents).toLocaleString('en-US')} dollars, such as 50 or 49.50.`,
)

export const accountPages = [
  page({
    path: '/account',
    access: visitors,
    show: async function showSignInOrAccount(http, { request, query, caller: visitor }) {
      const { caller } = visitor
      const next = readNext(query['next'])
      if (caller === null) {
        return accountPage({ view: 'sign-in', next, visitor: await shownVisitor(http, visitor) })
      }
      if (next !== '') return seeOther(next)
      const notice = noticeOf(query) ?? (await creditsNotice(http, caller, query['bought']))
      return await showAccount(http, { request, caller }, notice === undefined ? {} : { notice })
    },
  }),
  sectionPage('developer'),
  sectionPage('security'),
  form({
    path: '/account/api-key',
    access: signedInOr('/account'),
    fields: { overlap: checkbox },
    act: async function issueKey({ deps }, { caller, body: { overlap } }) {
      return await issueApiKey(deps, caller, overlap ? { overlapHours: pageOverlapHours } : {})
    },
    done: (http, signed, { key }) =>
      showAccount(http, signed, {
        section: 'developer',
        fresh: { kind: 'api_key', secret: key },
      }),
    refuse: refusedOn('developer'),
  }),
  form({
    path: '/account/api-key/revoke',
    access: signedInOr('/account'),
    fields: {},
    act: async function revokeKey({ deps }, { caller }) {
      return ok(await revokeApiKey(deps, caller))
    },
    done: () => sectionPaths.developer,
    refuse: refusedOn('developer'),
  }),
  form({
    path: '/account/spending-limits',
    access: signedInOr('/account'),
    fields: { accountLimit: spendingLimit, apiKeyLimit: spendingLimit },
    act: async function setLimits({ deps }, { caller, body: { accountLimit, apiKeyLimit } }) {
      const limits = { accountCents: accountLimit, apiKeyCents: apiKeyLimit }
      return await setSpendingLimits(deps, caller, limits)
    },
    done: () => `${sectionPaths.developer}?limits=saved#spending`,
    refuse: refusedOn('developer', ({ typedIn, errors }) => ({
      spendingForm: { account: typedIn('accountLimit'), apiKey: typedIn('apiKeyLimit'), errors },
    })),
  }),
  form({
    path: '/account/extension-tokens',
    access: signedInOr('/account'),
    fields: { name: anyText },
    act: async function createToken({ deps }, { caller, body }) {
      return await createExtensionToken(deps, caller, body)
    },
    done: (http, signed, { token, name }) =>
      showAccount(http, signed, {
        section: 'developer',
        fresh: { kind: 'extension_token', secret: token, name },
      }),
    marks: {
      token_name_invalid: (_failure, field) => ({ name: nameProblem(field('name').trim()) }),
    },
    refuse: refusedOn('developer', ({ typedIn, errors }) => ({
      tokenForm: { name: typedIn('name'), errors },
    })),
  }),
  form({
    path: '/account/extension-tokens/:id/revoke',
    access: signedInOr('/account'),
    fields: {},
    act: async function revokeToken({ deps }, { caller, params }) {
      return await revokeExtensionToken(deps, caller, params.id)
    },
    done: () => sectionPaths.developer,
    refuse: refusedOn('developer'),
  }),
]

function noticeOf(query: RoutedRequest['query']): ShownAccount['notice'] {
  const [said] = ['card', 'limits', 'logo', 'factor']
    .map((name) => `${name}=${query[name]}`)
    .filter((name) => Object.hasOwn(notices, name))
  return said === undefined ? undefined : notices[said]
}

function sectionPage(section: Exclude<AccountSection, 'overview'>) {
  return page({
    path: sectionPaths[section],
    access: signedIn,
    show: async function showSection(http, { request, query, caller }) {
      const notice = noticeOf(query)
      const shown = { section, ...(notice !== undefined && { notice }) }
      return await showAccount(http, { request, caller }, shown)
    },
  })
}

/** Returns the notice for a visitor who returns from buying credits. */
async function creditsNotice(
  { deps }: HttpContext,
  caller: AccountCaller,
  bought: string | undefined,
): Promise<ShownAccount['notice']> {
  const returned = bought === undefined ? null : await readReturned(deps, caller, bought)
  if (returned?.purchase.goods.kind !== 'credits') return undefined
  const texts = {
    paid: `Thank you. ${returned.purchase.goods.credits} credits were added.`,
    refunded: 'The payment was refunded in full, so no credits are added.',
    open: `${notConfirmedYet} The credits are added once it has.`,
  }
  return { kind: returned.state === 'paid' ? 'info' : 'warning', text: texts[returned.state] }
}

function nameProblem(name: string): string {
  if (name === '') return 'Enter a name, so that you can tell your tokens apart.'
  if ([...name].length > maxTokenNameCharacters) {
    return `The name can have at most ${maxTokenNameCharacters} characters.`
  }
  return 'The name must be a single line without control characters.'
}
