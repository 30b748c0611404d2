// The account page as a response: one of its views in the common frame.
import { Html } from '@elysiajs/html'
import { Account, type AccountView } from './account-signed-in.tsx'
import {
  ConfirmAddress,
  ForgotPassword,
  ResetPassword,
  SignInAndUp,
  type SignInShown,
} from './account-signed-out.tsx'
import { accountScript, assetUrl } from './assets.ts'
import { Notice, type NoticeKind, pageResponse } from './layout.tsx'

export type Shown = {
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
}

export type AccountPage = Shown &
  (
    | { readonly view: 'account'; readonly account: AccountView; readonly cardPages: CardPages }
    | ({ readonly view: 'sign-in' } & SignInShown)
    | { readonly view: 'confirm'; readonly email: string; readonly attempt: string }
    | { readonly view: 'forgot'; readonly email?: string }
    | { readonly view: 'reset'; readonly email?: string }
  )

/** Origins of the processor's hosted pages: a browser lets the card form be sent on only to these. */
export type CardPages = readonly string[]

export function accountPage(page: AccountPage): Promise<Response> {
  const { title, body } = contentOf(page)
  return pageResponse({
    title,
    status: page.status ?? 200,
    script: assetUrl(accountScript),
    formTargets: page.view === 'account' ? page.cardPages : [],
    body: (
      <>
        {page.notice === undefined ? (
          ''
        ) : (
          <Notice kind={page.notice.kind} text={page.notice.text} />
        )}
        {body}
      </>
    ),
  })
}

function contentOf(page: AccountPage): { title: string; body: JSX.Element } {
  switch (page.view) {
    case 'account':
      return { title: 'Your account', body: <Account {...page.account} /> }
    case 'sign-in':
      return {
        title: 'Sign in',
        body: <SignInAndUp {...page} />,
      }
    case 'confirm':
      return {
        title: 'Confirm your address',
        body: <ConfirmAddress email={page.email} attempt={page.attempt} />,
      }
    case 'forgot':
      return { title: 'Set a new password', body: <ForgotPassword email={page.email ?? ''} /> }
    case 'reset':
      return { title: 'Set a new password', body: <ResetPassword email={page.email ?? ''} /> }
  }
}
