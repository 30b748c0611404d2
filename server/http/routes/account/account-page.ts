// /account for somebody who is signed in, or not yet: the page and the forms of the signed-in part.
import { Elysia } from 'elysia'
import { issueApiKey, revokeApiKey } from '../../../domain/accounts/api-key.ts'
import {
  createExtensionToken,
  maxNameCharacters,
  revokeExtensionToken,
} from '../../../domain/accounts/extension-tokens.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { accountPage, type Shown } from '../../../pages/account/account.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import type { Failure } from '../../responses/failure.ts'
import { refusalOf } from '../../responses/failure-to-response.ts'
import { showAccount } from './account-view.ts'
import { readNext } from './next-page.ts'

const notices: Readonly<Record<string, Shown['notice']>> = {
  saved: { kind: 'info', text: 'Your card is saved.' },
  unfinished: {
    kind: 'warning',
    text: 'No card was saved. If you finished the card page, reload this page in a moment.',
  },
}

const hidden = { parse: 'none', detail: { hide: true } } as const

export const accountPages = (http: HttpContext) => {
  const { deps, authenticate } = http

  /** Runs a form of the signed-in page; whoever is not signed in, or comes from another site, is sent to sign in. */
  const signedIn =
    (run: (request: Request, caller: AccountCaller, id: string) => Promise<Response>) =>
    async ({ request, params }: { request: Request; params?: { id?: string } }) => {
      const caller = await authenticate(request, ['session'])
      return caller === null ? seeOther('/account') : run(request, caller, params?.id ?? '')
    }
  const refused = (caller: AccountCaller, failure: Failure) => {
    const { status, error } = refusalOf(failure)
    return showAccount(http, caller, { status, notice: { kind: 'error', text: error } })
  }
  const refusedToken = (caller: AccountCaller, failure: Failure, name: string) => {
    if (failure.kind !== 'token_name_invalid') return refused(caller, failure)
    const errors = { name: nameProblem(name.trim()) }
    return showAccount(http, caller, {
      status: refusalOf(failure).status,
      tokenForm: { name, errors },
    })
  }

  return new Elysia()
    .get(
      '/account',
      async ({ request, query }) => {
        const caller = await authenticate(request, ['session'])
        const next = readNext(query.next)
        if (caller === null) return accountPage({ view: 'sign-in', next })
        if (next !== '') return seeOther(next)
        const notice = Object.hasOwn(notices, query.card ?? '')
          ? notices[query.card ?? '']
          : undefined
        return showAccount(http, caller, notice === undefined ? {} : { notice })
      },
      hidden,
    )
    .post(
      '/account/api-key',
      signedIn(async (_request, caller) => {
        const issued = await issueApiKey(deps, caller)
        if (!issued.ok) return refused(caller, issued.failure)
        return showAccount(http, caller, { fresh: { kind: 'api_key', secret: issued.value.key } })
      }),
      hidden,
    )
    .post(
      '/account/api-key/revoke',
      signedIn(async (_request, caller) => {
        await revokeApiKey(deps, caller)
        return seeOther('/account')
      }),
      hidden,
    )
    .post(
      '/account/extension-tokens',
      signedIn(async (request, caller) => {
        const field = await readForm(request)
        const created = await createExtensionToken(deps, caller, { name: field('name') })
        if (!created.ok) return refusedToken(caller, created.failure, field('name'))
        const { token, name } = created.value
        return showAccount(http, caller, {
          fresh: { kind: 'extension_token', secret: token, name },
        })
      }),
      hidden,
    )
    .post(
      '/account/extension-tokens/:id/revoke',
      signedIn(async (_request, caller, id) => {
        const revoked = await revokeExtensionToken(deps, caller, id)
        return revoked.ok ? seeOther('/account') : refused(caller, revoked.failure)
      }),
      hidden,
    )
}

function nameProblem(name: string): string {
  if (name === '') return 'Enter a name, so that you can tell your tokens apart.'
  if ([...name].length > maxNameCharacters)
    return `The name can have at most ${maxNameCharacters} characters.`
  return 'The name must be a single line without control characters.'
}
