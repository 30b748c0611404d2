// Result of the last reconciliation of balances with the ledger.
import type { DifferenceSubject } from '../../../domain/money/difference-subjects.ts'
import type { LedgerCheck } from '../../../domain/money/ports.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { count } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { Age } from '../parts/age.tsx'

const names: Readonly<Record<DifferenceSubject, string>> = {
  order: 'Order',
  gift_card: 'Gift card',
  credits: 'Credits of an account',
  credit_value: 'Value of an account’s credits',
}

type Props = { readonly check: LedgerCheck | null; readonly now: Date }

export function LedgerSection({ check, now }: Props) {
  return (
    <Section id="ledger" title="Ledger">
      <p class="hint">
        {check === null ? (
          'Balances are compared with the ledger every night. The first comparison has not run yet.'
        ) : (
          <>
            {count(check.compared)} balances were compared with the ledger{' '}
            <Age since={check.checkedAt} now={now} /> ago.
          </>
        )}
      </p>
      {check === null ? '' : <Differences check={check} now={now} />}
    </Section>
  )
}

function Differences({ check, now }: { check: LedgerCheck; now: Date }) {
  return (
    <DataTable
      id="ledger-differences"
      caption="Balances that differ from the ledger"
      columns={[
        { label: 'Balance', text: ({ subject }) => names[subject] },
        { label: 'Of', kind: 'rest', text: ({ id }) => id },
        {
          label: 'In its row',
          kind: 'number',
          text: ({ subject, cached }) => amount(subject, cached),
        },
        {
          label: 'In the ledger',
          kind: 'number',
          text: ({ subject, booked }) => amount(subject, booked),
        },
        { label: 'Found', cell: ({ foundAt }) => <Age since={foundAt} now={now} /> },
      ]}
      rows={check.differences}
      empty="Every balance agrees with the ledger."
    />
  )
}

const amount = (subject: DifferenceSubject, value: number): string =>
  subject === 'credits' ? count(value) : money(value)
