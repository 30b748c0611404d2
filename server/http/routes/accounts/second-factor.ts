// Pages of the second factor (server/pages/accounts/second-factor.tsx). Every form goes through the auth gate, so
// limits and cookies match those of /api/auth.

import * as v from 'valibot'
import { roleOf } from '../../../domain/accounts/operator.ts'
import { appCode } from '../../../domain/accounts/sign-in.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { shopName } from '../../../domain/branding/branding.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import {
  type AppSecret,
  type SecondFactorPage,
  secondFactorPage,
} from '../../../pages/accounts/second-factor.tsx'
import type { PageVisitor } from '../../../pages/base/visitor.ts'
import type { AuthGate } from '../../auth/auth-gate.ts'
import { authField } from '../../auth/auth-sentences.ts'
import { isSameOrigin } from '../../middleware/authenticate.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, post } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { RoutedRequest } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { readNext, secondFactorPath, signInPath } from '../../requests/next-page.ts'
import { readRefusal, type SignInContext, tooMany, withWaitOf } from './sign-in.ts'

const path = '/account/second-factor'

export const secondFactorPages = [
  page({ path, access: everyone, show: showSecondFactor }),
  formOf('set-up', setUp),
  formOf('confirm', confirm),
  formOf('verify', verify),
  formOf('backup-codes', renewBackupCodes),
  formOf('turn-off', turnOff),
]

type FormRun = (http: SignInContext, request: Request, form: FactorForm) => Promise<Response>

/** Builds a form that identifies its caller. Without a caller, it redirects to the sign-in page with `next`. */
function formOf(name: string, run: FormRun) {
  return post({
    path: `${path}/${name}`,
    access: everyone,
    respond: async function respondToForm(http: SignInContext, { request }) {
      return await run(http, request, await readSent(http, request))
    },
  })
}

async function showSecondFactor(
  http: HttpContext,
  { request, query }: RoutedRequest,
): Promise<Response> {
  const next = readNext(query['next'])
  const [caller, visitor] = await Promise.all([
    http.authenticate(request, ['session', 'pending_session']),
    pageVisitor(http, request),
  ])
  if (caller === null) {
    const waits = /(?:^|;\s*)(?:__(?:Host|Secure)-)?better-auth\.two_factor=/
    return waits.test(request.headers.get('cookie') ?? '')
      ? secondFactorPage({ view: 'verify', visitor, next })
      : seeOther(signInPath(secondFactorPath(next)))
  }
  if (caller.secondFactor === 'passed') {
    return secondFactorPage({ view: 'ready', visitor, next, ...standingOf(http, caller) })
  }
  const view = caller.secondFactor === 'pending' ? 'verify' : 'start'
  return secondFactorPage({ view, visitor, next })
}

/**
 * Returns the account's second-factor state. Where the desk requires the factor, only another operator can remove it.
 */
function standingOf({ deps }: HttpContext, { email }: AccountCaller) {
  const worksAtDesk = roleOf(deps, email) !== null
  return { worksAtDesk, canTurnOff: !(worksAtDesk && deps.isSecondFactorRequired) }
}

type FactorForm = {
  readonly caller: AccountCaller | null
  readonly password: string
  /** Code without the space that apps show in the middle. */
  readonly code: string
  readonly next: string
  readonly visitor: PageVisitor
}

async function readSent(http: SignInContext, request: Request): Promise<FactorForm> {
  const [caller, visitor] = await Promise.all([
    http.authenticate(request, ['session']),
    pageVisitor(http, request),
  ])
  const field = await readForm(request)
  const code = field('code').replaceAll(/\s/g, '')
  return { caller, password: field('password'), code, next: readNext(field('next')), visitor }
}

const enabled = v.object({ totpURI: v.string(), backupCodes: v.array(v.string()) })

/** Starts the setup. A repeated request before the confirmation creates a new secret. */
async function setUp(
  http: SignInContext,
  request: Request,
  { caller, password, next, visitor }: FactorForm,
): Promise<Response> {
  if (caller === null) return seeOther(signInPath(secondFactorPath(next)))
  const shown = { view: 'start', visitor, next } as const
  if (password === '') return markErrors(shown, { password: 'Enter your password.' })
  const response = await http.authGate.post(request, '/two-factor/enable', {
    password,
    issuer: shopName(),
  })
  if (!response.ok) return showRefusal(response, shown)
  const { totpURI, backupCodes } = v.parse(enabled, await response.json())
  http.deps.log.info('second_factor.started', { accountId: caller.accountId })
  return secondFactorPage({ view: 'set-up', visitor, app: appSecretOf(totpURI), backupCodes, next })
}

