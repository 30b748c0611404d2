// /account/second-factor: users set up a second factor, enter its code, replace their backup codes and turn it off.
// Works without JavaScript. The secret and the backup codes are shown once.

import { passwordLength } from '../../domain/accounts/password-rules.ts'
import { appCode } from '../../domain/accounts/sign-in.ts'
import { type FieldErrors, TextField } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { pageResponse } from '../base/layout.tsx'
import { QrCode } from '../base/qr-code.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { NextField } from './next-field.tsx'

/** Data for an authenticator app: `otpauth://totp/...`, and the base32 secret alone for manual entry. */
export type AppSecret = { readonly uri: string; readonly secret: string }

type View =
  /** Asks for the password before anything is shown. */
  | { readonly view: 'start' }
  | {
      readonly view: 'set-up'
      readonly app: AppSecret
      readonly backupCodes: readonly string[]
    }
  /** After a wrong code during setup. The secret is not shown again. */
  | { readonly view: 'confirm' }
  /** At sign-in, or in a session that has not passed the second factor. */
  | { readonly view: 'verify' }
  | {
      readonly view: 'ready'
      readonly worksAtDesk: boolean
      readonly canTurnOff: boolean
      /** The refused form. Defaults to that of the backup codes. */
      readonly tried?: 'turn-off'
    }
  | { readonly view: 'backup-codes'; readonly backupCodes: readonly string[] }

export type SecondFactorPage = View & {
  readonly visitor: PageVisitor
  readonly status?: number
  readonly notice?: { readonly kind: 'info' | 'error'; readonly text: string }
  /** Page to return to, or '' for the account page. */
  readonly next: string
  /** Code as typed. */
  readonly code?: string
  readonly errors?: FieldErrors
}

export function secondFactorPage(page: SecondFactorPage): Response {
  const { status = 200, notice, errors = {} } = page
  const title = titles[page.view]
  const isRefusal = notice?.kind === 'error' || Object.keys(errors).length > 0
  return pageResponse({
    title: isRefusal ? `Error: ${title}` : title,
    visitor: page.visitor,
    status,
    body: (
      <>
        <p class="eyebrow">
          <a href="/account/security">Security</a>
        </p>
        <h1>{title}</h1>
        {notice === undefined ? '' : <Notice {...notice} errors={errors} />}
        <Content page={page} errors={errors} />
      </>
    ),
  })
}

const titles: Readonly<Record<View['view'], string>> = {
  start: 'Set up your second factor',
  'set-up': 'Set up your second factor',
  confirm: 'Set up your second factor',
  verify: 'Enter your second factor',
  ready: 'Your second factor',
  'backup-codes': 'Your new backup codes',
}

type Props = { page: SecondFactorPage; errors: FieldErrors }

function Content({ page, errors }: Props) {
  switch (page.view) {
    case 'start':
      return <Start page={page} errors={errors} />
    case 'set-up':
      return <SetUp page={page} app={page.app} backupCodes={page.backupCodes} errors={errors} />
    case 'confirm':
      return (
        <section class="panel">
          <ConfirmForm page={page} errors={errors} />
          <p class="hint">
            Codes keep being refused? Check that the clock of your phone is set automatically, or{' '}
            <a href={factorPath(page.next)}>start again</a> with a new secret.
          </p>
        </section>
      )
    case 'verify':
      return <Verify page={page} errors={errors} />
    case 'ready':
      return <Ready page={page} ready={page} errors={errors} />
    case 'backup-codes':
      return (
        <section class="panel">
          <BackupCodes codes={page.backupCodes} />
          <p>
            <a class="button" href={page.next === '' ? '/account' : page.next}>
              I have stored them
            </a>
          </p>
        </section>
      )
  }
}

const factorPath = (next: string) =>
  next === '' ? '/account/second-factor' : `/account/second-factor?next=${encodeURIComponent(next)}`

function Start({ page, errors }: Props) {
  return (
    <section class="panel">
      <p>
        With a second factor, signing in takes your password and a code from an authenticator app on
        your phone, such as the one that keeps your passwords. You need the app and your password
        now. API keys and extension tokens keep working without a code.
      </p>
      <form method="post" action="/account/second-factor/set-up">
        <NextField next={page.next} />
        <Password errors={errors} />
        <button type="submit">Continue</button>
      </form>
    </section>
  )
}

type SetUpProps = Props & { app: AppSecret; backupCodes: readonly string[] }

