// Spending limits on the account page: today's remaining amount, and the form that sets them.
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { TextField } from '../../html/form-fields.tsx'
import { money } from '../base/money.ts'
import type { AccountView } from './account-view.ts'

type Props = Pick<AccountView, 'spending'> & { form: AccountView['spendingForm'] }

export function SpendingLimits({ spending, form }: Props) {
  const { limits, accountCents, apiKeyCents } = spending
  const errors = form?.errors ?? {}
  return (
    <section class="panel" aria-labelledby="spending">
      <h2 id="spending">Spending limits</h2>
      <p>
        Limit what programs can charge to your card in a day. An order that would exceed a limit is
        refused, and nothing is charged. What you pay yourself on a payment page is not limited.
      </p>
      <dl class="facts">
        <dt>All orders today</dt>
        <dd>{usage(accountCents, limits.accountCents)}</dd>
        <dt>By API key today</dt>
        <dd>{usage(apiKeyCents, limits.apiKeyCents)}</dd>
      </dl>
      <form method="post" action="/account/spending-limits">
        <div class="pair">
          <TextField
            id="account-limit"
            name="accountLimit"
            label="All orders, USD a day"
            value={form?.account ?? formatTyped(limits.accountCents)}
            errors={errors}
            input={amountInput}
          />
          <TextField
            id="key-limit"
            name="apiKeyLimit"
            label="API key, USD a day"
            value={form?.apiKey ?? formatTyped(limits.apiKeyCents)}
            errors={errors}
            input={amountInput}
          />
        </div>
        <div class="row">
          <button type="submit" class="quiet">
            Save the limits
          </button>
          <span class="hint">Empty means no limit. A day begins at 00:00 UTC.</span>
        </div>
      </form>
    </section>
  )
}

const amountInput = {
  inputmode: 'decimal',
  autocomplete: 'off',
  maxlength: 12,
  placeholder: 'No limit',
} as const

const usage = (cents: number, limitCents: number | null): string =>
  limitCents === null ? money(cents) : `${money(cents)} of ${money(limitCents)}`

const formatTyped = (cents: number | null): string =>
  cents === null ? '' : formatDollars(cents).replace('$', '')