const appSecretOf = (uri: string): AppSecret => ({
  uri,
  secret: new URL(uri).searchParams.get('secret') ?? '',
})

async function confirm(
  http: SignInContext,
  request: Request,
  { caller, code, next, visitor }: FactorForm,
): Promise<Response> {
  if (caller === null) return seeOther(signInPath(secondFactorPath(next)))
  const shown = { view: 'confirm', visitor, next, code } as const
  if (!appCode.form.test(code)) {
    return markErrors(shown, { code: `Enter the ${appCode.text} from the app.` })
  }
  const response = await http.authGate.post(request, '/two-factor/verify-totp', { code })
  if (!response.ok) return showRefusal(response, shown)
  http.deps.log.info('second_factor.set_up', { accountId: caller.accountId })
  return seeOther(next || path, response.headers.getSetCookie())
}

/** Checks a code at sign-in, or in a session that has not passed the second factor. */
async function verify(
  http: SignInContext,
  request: Request,
  { code, next, visitor }: FactorForm,
): Promise<Response> {
  const shown = { view: 'verify', visitor, next, code } as const
  if (!isSameOrigin(request, new URL(http.deps.baseUrl).origin)) return seeOther('/account')
  if (code === '') return markErrors(shown, { code: 'Enter a code.' })
  const response = await postCode(http.authGate, request, code)
  if (response.ok) return seeOther(next || '/account', response.headers.getSetCookie())
  return showRefusal(response, shown)
}

const postCode = (gate: AuthGate, request: Request, code: string) =>
  /^\d+$/.test(code)
    ? gate.post(request, '/two-factor/verify-totp', { code })
    : gate.post(request, '/two-factor/verify-backup-code', { code })

const renewed = v.object({ backupCodes: v.array(v.string()) })

async function renewBackupCodes(
  http: SignInContext,
  request: Request,
  { caller, password, next, visitor }: FactorForm,
): Promise<Response> {
  if (caller?.secondFactor !== 'passed') return seeOther(secondFactorPath(next))
  const shown = { view: 'ready', visitor, next, ...standingOf(http, caller) } as const
  if (password === '') return markErrors(shown, { password: 'Enter your password.' })
  const response = await http.authGate.post(request, '/two-factor/generate-backup-codes', {
    password,
  })
  if (!response.ok) return showRefusal(response, shown)
  const { backupCodes } = v.parse(renewed, await response.json())
  http.deps.log.info('second_factor.codes_renewed', { accountId: caller.accountId })
  return secondFactorPage({ view: 'backup-codes', visitor, backupCodes, next })
}

/** Turns off the second factor. Requires a session that passed the factor, and the password. */
async function turnOff(
  http: SignInContext,
  request: Request,
  { caller, password, next, visitor }: FactorForm,
): Promise<Response> {
  if (caller?.secondFactor !== 'passed') return seeOther(secondFactorPath(next))
  const standing = standingOf(http, caller)
  const shown = { view: 'ready', visitor, next, ...standing, tried: 'turn-off' } as const
  if (!standing.canTurnOff) {
    const text = 'The desk requires a second factor. Another operator can reset yours.'
    return secondFactorPage({ ...shown, status: 403, notice: { kind: 'error', text } })
  }
  if (password === '') return markErrors(shown, { password: 'Enter your password.' })
  const response = await http.authGate.post(request, '/two-factor/disable', { password })
  if (!response.ok) return showRefusal(response, shown)
  http.deps.log.warn('second_factor.turned_off', { accountId: caller.accountId })
  return seeOther('/account/security?factor=off', response.headers.getSetCookie())
}

const markErrors = (shown: SecondFactorPage, errors: FieldErrors) =>
  secondFactorPage({ ...shown, status: 400, errors })

/** Shows the refusal next to the field it applies to, or above the form. */
async function showRefusal(response: Response, shown: SecondFactorPage): Promise<Response> {
  const { error, code, message } = await readRefusal(response)
  const { status } = response
  const field = authField(code, message)
  const has = shown.view === 'start' || shown.view === 'ready' ? 'password' : 'code'
  if (field === has) return secondFactorPage({ ...shown, status, errors: { [field]: error } })
  const text = status === 429 && code === '' ? tooMany(response) : error
  const notice = { kind: 'error', text } as const
  return withWaitOf(response, secondFactorPage({ ...shown, status, notice }))
}
