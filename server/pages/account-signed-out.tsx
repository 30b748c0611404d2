// What a visitor without a session sees: sign in, sign up, the code, a new password. Forms only, no script needed.
import { Html } from '@elysiajs/html'

/** Typed before, shown again after a refusal. Never a password. */
type Typed = { readonly email?: string }

export type SignInShown = Typed & {
  /** The page that signing in leads back to. */
  readonly next?: string
  /** The form that was sent, the one that shows what was typed; signing in when left out. */
  readonly tried?: 'sign-in' | 'sign-up'
}

export function SignInAndUp({ email = '', next = '', tried = 'sign-in' }: SignInShown) {
  return (
    <>
      <h1>Your account</h1>
      <p class="lead">
        Sign up, save a card, and take an API key: then one request prints and posts a part.
      </p>
      <div class="columns">
        <section class="panel" aria-labelledby="sign-in">
          <h2 id="sign-in">Sign in</h2>
          <form method="post" action="/account/sign-in">
            {next === '' ? '' : <input type="hidden" name="next" value={next} />}
            <EmailField id="sign-in-email" email={tried === 'sign-in' ? email : ''} />
            <PasswordField id="sign-in-password" label="Password" autocomplete="current-password" />
            <div class="row apart">
              <button type="submit">Sign in</button>
              <a href="/account/forgot">Forgot your password?</a>
            </div>
          </form>
        </section>
        <section class="panel" aria-labelledby="sign-up">
          <h2 id="sign-up">Sign up</h2>
          <form method="post" action="/account/sign-up">
            <EmailField id="sign-up-email" email={tried === 'sign-up' ? email : ''} />
            <NewPasswordField id="sign-up-password" label="Password" />
            <button type="submit">Sign up</button>
          </form>
        </section>
      </div>
    </>
  )
}

/** `attempt` ties the code to the password that this visitor chose (adapters/auth-sign-up.ts). */
export function ConfirmAddress({ email, attempt }: { email: string; attempt: string }) {
  return (
    <>
      <h1>Confirm your address</h1>
      <section class="panel">
        <p>
          We mailed a code of six digits to <strong safe>{email}</strong>. It works for 10 minutes.
        </p>
        <form method="post" action="/account/verify">
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="attempt" value={attempt} />
          <CodeField />
          <button type="submit">Confirm and sign in</button>
        </form>
      </section>
      <form method="post" action="/account/resend" class="row">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="attempt" value={attempt} />
        <p class="muted">Nothing arrived? Look in the spam folder, or</p>
        <button type="submit" class="plain">
          send another code
        </button>
      </form>
    </>
  )
}

export function ForgotPassword({ email = '' }: Typed) {
  return (
    <>
      <h1>Set a new password</h1>
      <section class="panel">
        <p>We mail you a code; with it you set a new password.</p>
        <form method="post" action="/account/forgot">
          <EmailField id="forgot-email" email={email} />
          <div class="row apart">
            <button type="submit">Send the code</button>
            <a href="/account">Back to sign-in</a>
          </div>
        </form>
      </section>
    </>
  )
}

export function ResetPassword({ email = '' }: Typed) {
  return (
    <>
      <h1>Set a new password</h1>
      <section class="panel">
        <form method="post" action="/account/reset">
          <EmailField id="reset-email" email={email} />
          <CodeField />
          <NewPasswordField id="reset-password" label="New password" />
          <div class="row apart">
            <button type="submit">Set the password and sign in</button>
            <a href="/account/forgot">Send another code</a>
          </div>
        </form>
      </section>
    </>
  )
}

function EmailField({ id, email }: { id: string; email: string }) {
  return (
    <div class="field">
      <label for={id}>Email</label>
      <input
        id={id}
        name="email"
        type="email"
        autocomplete="email"
        maxlength="254"
        required
        value={email}
      />
    </div>
  )
}

type PasswordFieldProps = { id: string; label: string }

function PasswordField(field: PasswordFieldProps & { autocomplete: string }) {
  return (
    <div class="field">
      <label for={field.id} safe>
        {field.label}
      </label>
      <input
        id={field.id}
        name="password"
        type="password"
        autocomplete={field.autocomplete}
        maxlength="128"
        required
      />
    </div>
  )
}

function NewPasswordField({ id, label }: PasswordFieldProps) {
  return (
    <div class="field">
      <label for={id} safe>
        {label}
      </label>
      <input
        id={id}
        name="password"
        type="password"
        autocomplete="new-password"
        minlength="8"
        maxlength="128"
        required
        aria-describedby={`${id}-hint`}
      />
      <p class="hint" id={`${id}-hint`}>
        At least 8 characters.
      </p>
    </div>
  )
}

function CodeField() {
  return (
    <div class="field">
      <label for="code">Code from the mail</label>
      <input
        id="code"
        name="code"
        class="digits"
        inputmode="numeric"
        autocomplete="one-time-code"
        pattern="\s*[0-9]{6}\s*"
        title="six digits"
        maxlength="12"
        required
      />
    </div>
  )
}
