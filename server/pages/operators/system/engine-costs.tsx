// Cost of engines today, and cost of a credit compared with its sale price.
import { type SpendRow, spendDays } from '../../../domain/generation/engine/budget.ts'
import { formatDollars } from '../../../domain/pricing/dollars.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { dayCountText } from '../../base/duration.ts'
import { StateBadge } from '../../base/state-badge.tsx'

export type EngineCosts = {
  readonly today: readonly SpendRow[]
  /** Totals of the last `spendDays`. */
  readonly month: { readonly cents: number; readonly credits: number }
  readonly packs: readonly { readonly credits: number; readonly cents: number }[]
}

export function EngineCostTable({ costs: { today, month, packs } }: { costs: EngineCosts }) {
  return (
    <div id="engines">
      <DataTable
        caption="Calls today (UTC), priced by ENGINE_CALL_CENTS"
        rows={today}
        empty="No engine was called today."
        columns={[
          { label: 'Engine', text: ({ engine }) => engine },
          { label: 'Calls', kind: 'number', text: ({ calls }) => String(calls) },
          { label: 'Cost', kind: 'number', text: ({ cents }) => formatDollars(cents) },
          {
            label: 'Budget',
            cell: ({ usedUp }) => (
              <StateBadge state={usedUp ? 'broken' : 'done'} label={usedUp ? 'used up' : 'open'} />
            ),
          },
        ]}
      />
      <p class="hint">{creditText(month, packs)}</p>
    </div>
  )
}

function creditText(month: EngineCosts['month'], packs: EngineCosts['packs']): string {
  const sold = packs.map(
    ({ credits, cents }) =>
      `${formatDollars(Math.round(cents / credits))} in the pack of ${credits}`,
  )
  const prices = sold.length === 0 ? '' : ` A credit is sold for ${sold.join(' and ')}.`
  const { cents: monthCents, credits: monthCredits } = month
  if (monthCredits <= 0) {
    return `No credits were charged in the last ${dayCountText(spendDays)}.${prices}`
  }
  return `In the last ${dayCountText(spendDays)} engines cost ${formatDollars(monthCents)} for ${monthCredits} charged credits: ${formatDollars(Math.round(monthCents / monthCredits))} a credit.${prices}`
}
