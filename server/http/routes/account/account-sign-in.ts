// The forms of the account page for somebody who is not signed in: sign up, the code, sign in, a new password.
// Each goes through the auth gate, so the limits and the cookies are those of /api/auth.
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { limits } from '../../../domain/limits/table.ts'
import { type AccountPage, accountPage } from '../../../pages/account/account.tsx'
import type { FieldErrors } from '../../../pages/base/form-fields.tsx'
import { isSameOrigin } from '../../middleware/authenticate.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { checkFields } from './account-forms.ts'
import type { AuthGate } from './auth-gate.ts'
import { authField } from './auth-sentences.ts'
import { readNext } from './next-page.ts'

const hidden = { parse: 'none', detail: { hide: true } } as const

/** What a form sent; a field that it has not is ''. Never shown again: the password. */
type Sent = {
  readonly email: string
  readonly password: string
  readonly code: string
  readonly attempt: string
  readonly next: string
}
type Parts = { readonly gate: AuthGate; readonly deps: HttpContext['deps'] }
type FormRun = (parts: Parts, request: Request, sent: Sent) => Promise<Response>

export const accountSignIn = ({ deps }: HttpContext, gate: AuthGate) => {
  const origin = new URL(deps.baseUrl).origin

  /** A form of another site must not sign its visitor in to somebody else's account. */
  const form =
    (run: FormRun) =>
    async ({ request }: { request: Request }) => {
      if (isSameOrigin(request, origin))
        return run({ gate, deps }, request, await readSent(request))
      const text = `This form came from another address. Open ${deps.baseUrl}/account and try there.`
      return accountPage({ view: 'sign-in', status: 403, notice: { kind: 'error', text } })
    }
  const page =
    (view: 'forgot' | 'reset') =>
    ({ query }: { query: Record<string, string | undefined> }) =>
      accountPage({ view, next: readNext(query.next) })

  return (
    new Elysia()
      .post('/account/sign-up', form(signUp), hidden)
      .post('/account/verify', form(verify), hidden)
      .post('/account/resend', form(resend), hidden)
      .post('/account/sign-in', form(signIn), hidden)
      .get('/account/forgot', page('forgot'), hidden)
      .post('/account/forgot', form(forgot), hidden)
      .get('/account/reset', page('reset'), hidden)
      .post('/account/reset', form(reset), hidden)
      .post('/account/sign-out', form(signOut), hidden)
      // Where a form was answered, reloading or going back asks for its address.
      .get('/account/*', () => seeOther('/account'), hidden)
  )
}

async function readSent(request: Request): Promise<Sent> {
  const field = await readForm(request)
  return {
    email: field('email').trim(),
    password: field('password'),
    // People type what they read: "1234 5678".
    code: field('code').replaceAll(/\s/g, ''),
    attempt: field('attempt'),
    next: readNext(field('next')),
  }
}

const signedUp = v.object({ user: v.object({ id: v.string() }) })

const signUp: FormRun = async ({ gate, deps }, request, { email, password, next }) => {
  const page = { view: 'sign-in', email, next, tried: 'sign-up' } as const
  const errors = checkFields(deps, { email, password, choosing: true })
  if (Object.keys(errors).length > 0) return marked(page, errors)
  const answer = await gate.post(request, '/sign-up/email', { email, password })
  if (!answer.ok) return refused(answer, page)
  const { user } = v.parse(signedUp, await answer.json())
  return accountPage({ view: 'confirm', email, next, attempt: user.id })
}

const verify: FormRun = async ({ gate, deps }, request, { email, attempt, code, next }) => {
  const page = { view: 'confirm', email, attempt, code, next } as const
  const errors = checkFields(deps, { code })
  if (Object.keys(errors).length > 0) return marked(page, errors)
  const body = { email, attempt, otp: code }
  const answer = await gate.post(request, '/email-otp/verify-email', body)
  return answer.ok ? onward(answer, next) : refused(answer, page)
}

const resend: FormRun = async ({ gate }, request, { email, attempt, next }) => {
  const page = { view: 'confirm', email, attempt, next } as const
  const type = 'email-verification'
  const answer = await gate.post(request, '/email-otp/send-verification-otp', { email, type })
  if (!answer.ok) return refused(answer, page)
  // A sign-up that was not confirmed within a day is deleted, and then there is nothing to mail.
  const text = 'If this address has signed up, another mail is on its way.'
  return accountPage({ ...page, notice: { kind: 'info', text } })
}

