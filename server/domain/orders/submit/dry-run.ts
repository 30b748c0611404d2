// A dry run of a submit (`dryRun`): the same checks and the same price. Nothing is stored, charged or claimed.
import { limitExceededBy } from '../../accounts/spending.ts'
import type { AccountCaller } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { type CustomColorRates, customColorRates } from '../../pricing/custom-color.ts'
import { isPremiumInDefaultLayers } from '../../pricing/price-note.ts'
import type { PlaceDeps, SubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { checkDryRun, type PricedForm, type SubmitForm } from './check-submit.ts'
import { readDryRun } from './order-form.ts'

export type DryRun = PricedForm & {
  readonly offStock: CustomColorRates | null
  readonly isPremiumInDefaultLayers: boolean
  /**
   * Amount that would be charged to the card on file; null without a card, because the order would wait for its
   * payment.
   */
  readonly chargedCents: number | null
}

/** Whether the form is a dry run. A form with an unreadable `dryRun` goes to the submit, which refuses it. */
export function isDryRun({ fields }: Pick<SubmitForm, 'fields'>): boolean {
  const dryRun = readDryRun(fields)
  return dryRun.ok && dryRun.value
}

export async function dryRunOrder(
  deps: SubmitDeps & Pick<PlaceDeps, 'accounts'>,
  caller: AccountCaller,
  form: SubmitForm,
  terms: { readonly isPriceOnly?: boolean } = {},
): Promise<Result<DryRun, OrderFailure>> {
  const checked = await checkDryRun(deps, caller, form, terms)
  if (!checked.ok) return checked
  const { accountId, credential } = caller
  const { totalCents } = checked.value.price
  const [account, spending] = await Promise.all([
    deps.accounts.read(accountId),
    deps.accounts.readSpending(accountId),
  ])
  const card = account?.card ?? null
  const reached = limitExceededBy(spending, { credential, cents: totalCents })
  if (card !== null && reached !== null) {
    const { resetsAt } = spending
    return fail({ kind: 'spending_limit_reached', ...reached, totalCents, resetsAt })
  }
  const { format, ...priced } = checked.value
  const { options } = priced
  return ok({
    ...priced,
    offStock: customColorRates(options.material, options.color),
    isPremiumInDefaultLayers: isPremiumInDefaultLayers({ options, file: { format } }),
    chargedCents: card === null ? null : totalCents,
  })
}
