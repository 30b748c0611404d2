// /operator/books/payouts/{id}: the transactions of a payout, each with its order or purchase.
import type { OwnedTransaction } from '../../../domain/books/ports.ts'
import type { PayoutPage } from '../../../domain/desk/books.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Pager } from '../../../html/pager.tsx'
import { Section } from '../../../html/section.tsx'
import { money, signedMoney } from '../../base/money.ts'
import { momentColumn } from '../parts/columns.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { purchasePath } from '../purchases/purchase-page.tsx'
import { booksPath, payoutPath } from './books-paths.ts'
import { payoutState } from './month-tables.tsx'

export function payoutPage(view: DeskView & PayoutPage): Response {
  const { user, payout, transactions, page, perPage } = view
  const { id, amountCents, foreignCents, feeCents, createdAt, arrivesAt } = payout
  return deskScreen({
    ...view,
    tab: 'money',
    title: `Payout ${id}`,
    heading: `Payout of ${money(amountCents)}`,
    beside: <a href={booksPath}>Books</a>,
    body: (
      <>
        <dl class="facts">
          <dt>Payout</dt>
          <dd>
            <code>{id}</code>
          </dd>
          <dt>State</dt>
          <dd>{payoutState(payout)}</dd>
          <dt>Made</dt>
          <dd>
            <Moment at={createdAt} timeZone={user.timeZone} />
          </dd>
          <dt>At the bank</dt>
          <dd>
            <Moment at={arrivesAt} timeZone={user.timeZone} form="day" />
          </dd>
          <dt>Our fees in it</dt>
          <dd>{signedMoney(-feeCents)}</dd>
          {foreignCents === 0 ? (
            ''
          ) : (
            <>
              <dt>From other systems</dt>
              <dd>{signedMoney(foreignCents)}</dd>
            </>
          )}
        </dl>
        <Section id="transactions" title="Transactions">
          <DataTable
            caption="Transactions of the payout, oldest first"
            rows={transactions}
            empty={
              payout.automatic
                ? 'None yet. They are read when the card processor says that the payout is complete.'
                : 'The card processor lists the transactions of automatic payouts only; this one was made manually.'
            }
            columns={[
              momentColumn('Moved', user, 'createdAt'),
              { label: 'Kind', text: ({ type }) => type.replaceAll('_', ' ') },
              { label: 'For', cell: (transaction) => <For transaction={transaction} /> },
              { label: 'Payment', text: ({ paymentId }) => paymentId ?? '' },
              {
                label: 'Amount',
                kind: 'number',
                text: (each) => signedMoney(each.amountCents),
              },
              { label: 'Fee', kind: 'number', text: (each) => signedMoney(-each.feeCents) },
              {
                label: 'Net',
                kind: 'number',
                text: (each) => signedMoney(each.amountCents - each.feeCents),
              },
            ]}
          />
          <Pager
            page={page}
            pages={Math.max(1, Math.ceil(payout.transactions / perPage))}
            perPage={perPage}
            shown={transactions.length}
            total={payout.transactions}
            pathOf={(each) => `${payoutPath(id)}?page=${each}`}
          />
        </Section>
      </>
    ),
  })
}

function For({ transaction }: { transaction: OwnedTransaction }) {
  const { orderCode, purchaseId, owner, about, sourceId } = transaction
  if (orderCode !== null) return <OrderLink code={orderCode} />
  if (purchaseId !== null) return <a href={purchasePath(purchaseId)}>Purchase</a>
  if (owner === 'other') return <span>Another system</span>
  if (about === 'payout' && sourceId !== null) {
    return <a href={payoutPath(sourceId)}>Payout that was sent back</a>
  }
  return <span>{about === 'fee' || about === 'other' ? 'The account' : 'No order'}</span>
}
