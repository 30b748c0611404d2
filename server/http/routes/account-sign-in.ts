// The forms of the account page for somebody who is not signed in: sign up, the code, sign in, a new password.
// Each goes through the auth gate, so the limits and the cookie are those of /api/auth.
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type AccountPage, accountPage } from '../../pages/account.tsx'
import { isSameOrigin } from '../auth.ts'
import type { AuthGate } from '../auth-gate.ts'
import type { HttpContext } from '../context.ts'
import { readForm, readNext, seeOther } from '../forms.ts'

const hidden = { parse: 'none', detail: { hide: true } } as const

type Field = (name: string) => string
type FormRun = (request: Request, field: Field) => Promise<Response>

export const accountSignIn = ({ deps }: HttpContext, gate: AuthGate) => {
  const origin = new URL(deps.baseUrl).origin

  /** A form of another site must not sign its visitor in to somebody else's account. */
  const form =
    (run: FormRun) =>
    async ({ request }: { request: Request }) => {
      if (isSameOrigin(request, origin)) return run(request, await readForm(request))
      const text = `This form came from another address. Open ${deps.baseUrl}/account and try there.`
      return accountPage({ view: 'sign-in', status: 403, notice: { kind: 'error', text } })
    }

  return (
    new Elysia()
      .post('/account/sign-up', form(signUp(gate)), hidden)
      .post('/account/verify', form(verify(gate)), hidden)
      .post('/account/resend', form(resend(gate)), hidden)
      .post('/account/sign-in', form(signIn(gate)), hidden)
      .get('/account/forgot', () => accountPage({ view: 'forgot' }), hidden)
      .post('/account/forgot', form(forgot(gate)), hidden)
      .get('/account/reset', () => accountPage({ view: 'reset' }), hidden)
      .post('/account/reset', form(reset(gate)), hidden)
      .post('/account/sign-out', form(signOut(gate)), hidden)
      // Where a form was answered, reloading or going back asks for its address.
      .get('/account/*', () => seeOther('/account'), hidden)
  )
}

const signedUp = v.object({ user: v.object({ id: v.string() }) })

const signUp =
  (gate: AuthGate): FormRun =>
  async (request, field) => {
    const email = field('email').trim()
    const password = field('password')
    const answer = await gate.post(request, '/sign-up/email', { email, password })
    if (!answer.ok) return refused(answer, { view: 'sign-in', email, tried: 'sign-up' })
    const { user } = v.parse(signedUp, await answer.json())
    return accountPage({ view: 'confirm', email, attempt: user.id })
  }

const verify =
  (gate: AuthGate): FormRun =>
  async (request, field) => {
    const email = field('email')
    const attempt = field('attempt')
    const otp = field('code').trim()
    const answer = await gate.post(request, '/email-otp/verify-email', { email, attempt, otp })
    return answer.ok ? home(answer) : refused(answer, { view: 'confirm', email, attempt })
  }

const resend =
  (gate: AuthGate): FormRun =>
  async (request, field) => {
    const email = field('email')
    const page = { view: 'confirm', email, attempt: field('attempt') } as const
    const type = 'email-verification'
    const answer = await gate.post(request, '/email-otp/send-verification-otp', { email, type })
    if (!answer.ok) return refused(answer, page)
    return accountPage({ ...page, notice: { kind: 'info', text: 'Another code is on its way.' } })
  }

const refusal = v.object({ error: v.string(), code: v.optional(v.string()) })

const signIn =
  (gate: AuthGate): FormRun =>
  async (request, field) => {
    const email = field('email').trim()
    const password = field('password')
    const next = readNext(field('next'))
    const answer = await gate.post(request, '/sign-in/email', { email, password })
    if (answer.ok) return seeOther(next || '/account', answer.headers.getSetCookie())
    const { code } = v.parse(refusal, await answer.clone().json())
    // The password was right, so this is who signed up: signing up again sends a fresh code for the same password.
    if (code === 'EMAIL_NOT_VERIFIED') return signUp(gate)(request, field)
    return refused(answer, { view: 'sign-in', email, next })
  }

const forgot =
  (gate: AuthGate): FormRun =>
  async (request, field) => {
    const email = field('email').trim()
    const answer = await gate.post(request, '/email-otp/request-password-reset', { email })
    if (!answer.ok) return refused(answer, { view: 'forgot', email })
    const text = 'If this address has an account, a code is on its way to it.'
    return accountPage({ view: 'reset', email, notice: { kind: 'info', text } })
  }

const reset =
  (gate: AuthGate): FormRun =>
  async (request, field) => {
    const email = field('email').trim()
    const password = field('password')
    const body = { email, password, otp: field('code').trim() }
    const answer = await gate.post(request, '/email-otp/reset-password', body)
    if (!answer.ok) return refused(answer, { view: 'reset', email })
    const signedIn = await gate.post(request, '/sign-in/email', { email, password })
    if (signedIn.ok) return home(signedIn)
    const text = 'Your new password is set. Sign in with it.'
    return accountPage({ view: 'sign-in', email, notice: { kind: 'info', text } })
  }

const signOut =
  (gate: AuthGate): FormRun =>
  async (request) =>
    home(await gate.post(request, '/sign-out', {}))

/** On to the account page, with the session cookie set or cleared. */
const home = (answer: Response) => seeOther('/account', answer.headers.getSetCookie())

async function refused(answer: Response, page: AccountPage): Promise<Response> {
  const { error } = v.parse(refusal, await answer.json())
  const text = answer.status === 429 ? tooMany(answer) : error
  return accountPage({ ...page, status: answer.status, notice: { kind: 'error', text } })
}

/** The contract's words for a 429 speak of generation; a person at a form is told what happened. */
function tooMany(answer: Response): string {
  const minutes = Math.ceil(Number(answer.headers.get('retry-after') ?? 60) / 60)
  return `Too many tries for this address. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
