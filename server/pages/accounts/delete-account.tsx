// /account/delete: what is deleted immediately, what is kept and for how long, and the form that deletes the account.
import { freshSignInMinutes } from '../../domain/accounts/delete-account.ts'
import { keptDays } from '../../domain/base/time/retention.ts'
import { Choice } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { dayCountText } from '../base/duration.ts'
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { AccountFrame, sectionPaths } from './frame.tsx'
import { SignOutForm } from './sign-out-form.tsx'

export type DeleteAccountView = {
  readonly visitor: PageVisitor
  readonly email: string
  readonly credits: number
  readonly retentionDays: number
  /** Whether the user signed in within the last `freshSignInMinutes`. */
  readonly isFresh: boolean
  readonly status: number
  readonly problem: string | null
}

export function deleteAccountPage(view: DeleteAccountView): Response {
  const { visitor, status, problem, email, credits, retentionDays, isFresh } = view
  return pageResponse({
    title: 'Delete your account',
    status,
    visitor,
    isWide: true,
    body: (
      <AccountFrame current={sectionPaths.security}>
        {problem === null ? '' : <Notice kind="error" text={problem} />}
        <h1>Delete your account</h1>
        <p class="lead">
          This deletes the account of <strong>{email}</strong>. It cannot be undone.
        </p>
        <h2>Deleted immediately</h2>
        <ul>
          <li>your sign-in, all sessions, the API key and all tokens;</li>
          <li>
            your card and your customer record at the card processor, or within hours if the
            processor cannot be reached;
          </li>
          <li>your basket, your generations, and models and pictures that no order needs;</li>
          <li>messages to us that belong to no order.</li>
        </ul>
        <h2>Kept</h2>
        <ul>
          <li>
            your orders, as records of sales: names, addresses, email addresses, phone numbers,
            notes, messages and file names are removed {dayCountText(retentionDays)} after the order
            was placed; amounts stay;
          </li>
          <li>
            invoices and credit notes, with your name and address as they were stated: for as long
            as tax law demands;
          </li>
          <li>gift cards that you bought: they belong to their recipients and stay valid;</li>
          <li>emails about your orders for {keptDays} days.</li>
        </ul>
        <p>
          <a href="/account/export">Download your data first</a>
        </p>
        {isFresh ? <Form credits={credits} /> : <SignInAgain />}
      </AccountFrame>
    ),
  })
}

function Form({ credits }: { credits: number }) {
  return (
    <form method="post" action="/account/delete" class="panel">
      <Choice {...required} id="confirm" name="confirm" label="Delete my account." />
      {credits === 0 ? (
        ''
      ) : (
        <Choice
          {...required}
          id="losesCredits"
          name="losesCredits"
          label={credits === 1 ? 'My unused credit lapses.' : `My ${credits} unused credits lapse.`}
        />
      )}
      <button type="submit" class="danger">
        Delete the account
      </button>
    </form>
  )
}

const required = { type: 'checkbox', value: '1', checked: false, required: true } as const

function SignInAgain() {
  return (
    <section class="panel" aria-labelledby="again">
      <h2 id="again">Sign in again first</h2>
      <p>
        An account is deleted only within {freshSignInMinutes} minutes of signing in. Sign out, sign
        in again, and come back to this page.
      </p>
      <SignOutForm />
    </section>
  )
}
