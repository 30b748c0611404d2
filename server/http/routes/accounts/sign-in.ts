// Account forms for visitors without a session: sign-up, code, sign-in and new password. Each goes through the auth
// gate, so limits and cookies match those of /api/auth.
import * as v from 'valibot'
import { fail, ok } from '../../../domain/base/result.ts'
import { type FieldErrors, hasErrors } from '../../../html/form-fields.tsx'
import { type AccountPage, accountPage } from '../../../pages/accounts/account.tsx'
import type { PageVisitor } from '../../../pages/base/visitor.ts'
import type { AuthGate } from '../../auth/auth-gate.ts'
import { authField } from '../../auth/auth-sentences.ts'
import { isSameOrigin } from '../../middleware/authenticate.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, post } from '../../middleware/page.ts'
import { everyone, type PageAccess, visitors } from '../../middleware/page-access.ts'
import { pageVisitor, shownVisitor } from '../../middleware/visitor.ts'
import { appendCookies } from '../../requests/cookies.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { readNext, secondFactorPath } from '../../requests/next-page.ts'
import { limitOf } from '../../responses/rate-limit-headers.ts'
import { checkFields } from './check-fields.ts'

export type SignInContext = HttpContext & { readonly authGate: AuthGate }

/** Form values, '' for an absent field. The password is never shown again. */
type SignInForm = {
  readonly email: string
  readonly password: string
  readonly code: string
  readonly attempt: string
  readonly next: string
  readonly visitor: PageVisitor
}
type FormRun = (http: SignInContext, request: Request, form: SignInForm) => Promise<Response>

/** Refuses forms from other sites, which could sign a visitor in to another person's account. */
const ownForms: PageAccess<PageVisitor> = async (http, request) => {
  const { baseUrl } = http.deps
  const visitor = await pageVisitor(http, request)
  if (isSameOrigin(request, new URL(baseUrl).origin)) return ok(visitor)
  const text = `This form came from another address. Open ${baseUrl}/account and try there.`
  const notice = { kind: 'error', text } as const
  return fail(accountPage({ view: 'sign-in', visitor, status: 403, notice }))
}

export const signInPages = [
  formOf('/account/sign-up', signUp),
  formOf('/account/verify', verify),
  formOf('/account/resend', resend),
  formOf('/account/sign-in', signIn),
  pageOf('forgot'),
  formOf('/account/forgot', requestReset),
  pageOf('reset'),
  formOf('/account/reset', reset),
  formOf('/account/sign-out', signOut),
  // Target when the response of a form is reloaded or revisited.
  page({ path: '/account/*', access: everyone, show: () => seeOther('/account') }),
]

function formOf(path: string, run: FormRun) {
  return post({
    path,
    access: ownForms,
    respond: async function respondToForm(http: SignInContext, { request, caller }) {
      return await run(http, request, await readSent(request, caller))
    },
  })
}

function pageOf(view: 'forgot' | 'reset') {
  return page({
    path: `/account/${view}`,
    access: visitors,
    show: async function showForm(http, { query, caller }) {
      const visitor = await shownVisitor(http, caller)
      return accountPage({ view, visitor, next: readNext(query['next']) })
    },
  })
}

async function readSent(request: Request, visitor: PageVisitor): Promise<SignInForm> {
  const field = await readForm(request)
  return {
    email: field('email').trim(),
    password: field('password'),
    // Users often type codes with a space: "1234 5678".
    code: field('code').replaceAll(/\s/g, ''),
    attempt: field('attempt'),
    next: readNext(field('next')),
    visitor,
  }
}

const signedUp = v.object({ user: v.object({ id: v.string() }) })

async function signUp(
  { authGate, deps }: SignInContext,
  request: Request,
  { email, password, next, visitor }: SignInForm,
): Promise<Response> {
  const formPage = { view: 'sign-in', visitor, email, next, tried: 'sign-up' } as const
  const errors = checkFields(deps, { email, password, choosing: true })
  if (hasErrors(errors)) return markErrors(formPage, errors)
  const response = await authGate.post(request, '/sign-up/email', { email, password })
  if (!response.ok) return showRefusal(response, formPage)
  const { user } = v.parse(signedUp, await response.json())
  return accountPage({ view: 'confirm', visitor, email, next, attempt: user.id })
}

async function verify(
  { authGate, deps }: SignInContext,
  request: Request,
  { email, attempt, code, next, visitor }: SignInForm,
): Promise<Response> {
  const formPage = { view: 'confirm', visitor, email, attempt, code, next } as const
  const errors = checkFields(deps, { code })
  if (hasErrors(errors)) return markErrors(formPage, errors)
  const body = { email, attempt, otp: code }
  const response = await authGate.post(request, '/email-otp/verify-email', body)
  return response.ok ? redirectWithCookies(response, next) : showRefusal(response, formPage)
}

async function resend(
  { authGate }: SignInContext,
  request: Request,
  { email, attempt, next, visitor }: SignInForm,
): Promise<Response> {
  const formPage = { view: 'confirm', visitor, email, attempt, next } as const
  const type = 'email-verification'
  const response = await authGate.post(request, '/email-otp/send-verification-otp', { email, type })
  if (!response.ok) return showRefusal(response, formPage)
  // An unconfirmed sign-up is deleted after a day, so there may be no one to email.
  const text = 'If this address has signed up, another email is on its way.'
  return accountPage({ ...formPage, notice: { kind: 'info', text } })
}

