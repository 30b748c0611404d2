// /account/security: the sign-in methods of the account.
import type { SecondFactorState } from '../../domain/base/caller.ts'
import { StateBadge } from '../base/state-badge.tsx'
import type { AccountView } from './account-view.ts'

export function Security({ account: { email, secondFactor } }: { account: AccountView }) {
  return (
    <>
      <h1>Security</h1>
      <p class="muted">
        Signed in as <strong>{email}</strong>
      </p>
      <div class="columns">
        <SecondFactor state={secondFactor} />
        <Password />
        <YourData />
      </div>
    </>
  )
}

function SecondFactor({ state }: { state: SecondFactorState }) {
  const isOn = state !== 'none'
  return (
    <section class="panel" aria-labelledby="factor">
      <div class="row apart">
        <h2 id="factor">Second factor</h2>
        {isOn ? <StateBadge state="done" label="On" /> : <span class="state">Off</span>}
      </div>
      <p>
        {isOn
          ? 'Signing in asks for a code from your authenticator app after your password.'
          : 'Protect your account with a code from an authenticator app, which signing in asks for after your password.'}
      </p>
      <p>
        <a class="button quiet" href="/account/second-factor">
          {isOn ? 'Backup codes and turning it off' : 'Set up a second factor'}
        </a>
      </p>
    </section>
  )
}

function YourData() {
  return (
    <section class="panel" aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>
        Download all that we keep about you as one file, or delete the account.{' '}
        <a href="/privacy">Privacy</a>
      </p>
      <p class="row">
        <a class="button quiet" href="/account/export">
          Download your data
        </a>
        <a class="button quiet" href="/account/delete">
          Delete the account
        </a>
      </p>
    </section>
  )
}

function Password() {
  return (
    <section class="panel" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p>To set a new one, have a code mailed to you and enter it with the new password.</p>
      <p>
        <a class="button quiet" href="/account/forgot">
          Set a new password
        </a>
      </p>
    </section>
  )
}
