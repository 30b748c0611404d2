// Account page as a response: one of its views in the common layout.
import type { FieldErrors } from '../../html/form-fields.tsx'
import type { Markup } from '../../html/markup.ts'
import { Notice, type NoticeKind } from '../../html/notice.tsx'
import { accountScript, assetUrl } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import type { AccountSection, AccountView } from './account-view.ts'
import { Developer } from './developer.tsx'
import { AccountFrame, sectionPaths } from './frame.tsx'
import { Overview } from './overview.tsx'
import { Security } from './security.tsx'
import {
  ConfirmAddress,
  type ConfirmShown,
  ForgotPassword,
  type FormShown,
  ResetPassword,
  SignInAndUp,
  type SignInShown,
} from './signed-out.tsx'

export type ShownAccount = {
  readonly visitor: PageVisitor
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
}

export type AccountPage = ShownAccount &
  (
    | {
        readonly view: 'account'
        readonly section: AccountSection
        readonly account: AccountView
        readonly cardPages: CardPages
      }
    | ({ readonly view: 'sign-in' } & SignInShown)
    | ({ readonly view: 'confirm' } & ConfirmShown)
    | ({ readonly view: 'forgot' } & FormShown)
    | ({ readonly view: 'reset' } & FormShown)
  )

/** Origins of the processor's hosted pages. Browsers allow the card form to redirect only to these. */
export type CardPages = readonly string[]

export function accountPage(page: AccountPage): Response {
  const { title, body } = contentOf(page)
  return pageResponse({
    // Screen readers announce the title first.
    title: isRefusal(page) ? `Error: ${title}` : title,
    status: page.status ?? 200,
    visitor: page.visitor,
    isWide: page.view === 'account',
    script: assetUrl(accountScript),
    formTargets: page.view === 'account' ? page.cardPages : [],
    body:
      page.view === 'account' ? (
        <AccountFrame current={sectionPaths[page.section]}>
          <Said page={page} />
          {body}
        </AccountFrame>
      ) : (
        <>
          <Said page={page} />
          {body}
        </>
      ),
  })
}

function Said({ page }: { page: AccountPage }) {
  return page.notice === undefined ? '' : <Notice {...page.notice} errors={fieldErrorsOf(page)} />
}

function signedIn(section: AccountSection, account: AccountView) {
  switch (section) {
    case 'overview':
      return { title: 'Your account', body: <Overview account={account} /> }
    case 'developer':
      return { title: 'Developer', body: <Developer account={account} /> }
    case 'security':
      return { title: 'Security', body: <Security account={account} /> }
  }
}

function isRefusal(page: AccountPage): boolean {
  return page.notice?.kind === 'error' || Object.keys(fieldErrorsOf(page)).length > 0
}

const fieldErrorsOf = (page: AccountPage): FieldErrors =>
  page.view === 'account'
    ? { ...page.account.tokenForm?.errors, ...page.account.spendingForm?.errors }
    : (page.errors ?? {})

function contentOf(page: AccountPage): { title: string; body: Markup } {
  switch (page.view) {
    case 'account':
      return signedIn(page.section, page.account)
    case 'sign-in':
      return {
        title: 'Sign in',
        body: <SignInAndUp {...page} />,
      }
    case 'confirm':
      return { title: 'Check your email', body: <ConfirmAddress {...page} /> }
    case 'forgot':
      return { title: 'Set a new password', body: <ForgotPassword {...page} /> }
    case 'reset':
      return { title: 'Set a new password', body: <ResetPassword {...page} /> }
  }
}
