// Reconciliation of the card processor's balance with the ledger: its time, the differences, and their meaning.
import { maxExplanation } from '../../../domain/books/close-month.ts'
import { adviceOf, differenceOf } from '../../../domain/books/difference.ts'
import type { TieOutDifference, TieOutState } from '../../../domain/books/ports.ts'
import { ActionForm } from '../../../html/action-form.tsx'
import { DataTable } from '../../../html/data-table.tsx'
import { Hidden } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { count } from '../../base/figures.ts'
import { signedMoney } from '../../base/money.ts'
import { StateBadge } from '../../base/state-badge.tsx'
import { disputePath } from '../disputes/dispute-paths.ts'
import { Age } from '../parts/age.tsx'
import type { DeskUser } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { unmatchedPath } from '../parts/money-paths.ts'
import { orderPath } from '../parts/order-path.ts'
import { purchasePath } from '../purchases/purchase-page.tsx'
import { booksPath, payoutPath } from './books-paths.ts'

type Props = { tieOut: TieOutState; month: string; user: DeskUser; now: Date }

export function TieOutSection({
  tieOut: { last, isReading, differences },
  month,
  user,
  now,
}: Props) {
  return (
    <Section
      id="differences"
      title="Comparison with the card processor"
      action={
        user.role === 'viewer' || isReading ? (
          ''
        ) : (
          <ActionForm
            action={`${booksPath}/compare`}
            fields={{ month }}
            label="Compare now"
            about="the card processor with the ledger"
          />
        )
      }
    >
      <p class="hint">
        {last === null ? (
          'The balance at the card processor is compared with the ledger every night; it has not been compared yet.'
        ) : (
          <>
            {count(last.compared)} payments, refunds, disputes, fees and payouts were compared{' '}
            <Age since={last.at} now={now} /> ago. What moved after{' '}
            <Moment at={last.comparedUntil} timeZone={user.timeZone} /> may still be on its way, so
            any difference in it appears in a later comparison. The card processor’s amounts less
            the ledger’s are {signedMoney(last.differenceCents)}.
          </>
        )}
        {isReading
          ? ' The card processor’s record is being read now; load the page again in a moment.'
          : ''}
      </p>
      {last === null ? '' : <Differences differences={differences} user={user} month={month} />}
    </Section>
  )
}

export function ClosedDifferences({
  differences,
  user,
}: {
  differences: readonly TieOutDifference[]
  user: DeskUser
}) {
  return (
    <Section id="differences" title="Differences that were explained">
      <Differences differences={differences} user={user} month={null} />
    </Section>
  )
}

const partWords: Readonly<Record<TieOutDifference['part'], string>> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  payout: 'Payout',
  fee: 'Fee',
  other: 'Adjustment',
}

type DifferencesProps = {
  differences: readonly TieOutDifference[]
  user: DeskUser
  /** null if differences are not explained on this page. */
  month: string | null
}

function Differences({ differences, user, month }: DifferencesProps) {
  return (
    <DataTable
      id="differences"
      caption="What differs between the card processor and the ledger"
      rows={differences}
      empty="None: every amount at the card processor is what the ledger has."
      columns={[
        { label: 'What', cell: (difference) => <Subject difference={difference} /> },
        {
          label: 'Moved',
          cell: ({ movedAt }) => <Moment at={movedAt} timeZone={user.timeZone} />,
        },
        {
          label: 'At the processor',
          kind: 'number',
          text: ({ processorCents }) => signedMoney(processorCents),
        },
        {
          label: 'In the ledger',
          kind: 'number',
          text: ({ ledgerCents }) => signedMoney(ledgerCents),
        },
        {
          label: 'Difference',
          kind: 'number',
          text: (difference) => signedMoney(differenceOf(difference)),
        },
        { label: 'What it means', cell: (difference) => <Meaning difference={difference} /> },
        {
          label: 'Explanation',
          cell: (difference) => <Explanation difference={difference} user={user} month={month} />,
        },
      ]}
    />
  )
}

function Subject({ difference }: { difference: TieOutDifference }) {
  const { part, objectId } = difference
  const href = solvedAt(difference)
  return (
    <span>
      {partWords[part]}{' '}
      {href === null ? (
        <code>{objectId}</code>
      ) : (
        <a href={href}>
          <code>{difference.orderCode ?? objectId}</code>
        </a>
      )}
    </span>
  )
}

/** Returns the page that resolves the difference, or null. */
function solvedAt(difference: TieOutDifference): string | null {
  const { part, objectId, orderCode, purchaseId, disputeId } = difference
  if (part === 'payout') return payoutPath(objectId)
  if (part === 'dispute' && disputeId !== null) return disputePath(disputeId)
  if (orderCode !== null) return orderPath(orderCode)
  if (purchaseId !== null) return purchasePath(purchaseId)
  return part === 'charge' && difference.ledgerCents === 0 ? unmatchedPath : null
}

function Meaning({ difference }: { difference: TieOutDifference }) {
  const { means, todo } = adviceOf(difference)
  return (
    <p class="advice">
      <span>{means}</span> <span class="hint">{todo}</span>
    </p>
  )
}

type ExplanationProps = Pick<DifferencesProps, 'user' | 'month'> & { difference: TieOutDifference }

function Explanation({ difference, user, month }: ExplanationProps) {
  const { part, objectId, processorCents, ledgerCents, explanation } = difference
  if (explanation !== null) {
    return (
      <p class="advice">
        <StateBadge state="done" label="Explained" /> <span>{explanation.text}</span>{' '}
        <span class="hint">
          <span>{explanation.by}</span>, <Moment at={explanation.at} timeZone={user.timeZone} />
        </span>
      </p>
    )
  }
  if (user.role === 'viewer' || month === null) {
    return <StateBadge state="broken" label="Not explained" />
  }
  return (
    <form method="post" action={`${booksPath}/explain`} class="inline row">
      <Hidden name="month" value={month} />
      <Hidden name="part" value={part} />
      <Hidden name="object" value={objectId} />
      <Hidden name="processor" value={String(processorCents)} />
      <Hidden name="ledger" value={String(ledgerCents)} />
      <input
        name="text"
        aria-label={`Explanation of ${partWords[part].toLowerCase()} ${objectId}`}
        placeholder="Why do they differ?"
        maxlength={maxExplanation}
        required
        autocomplete="off"
      />
      <button type="submit" class="quiet small">
        Explain
      </button>
    </form>
  )
}