function SetUp({ page, app, backupCodes, errors }: SetUpProps) {
  return (
    <>
      <section class="panel" aria-labelledby="scan">
        <h2 id="scan">1. Add the account to your app</h2>
        <p>Scan this picture with the app.</p>
        <QrCode text={app.uri} label="QR code for your authenticator app" />
        <p>
          On this device, <a href={app.uri}>open it in the app</a>. Or type this key into the app,
          with time-based codes of {appCode.text}:
        </p>
        <p class="secret">
          <code>{app.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      </section>
      <section class="panel" aria-labelledby="backup">
        <h2 id="backup">2. Store your backup codes</h2>
        <BackupCodes codes={backupCodes} />
      </section>
      <section class="panel" aria-labelledby="confirm">
        <h2 id="confirm">3. Confirm with a code</h2>
        <ConfirmForm page={page} errors={errors} />
      </section>
    </>
  )
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p>
        Without your phone, each of these codes signs you in once. Store them where only you find
        them; they are not shown again.
      </p>
      <ul class="backup-codes">
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

function ConfirmForm({ page, errors }: Props) {
  return (
    <form method="post" action="/account/second-factor/confirm">
      <NextField next={page.next} />
      <TextField
        name="code"
        label="Code from the app"
        value={page.code ?? ''}
        errors={errors}
        input={totpInput}
      />
      <button type="submit">Turn on the second factor</button>
    </form>
  )
}

function Verify({ page, errors }: Props) {
  return (
    <section class="panel">
      <form method="post" action="/account/second-factor/verify">
        <NextField next={page.next} />
        <TextField
          name="code"
          label="Code"
          value={page.code ?? ''}
          hint={`The ${appCode.text} from your authenticator app, or one of your backup codes.`}
          errors={errors}
          input={codeInput}
        />
        <div class="row apart">
          <button type="submit">Continue</button>
          <a href="/account">Back to sign-in</a>
        </div>
      </form>
      <p class="hint">
        Lost your phone and your backup codes? Ask the print farm: an operator can reset your second
        factor in the desk’s settings.
      </p>
    </section>
  )
}

type ReadyProps = Props & { ready: Extract<View, { view: 'ready' }> }

function Ready({ page, ready: { worksAtDesk, canTurnOff, tried }, errors }: ReadyProps) {
  const isTurningOff = tried === 'turn-off'
  return (
    <>
      <section class="panel">
        <p>
          Your second factor is set up: signing in asks for a code after your password.{' '}
          {worksAtDesk ? <a href="/operator">Desk</a> : ''}
        </p>
      </section>
      <section class="panel" aria-labelledby="renew">
        <h2 id="renew">New backup codes</h2>
        <p>Your old backup codes stop working immediately.</p>
        <form method="post" action="/account/second-factor/backup-codes">
          <NextField next={page.next} />
          <Password id="renew-password" errors={isTurningOff ? {} : errors} />
          <button type="submit" class="quiet">
            Create new backup codes
          </button>
        </form>
      </section>
      {canTurnOff ? (
        <section class="panel" aria-labelledby="off">
          <h2 id="off">Turn it off</h2>
          <p>
            Your password alone signs you in afterwards. For a new phone, turn it off and set it up
            again.
          </p>
          <form method="post" action="/account/second-factor/turn-off">
            <NextField next={page.next} />
            <Password id="off-password" errors={isTurningOff ? errors : {}} />
            <button type="submit" class="danger">
              Turn off the second factor
            </button>
          </form>
        </section>
      ) : (
        <p class="hint">A new phone? Ask another operator to reset your second factor.</p>
      )}
    </>
  )
}

function Password({ errors, id = 'password' }: { errors: FieldErrors; id?: string }) {
  return (
    <TextField
      id={id}
      name="password"
      label="Your password"
      errors={errors}
      input={{
        type: 'password',
        maxlength: passwordLength.max,
        required: true,
        autocomplete: 'current-password',
      }}
    />
  )
}

const codeInput = {
  class: 'digits',
  autocomplete: 'one-time-code',
  autocapitalize: 'off',
  spellcheck: 'false',
  maxlength: 24,
  required: true,
} as const

const totpInput = {
  class: 'digits',
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  pattern: `\\s*([0-9]\\s*){${appCode.digits}}`,
  title: appCode.text,
  maxlength: 16,
  required: true,
} as const