const refusal = v.object({
  error: v.string(),
  code: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
})

/** Reads a refusal of the auth gate. */
export const readRefusal = async (response: Response) => v.parse(refusal, await response.json())

async function signIn(http: SignInContext, request: Request, form: SignInForm): Promise<Response> {
  const { email, password, next, visitor } = form
  const formPage = { view: 'sign-in', visitor, email, next } as const
  const errors = checkFields(http.deps, { email, password })
  if (hasErrors(errors)) return markErrors(formPage, errors)
  const response = await http.authGate.post(request, '/sign-in/email', { email, password })
  if (response.ok) return signedIn(response, next)
  const { code } = v.parse(refusal, await response.clone().json())
  // The password was correct, so this user signed up earlier. Signing up again sends a new code for the same password.
  return code === 'EMAIL_NOT_VERIFIED'
    ? signUp(http, request, form)
    : showRefusal(response, formPage)
}

async function requestReset(
  { authGate, deps }: SignInContext,
  request: Request,
  { email, next, visitor }: SignInForm,
): Promise<Response> {
  const formPage = { view: 'forgot', visitor, email, next } as const
  const errors = checkFields(deps, { email })
  if (hasErrors(errors)) return markErrors(formPage, errors)
  const response = await authGate.post(request, '/email-otp/request-password-reset', { email })
  if (!response.ok) return showRefusal(response, formPage)
  const text = 'If this address has an account, a code is on its way to it.'
  return accountPage({ view: 'reset', visitor, email, next, notice: { kind: 'info', text } })
}

async function reset(
  { authGate, deps }: SignInContext,
  request: Request,
  { email, password, code, next, visitor }: SignInForm,
): Promise<Response> {
  const formPage = { view: 'reset', visitor, email, code, next } as const
  const errors = checkFields(deps, { email, code, password, choosing: true })
  if (hasErrors(errors)) return markErrors(formPage, errors)
  const body = { email, password, otp: code }
  const response = await authGate.post(request, '/email-otp/reset-password', body)
  if (!response.ok) return showRefusal(response, formPage)
  // Uses the device cookie from the reset, because others may have exhausted the attempts of unknown devices.
  const own = withCookies(request, response)
  const entered = await authGate.post(own, '/sign-in/email', { email, password })
  if (entered.ok) return signedIn(entered, next)
  const text = 'Your new password is set. Sign in with it.'
  const signInPage = {
    view: 'sign-in',
    visitor,
    email,
    next,
    notice: { kind: 'info', text },
  } as const
  return withCookiesOf(response, accountPage(signInPage))
}

const challenged = v.object({ twoFactorRedirect: v.literal(true) })

/** Redirects to the second-factor page if the account has one. Until then, the cookies hold the pending sign-in. */
async function signedIn(response: Response, next: string): Promise<Response> {
  const waits = v.is(challenged, await response.clone().json())
  return redirectWithCookies(response, waits ? secondFactorPath(next) : next)
}

async function signOut({ authGate }: SignInContext, request: Request): Promise<Response> {
  return redirectWithCookies(await authGate.post(request, '/sign-out', {}), '')
}

/** Redirects to the requested page and sets or clears the cookies. */
const redirectWithCookies = (response: Response, next: string) =>
  seeOther(next || '/account', response.headers.getSetCookie())

function withCookiesOf(response: Response, pageResponse: Response): Response {
  appendCookies(pageResponse.headers, response.headers.getSetCookie())
  return pageResponse
}

/** Returns the request as the browser would send it after storing the response's cookies. */
function withCookies(request: Request, response: Response): Request {
  const headers = new Headers(request.headers)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  headers.set('cookie', [...cookies, headers.get('cookie') ?? ''].join('; '))
  return new Request(request.url, { method: request.method, headers })
}

type FormPage = Exclude<AccountPage, { view: 'account' }>

const markErrors = (formPage: FormPage, errors: FieldErrors) =>
  accountPage({ ...formPage, status: 400, errors })

/** Shows the page with the refused field marked, or with the refusal above the form. */
async function showRefusal(response: Response, formPage: FormPage): Promise<Response> {
  const { error, code, message } = await readRefusal(response)
  const { status } = response
  const field = authField(code, message)
  if (field !== null && hasField(formPage, field)) {
    return accountPage({ ...formPage, status, errors: { [field]: error } })
  }
  const text = status === 429 ? tooMany(response) : error
  return withWaitOf(response, accountPage({ ...formPage, status, notice: { kind: 'error', text } }))
}

/** Copies the refusal's `Retry-After` header, if any, to the page that shows the refusal. */
export function withWaitOf({ headers }: Response, pageResponse: Response): Response {
  const seconds = headers.get('retry-after')
  if (seconds !== null) pageResponse.headers.set('retry-after', seconds)
  return pageResponse
}

/** Whether the page shows the field. Pages that hide the address cannot mark it. */
const hasField = ({ view }: FormPage, field: string): boolean =>
  view !== 'confirm' || field === 'code'

/** Returns the sentence for a 429. The contract's sentence is about generation, so forms state the actual reason. */
export function tooMany({ headers }: Response): string {
  const minutes = Math.ceil(Number(headers.get('retry-after') ?? 60) / 60)
  const isOfNetwork = limitOf(headers)?.subject === 'client_ip'
  const whose = isOfNetwork ? 'from your network' : 'for this address'
  return `Too many tries ${whose}. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