const refusal = v.object({
  error: v.string(),
  code: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
})

const signIn: FormRun = async (parts, request, sent) => {
  const { email, password, next } = sent
  const page = { view: 'sign-in', email, next } as const
  const errors = checkFields(parts.deps, { email, password })
  if (Object.keys(errors).length > 0) return marked(page, errors)
  const answer = await parts.gate.post(request, '/sign-in/email', { email, password })
  if (answer.ok) return onward(answer, next)
  const { code } = v.parse(refusal, await answer.clone().json())
  // The password was right, so this is who signed up: signing up again sends a fresh code for the same password.
  return code === 'EMAIL_NOT_VERIFIED' ? signUp(parts, request, sent) : refused(answer, page)
}

const forgot: FormRun = async ({ gate, deps }, request, { email, next }) => {
  const page = { view: 'forgot', email, next } as const
  const errors = checkFields(deps, { email })
  if (Object.keys(errors).length > 0) return marked(page, errors)
  const answer = await gate.post(request, '/email-otp/request-password-reset', { email })
  if (!answer.ok) return refused(answer, page)
  const text = 'If this address has an account, a code is on its way to it.'
  return accountPage({ view: 'reset', email, next, notice: { kind: 'info', text } })
}

const reset: FormRun = async ({ gate, deps }, request, { email, password, code, next }) => {
  const page = { view: 'reset', email, code, next } as const
  const errors = checkFields(deps, { email, code, password, choosing: true })
  if (Object.keys(errors).length > 0) return marked(page, errors)
  const body = { email, password, otp: code }
  const answer = await gate.post(request, '/email-otp/reset-password', body)
  if (!answer.ok) return refused(answer, page)
  // With the device cookie of the reset: strangers may have used up the tries of everybody else.
  const own = withCookies(request, answer)
  const signedIn = await gate.post(own, '/sign-in/email', { email, password })
  if (signedIn.ok) return onward(signedIn, next)
  const text = 'Your new password is set. Sign in with it.'
  const signInPage = { view: 'sign-in', email, next, notice: { kind: 'info', text } } as const
  return withCookiesOf(answer, await accountPage(signInPage))
}

const signOut: FormRun = async ({ gate }, request) =>
  onward(await gate.post(request, '/sign-out', {}), '')

/** On to the page that was asked for, with the cookies set or cleared. */
const onward = (answer: Response, next: string) =>
  seeOther(next || '/account', answer.headers.getSetCookie())

function withCookiesOf(answer: Response, page: Response): Response {
  for (const cookie of answer.headers.getSetCookie()) page.headers.append('set-cookie', cookie)
  return page
}

/** The request as the browser would send it after the answer's cookies. */
function withCookies(request: Request, answer: Response): Request {
  const headers = new Headers(request.headers)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  headers.set('cookie', [...cookies, headers.get('cookie') ?? ''].join('; '))
  return new Request(request.url, { method: request.method, headers })
}

type FormPage = Exclude<AccountPage, { view: 'account' }>

const marked = (page: FormPage, errors: FieldErrors) =>
  accountPage({ ...page, status: 400, errors })

/** The page with the field marked that the refusal is about, or with the refusal above the form. */
async function refused(answer: Response, page: FormPage): Promise<Response> {
  const { error, code, message } = v.parse(refusal, await answer.json())
  const { status } = answer
  const field = authField(code, message)
  if (field !== null && hasField(page, field)) {
    return accountPage({ ...page, status, errors: { [field]: error } })
  }
  const text = status === 429 ? tooMany(answer, error) : error
  return accountPage({ ...page, status, notice: { kind: 'error', text } })
}

/** The pages with an address that is hidden cannot mark it. */
const hasField = ({ view }: FormPage, field: string): boolean =>
  view !== 'confirm' || field === 'code'

const ofNetwork: readonly string[] = [
  limits['sign-up-caller'].message,
  limits['code-caller'].message,
]

/** The contract's words for a 429 speak of generation; a person at a form is told what happened. */
function tooMany(answer: Response, error: string): string {
  const minutes = Math.ceil(Number(answer.headers.get('retry-after') ?? 60) / 60)
  const whose = ofNetwork.includes(error) ? 'from your network' : 'for this address'
  return `Too many tries ${whose}. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
