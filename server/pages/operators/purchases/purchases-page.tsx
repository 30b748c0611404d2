// /operator/purchases: gift cards and packs of credits that were sold, and what buyers owe.
import type { Debt, SoldPurchase } from '../../../domain/operators/purchase-desk.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { type DeskUser, deskPage } from '../desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { goodsText, purchasePath, purchasesPath } from './purchase-page.tsx'

export type PurchasesView = {
  readonly text: string
  readonly found: readonly SoldPurchase[]
  readonly debts: readonly Debt[]
}

export function purchasesPage(user: DeskUser, { text, found, debts }: PurchasesView): Response {
  return deskPage({
    tab: 'money',
    user,
    title: 'Gift cards and credits',
    body: (
      <>
        <div class="page-head">
          <h1>Gift cards and credits</h1>
          <a href="/operator/money">Money</a>
        </div>
        <form method="get" action={purchasesPath} class="row">
          <input
            type="search"
            name="q"
            aria-label="Find a purchase"
            placeholder="Address, code, payment"
            maxlength="200"
            value={text}
          />
          <button type="submit" class="quiet">
            Find
          </button>
        </form>
        <DataTable
          caption="Gift cards and packs of credits, the newest first"
          rows={found}
          empty="None."
          columns={[
            { label: 'Bought', cell: (purchase) => <PurchaseLink {...purchase} /> },
            { label: 'Buyer', text: ({ buyerEmail }) => buyerEmail },
            { label: 'Price', kind: 'number', text: ({ amountCents }) => money(amountCents) },
            { label: 'Not spent', kind: 'number', text: ({ unspentCents }) => money(unspentCents) },
            {
              label: 'Paid',
              cell: ({ paidAt }) =>
                paidAt === null ? 'no' : <Moment at={paidAt} timeZone={user.timeZone} />,
            },
            { label: 'State', text: stateText },
          ]}
        />
        <Section id="debts" title="Debts">
          <DataTable
            caption="What buyers owe, or is owed back to them, the oldest first"
            rows={debts}
            empty="None. A debt is what was spent of a gift card or credits before their payment went back."
            columns={[
              {
                label: 'Buyer',
                cell: ({ email, purchaseId }) => <a href={purchasePath(purchaseId)}>{email}</a>,
              },
              { label: 'Owed', kind: 'number', text: ({ leftCents }) => money(leftCents) },
              {
                label: 'Owed back',
                kind: 'number',
                text: ({ owedBackCents }) => money(owedBackCents),
              },
              { label: 'Since', cell: ({ at }) => <Moment at={at} timeZone={user.timeZone} /> },
            ]}
          />
        </Section>
      </>
    ),
  })
}

const PurchaseLink = ({ id, goods }: SoldPurchase) => (
  <a href={purchasePath(id)}>{goodsText(goods)}</a>
)

function stateText({ voidedAt, returns, debts }: SoldPurchase): string {
  if (debts.some(({ leftCents }) => leftCents > 0)) return 'Owed'
  if (debts.some(({ owedBackCents }) => owedBackCents > 0)) return 'Owed back'
  if (returns.some(({ reinstatedAt }) => reinstatedAt === null)) return 'Payment went back'
  return voidedAt === null ? '' : 'Void'
}
