// Account page without a session: sign in, sign up, confirm with a code, set a new password. Works without JavaScript.
import { codeDigits, codeMinutes } from '../../domain/accounts/mailed-code.ts'
import { passwordLength } from '../../domain/accounts/password-rules.ts'
import { maxEmailAddressCharacters } from '../../domain/base/text/text-lengths.ts'
import { type FieldErrors, Hidden, TextField } from '../../html/form-fields.tsx'
import { NextField } from './next-field.tsx'
import { signInReason } from './sign-in-reason.ts'

/** Values that each form of these pages passes to the next one. */
export type FormShown = {
  /** Typed earlier and shown again after a refusal. Never contains a password. */
  readonly email?: string
  readonly code?: string
  /** Page to return to after signing in. '' or omitted means the account page. */
  readonly next?: string
  readonly errors?: FieldErrors
}

export type SignInShown = FormShown & {
  /** The sent form, which shows its entries again. Defaults to sign-in. */
  readonly tried?: 'sign-in' | 'sign-up'
}

/** `attempt` ties the code to the password that this visitor chose (adapters/auth/sign-up.ts). */
export type ConfirmShown = FormShown & { readonly email: string; readonly attempt: string }

/** Entries of the form that was not sent. */
const untouched = { email: '', errors: {} } as const

export function SignInAndUp({ email = '', next = '', errors = {}, tried }: SignInShown) {
  const entered = { email, errors }
  const signIn = tried === 'sign-up' ? untouched : entered
  const signUp = tried === 'sign-up' ? entered : untouched
  const { title, lead } = signInReason(next)
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      <div class="columns">
        <section class="panel" aria-labelledby="sign-in">
          <h2 id="sign-in">Sign in</h2>
          <form method="post" action="/account/sign-in">
            <NextField next={next} />
            <EmailField id="sign-in-email" {...signIn} />
            <TextField
              id="sign-in-password"
              name="password"
              label="Password"
              errors={signIn.errors}
              input={{ ...passwordInput, autocomplete: 'current-password' }}
            />
            <div class="row apart">
              <button type="submit">Sign in</button>
              <a href={withNext('/account/forgot', next)}>Forgot your password?</a>
            </div>
          </form>
        </section>
        <section class="panel" aria-labelledby="sign-up">
          <h2 id="sign-up">Sign up</h2>
          <form method="post" action="/account/sign-up">
            <NextField next={next} />
            <EmailField id="sign-up-email" {...signUp} />
            <NewPasswordField id="sign-up-password" label="Password" errors={signUp.errors} />
            <button type="submit">Sign up</button>
          </form>
        </section>
      </div>
    </>
  )
}

/**
 * Asks for the code. Also shown for an address that already has an account: its email says that and contains no code.
 */
export function ConfirmAddress({ email, attempt, code, next = '', errors = {} }: ConfirmShown) {
  return (
    <>
      <h1>Check your email</h1>
      <section class="panel">
        <p>
          We sent an email to <strong>{email}</strong> that says what to do next. If it contains a
          code, enter it here. A code is valid for {codeMinutes} minutes.
        </p>
        <form method="post" action="/account/verify">
          <Hidden name="email" value={email} />
          <Hidden name="attempt" value={attempt} />
          <NextField next={next} />
          <CodeField code={code ?? ''} errors={errors} />
          <div class="row apart">
            <button type="submit">Confirm and sign in</button>
            <a href={withNext('/account', next)}>Back to sign-in</a>
          </div>
        </form>
      </section>
      <form method="post" action="/account/resend" class="row">
        <Hidden name="email" value={email} />
        <Hidden name="attempt" value={attempt} />
        <NextField next={next} />
        <p class="muted">Nothing arrived? Check your spam folder, or</p>
        <button type="submit" class="plain">
          send another email
        </button>
      </form>
    </>
  )
}

export function ForgotPassword({ email = '', next = '', errors = {} }: FormShown) {
  return (
    <>
      <h1>Set a new password</h1>
      <section class="panel">
        <p>We will email you a code for setting a new password.</p>
        <form method="post" action="/account/forgot">
          <NextField next={next} />
          <EmailField id="forgot-email" email={email} errors={errors} />
          <div class="row apart">
            <button type="submit">Send the code</button>
            <a href={withNext('/account', next)}>Back to sign-in</a>
          </div>
        </form>
      </section>
    </>
  )
}

export function ResetPassword({ email = '', code, next = '', errors = {} }: FormShown) {
  return (
    <>
      <h1>Set a new password</h1>
      <section class="panel">
        <form method="post" action="/account/reset">
          <NextField next={next} />
          <EmailField id="reset-email" email={email} errors={errors} />
          <CodeField code={code ?? ''} errors={errors} />
          <NewPasswordField id="reset-password" label="New password" errors={errors} />
          <div class="row apart">
            <button type="submit">Set the password and sign in</button>
            <a href={withNext('/account/forgot', next)}>Send another code</a>
          </div>
        </form>
      </section>
    </>
  )
}

function withNext(path: string, next: string): string {
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`
}

const emailInput = {
  type: 'email',
  autocomplete: 'email',
  maxlength: maxEmailAddressCharacters,
  required: true,
} as const

const codeInput = {
  class: 'digits',
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  pattern: `\\s*([0-9]\\s*){${codeDigits}}`,
  title: `${codeDigits} digits`,
  maxlength: 16,
  required: true,
} as const

type EmailFieldProps = { id: string; email: string; errors: FieldErrors }

function EmailField({ id, email, errors }: EmailFieldProps) {
  return (
    <TextField
      id={id}
      name="email"
      label="Email"
      value={email}
      errors={errors}
      input={emailInput}
    />
  )
}

const passwordInput = { type: 'password', maxlength: passwordLength.max, required: true } as const

function NewPasswordField(field: { id: string; label: string; errors: FieldErrors }) {
  return (
    <TextField
      {...field}
      name="password"
      hint={`At least ${passwordLength.min} characters, and not a common password.`}
      input={{ ...passwordInput, autocomplete: 'new-password', minlength: passwordLength.min }}
    />
  )
}

function CodeField({ code, errors }: { code: string; errors: FieldErrors }) {
  const label = 'Code from the email'
  return <TextField name="code" label={label} value={code} errors={errors} input={codeInput} />
}
