// Health of each engine vendor, and vendor tasks without a waiting job.
import type {
  Leftover,
  LeftoverReason,
  TroubleKind,
  VendorTrouble,
} from '../../../domain/generation/engine/engine-health.ts'
import type {
  VendorAccount,
  VendorBalance,
} from '../../../domain/generation/engine/vendor-balance.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { StateBadge } from '../../base/state-badge.tsx'
import { Age } from '../parts/age.tsx'

export type VendorState = {
  readonly troubles: readonly VendorTrouble[]
  readonly leftovers: readonly (Leftover & { readonly at: Date })[]
  /** Configured vendor accounts with their last known balance. */
  readonly balances: readonly {
    readonly account: VendorAccount
    readonly balance: VendorBalance | null
  }[]
}

export const troubleWords: Readonly<Record<TroubleKind, string>> = {
  out_of_credit: 'out of credit with the vendor',
  refused_access: 'the vendor refuses the key',
  slow: 'tasks do not end in time',
  odd_answers: 'responses that make no sense',
  busy: 'busy: jobs wait',
}

const remedies: Readonly<Record<TroubleKind, string>> = {
  out_of_credit: 'Buy credit with the vendor.',
  refused_access: 'Is the key right? See the log.',
  slow: 'See the status page of the vendor.',
  odd_answers: 'See the status page of the vendor.',
  busy: '',
}

const reasons: Readonly<Record<LeftoverReason, string>> = {
  interrupted: 'the process ended during the call',
  unanswered: 'no usable answer to the call',
  deadline: 'not done in time',
}

const maybeMade = 'perhaps none'

const balanceText = ({ account, balance }: VendorState['balances'][number]): string =>
  balance !== null
    ? `${balance.credits.toLocaleString('en-US')} credits`
    : account.readBalance === undefined
      ? 'not told by the vendor'
      : 'not read yet'

const balanceRemedy = ({ balance }: VendorState['balances'][number]): string =>
  balance === null || balance.lowSince === null
    ? ''
    : `Below ${balance.lowBelow.toLocaleString('en-US')}. Buy credit with the vendor.`

export function VendorTables({
  troubles,
  leftovers,
  balances,
  now,
}: VendorState & { readonly now: Date }) {
  return (
    <div id="vendors">
      <DataTable<VendorTrouble>
        caption="Vendors in trouble"
        columns={[
          { label: 'Vendor', text: ({ vendor }) => vendor },
          { label: 'Trouble', text: ({ trouble }) => troubleWords[trouble] },
          { label: 'For', cell: ({ since }) => <Age since={since} now={now} /> },
          { label: 'Seen before', cell: ({ seenAt }) => <Age since={seenAt} now={now} /> },
          {
            label: 'Used by auto',
            text: ({ leftOutUntil }) =>
              leftOutUntil !== null && leftOutUntil > now ? 'left out' : 'yes',
          },
          { label: 'What to do', text: ({ trouble }) => remedies[trouble] },
        ]}
        rows={troubles}
        empty="No vendor is in trouble."
      />
      <DataTable<VendorState['balances'][number]>
        caption="Balances with vendors"
        columns={[
          { label: 'Vendor', text: ({ account }) => account.vendor },
          { label: 'Balance', kind: 'number', text: balanceText },
          {
            label: 'State',
            cell: ({ balance }) =>
              balance === null ? (
                ''
              ) : (
                <StateBadge
                  state={balance.lowSince === null ? 'done' : 'broken'}
                  label={balance.lowSince === null ? 'enough' : 'low'}
                />
              ),
          },
          {
            label: 'Read before',
            cell: ({ balance }) =>
              balance === null ? '' : <Age since={balance.readAt} now={now} />,
          },
          { label: 'What to do', text: balanceRemedy },
        ]}
        rows={balances}
        empty="No engine key is set."
      />
      <DataTable<VendorState['leftovers'][number]>
        caption="Vendor tasks that no job waits for: the vendor may bill them"
        columns={[
          { label: 'Vendor', text: ({ vendor }) => vendor ?? 'not known' },
          { label: 'Task', text: ({ taskId }) => taskId ?? maybeMade },
          { label: 'Job', text: ({ jobId }) => jobId },
          { label: 'Why', text: ({ why }) => reasons[why] },
          { label: 'Stopped', text: ({ cancelled }) => (cancelled ? 'yes' : 'no') },
          { label: 'Age', cell: ({ at }) => <Age since={at} now={now} /> },
        ]}
        rows={leftovers}
        empty="There is none."
      />
    </div>
  )
}
