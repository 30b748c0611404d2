// Operator pages for visitors without access, and for viewers who may not change anything.

import { askOperator } from '../../domain/errors/sentences.ts'
import type { Markup } from '../../html/markup.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'

/** Why a desk page is refused, and where the visitor can continue. Both paths return to the page. */
export type DeskRefusal =
  /** The visitor is not signed in, or the form came from another site. */
  | { readonly kind: 'sign_in'; readonly signIn: string }
  | { readonly kind: 'not_operator' }
  /** A viewer sent a form. */
  | { readonly kind: 'read_only' }
  | { readonly kind: 'second_factor'; readonly step: 'set_up' | 'verify'; readonly path: string }

export function operatorRefusedPage(refusal: DeskRefusal): Response {
  const { title, body } = textOf(refusal)
  return pageResponse({
    visitor: null,
    title,
    status: refusal.kind === 'sign_in' ? 401 : 403,
    headers: unlistedHeaders(),
    body: (
      <>
        <h1>{title}</h1>
        {body}
      </>
    ),
  })
}

function textOf(refusal: DeskRefusal): { title: string; body: Markup } {
  switch (refusal.kind) {
    case 'sign_in':
      return {
        title: 'Sign in first',
        body: (
          <>
            <p>This page is for the print farm’s operators. Sign in with an operator’s account.</p>
            <Step href={refusal.signIn} label="Sign in" />
          </>
        ),
      }
    case 'not_operator':
      return { title: 'Operators only', body: <NotOperator /> }
    case 'read_only':
      return {
        title: 'Your account may only read',
        body: (
          <p>
            Nothing was changed. {askOperator} Viewers are listed in the service’s configuration
            (VIEWER_EMAILS). <a href="/operator">Back to the desk</a>
          </p>
        ),
      }
    case 'second_factor':
      return refusal.step === 'set_up'
        ? {
            title: 'Set up a second factor first',
            body: (
              <>
                <p>
                  Operators and viewers sign in with their password and a code from an authenticator
                  app. Setting it up takes a minute.
                </p>
                <Step href={refusal.path} label="Set up the second factor" />
              </>
            ),
          }
        : {
            title: 'Enter your second factor',
            body: (
              <>
                <p>You signed in here before your second factor was set up.</p>
                <Step href={refusal.path} label="Enter a code" />
              </>
            ),
          }
  }
}

/**
 * Page for users who are not operators. Customers may open this address too, so it names no setting of the service.
 */
function NotOperator() {
  return (
    <>
      <p>This page is for the print farm’s operators; your account has no access to it.</p>
      <p>
        <a href="/account">Your account</a> lists your orders, and <a href="/">the start page</a>{' '}
        prices a model.
      </p>
    </>
  )
}

function Step({ href, label }: { href: string; label: string }) {
  return (
    <p>
      <a class="button" href={href}>
        {label}
      </a>
    </p>
  )
}
