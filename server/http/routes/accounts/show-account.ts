// Pages of a signed-in account: reads the data that they show.
import { readApiKey } from '../../../domain/accounts/api-key.ts'
import { listExtensionTokens } from '../../../domain/accounts/extension-tokens.ts'
import { roleOf } from '../../../domain/accounts/operator.ts'
import { readSpending } from '../../../domain/accounts/spending.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { listGenerations } from '../../../domain/generation/list-generations.ts'
import type { ListedGeneration } from '../../../domain/generation/run/job.ts'
import { hasErrors } from '../../../html/form-fields.tsx'
import { accountPage, type ShownAccount } from '../../../pages/accounts/account.tsx'
import type {
  AccountSection,
  FreshSecret,
  SpendingForm,
  TokenForm,
} from '../../../pages/accounts/account-view.ts'
import type { ShownGeneration } from '../../../pages/accounts/generations.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import type { FormRefusal } from '../../middleware/form.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { generationRefusals } from '../../refusals/generation.ts'
import { refusalFrom } from '../../refusals/refusal.ts'
import { refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'

const ordersShown = 5
const generationsShown = 5

type Forms = {
  /** Section to show. Defaults to the overview. */
  readonly section?: AccountSection
  readonly fresh?: FreshSecret
  readonly tokenForm?: TokenForm
  readonly spendingForm?: SpendingForm
}

/** Request with the session of an account. */
export type SignedInRequest = { readonly request: Request; readonly caller: AccountCaller }

export async function showAccount(
  http: HttpContext,
  { request, caller }: SignedInRequest,
  shown: Omit<ShownAccount, 'visitor'> & Forms = {},
): Promise<Response> {
  const { deps } = http
  const [visitor, account, logo, spending, apiKey, tokens, credits, generations, orders] =
    await Promise.all([
      pageVisitor(http, request),
      deps.accounts.read(caller.accountId),
      deps.accountLogos.readFacts(caller.accountId),
      readSpending(deps, caller),
      readApiKey(deps, caller),
      listExtensionTokens(deps, caller),
      deps.credits.read(caller.accountId),
      listGenerations(deps, caller, generationsShown),
      deps.orders.listRecent(caller.accountId, ordersShown),
    ])
  const { section = 'overview', fresh = null, tokenForm, spendingForm, ...rest } = shown
  return accountPage({
    ...rest,
    visitor,
    view: 'account',
    section,
    account: {
      email: caller.email,
      role: roleOf(deps, caller.email),
      secondFactor: caller.secondFactor ?? 'none',
      card: account?.card ?? null,
      cardLostAt: account?.cardLostAt ?? null,
      spending,
      logo,
      apiKey,
      tokens,
      credits,
      packs: deps.creditPacks,
      formKey: deps.ids.uuid(),
      samples: deps.engines.source === 'demo',
      generations: generations.map(withProblem),
      orders,
      fresh,
      ...(tokenForm && { tokenForm }),
      ...(spendingForm && { spendingForm }),
    },
    cardPages: hostedPages(deps),
  })
}

/**
 * Returns the handler for refused forms of these pages. Shows the refusal at the fields of the form that `typed`
 * builds, or above the page's sections.
 */
export const refusedOn =
  (section: AccountSection = 'overview', typed: (refused: FormRefusal) => Forms = () => ({})) =>
  (http: HttpContext, signed: SignedInRequest, refused: FormRefusal): Promise<Response> => {
    const { status, text, errors } = refused
    const shown = hasErrors(errors) ? typed(refused) : { notice: { kind: 'error', text } as const }
    return showAccount(http, signed, { section, status, ...shown })
  }

/** Shows the page with the refusal above its sections. */
export async function refuseOnAccount(
  http: HttpContext,
  signed: SignedInRequest,
  failure: Failure,
  section: AccountSection = 'overview',
): Promise<Response> {
  const { status, error } = refusalOf(failure)
  const notice = { kind: 'error', text: error } as const
  return withRefusalHeaders(await showAccount(http, signed, { section, status, notice }), failure)
}

/** Adds the API's error as a sentence: its message if the error is a code. */
export function withProblem(generation: ListedGeneration): ShownGeneration {
  if (generation.failure === null) return { ...generation, problem: null }
  const { failure } = generation
  if (failure.kind === 'field_unknown') {
    return { ...generation, problem: refusalOf(failure).error }
  }
  const { error, more } = refusalFrom(generationRefusals, failure)
  return { ...generation, problem: more?.message ?? error }
}
