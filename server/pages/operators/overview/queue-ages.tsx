// Every queue with its length and longest wait, the longest wait first.
import type { QueueState } from '../../../domain/metrics/ports.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { durationText } from '../../base/duration.ts'
import { count } from '../../base/figures.ts'
import type { OverviewView } from './overview-view.ts'

const names: Readonly<Record<QueueState['queue'], string>> = {
  orders_pending_payment: 'Orders: awaiting payment',
  orders_received: 'Orders: received',
  orders_accepted: 'Orders: queued to print',
  orders_printing: 'Orders: printing',
  orders_printed: 'Orders: to pack',
  orders_late: 'Orders: past their ship date',
  print_jobs: 'Print jobs',
  slicer_stalls: 'Slicer that does not slice',
  silent_printers: 'Printers silent with a job',
  stopped_printers: 'Printers paused or with an error',
  full_plates: 'Plates to clear',
  outbox: 'Emails to send',
  generation_jobs: 'Generations',
  unsettled_charges: 'Charges to settle',
  unsettled_refunds: 'Refunds to settle',
  returned_refunds: 'Refunds that banks returned',
  disputes_to_answer: 'Disputes to answer',
  fraud_warnings: 'Fraud warnings of banks',
  payment_reviews: 'Payments to review at the processor',
  open_debts: 'Open debts of buyers',
  processor_events: 'Reported payments without an order',
  unmatched_payments: 'Payments without an order',
  unusable_payments: 'Payments that their orders cannot use',
  overdue_payment_searches: 'Overdue searches for such payments',
  ledger_differences: 'Balances that differ from the ledger',
  tie_out_differences: 'Differences with the card processor',
  overdue_tie_outs: 'Overdue comparison with the card processor',
}

export function QueueAges({ overview: { queues } }: OverviewView) {
  return <QueueTable id="queues" queues={queues} />
}

export function QueueTable({ id, queues }: { id: string; queues: readonly QueueState[] }) {
  const waiting = queues
    .filter(({ depth }) => depth > 0)
    .sort((a, b) => (b.oldestSeconds ?? 0) - (a.oldestSeconds ?? 0))
  return (
    <DataTable
      id={id}
      caption="Queues by their oldest entry"
      columns={[
        { label: 'Queue', text: ({ queue }) => names[queue] },
        { label: 'Waiting', kind: 'number', text: ({ depth }) => count(depth) },
        {
          label: 'Oldest',
          kind: 'number',
          text: ({ oldestSeconds }) => ageText(oldestSeconds),
        },
      ]}
      rows={waiting}
      empty="Nothing waits: no order, print job, email, generation or charge."
    />
  )
}

/** Returns the age in whole minutes, so that the page does not change every second. */
function ageText(seconds: number | null): string {
  if (seconds === null) return ''
  return seconds < 60 ? '< 1 min' : durationText(seconds)
}
