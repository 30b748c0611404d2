// What was seen of each vendor of engines, and the vendor tasks that no job waits for.
import type {
  Leftover,
  LeftoverReason,
  TroubleKind,
  VendorTrouble,
} from '../../../domain/generation/engine/engine-health.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Age } from '../parts/age.tsx'

export type VendorState = {
  readonly troubles: readonly VendorTrouble[]
  readonly leftovers: readonly (Leftover & { readonly at: Date })[]
}

export const troubleWords: Readonly<Record<TroubleKind, string>> = {
  out_of_credit: 'out of credit with the vendor',
  refused_access: 'the vendor refuses the key',
  slow: 'tasks do not end in time',
  odd_answers: 'answers that are none',
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

export function VendorTables({ troubles, leftovers, now }: VendorState & { readonly now: Date }) {
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
