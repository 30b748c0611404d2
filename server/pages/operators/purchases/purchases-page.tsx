// /operator/purchases: sold gift cards and packs of credits, and buyers' debts.
import { maxPurchaseSearch } from '../../../domain/base/text/text-lengths.ts'
import type { PurchaseList } from '../../../domain/desk/purchases.ts'
import type { SoldPurchase } from '../../../domain/operators/purchase-desk.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { momentColumn, moneyColumn } from '../parts/columns.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { goodsText, purchasePath, purchasesPath } from './purchase-page.tsx'

export function purchasesPage(view: DeskView & PurchaseList): Response {
  const { user, text, found, debts } = view
  return deskScreen({
    ...view,
    tab: 'money',
    title: 'Gift cards and credits',
    beside: <a href="/operator/money">Money</a>,
    body: (
      <>
        <form method="get" action={purchasesPath} class="row">
          <input
            type="search"
            name="q"
            aria-label="Find a purchase"
            placeholder="Address, code, payment"
            maxlength={maxPurchaseSearch}
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
            moneyColumn('Price', 'amountCents'),
            moneyColumn('Not spent', 'unspentCents'),
            momentColumn('Paid', user, 'paidAt'),
            { label: 'State', text: stateText },
          ]}
        />
        <Section id="debts" title="Debts">
          <DataTable
            caption="What buyers owe, or is owed back to them, the oldest first"
            rows={debts}
            empty="None. A debt is what was spent of a gift card or credits before their payment was reversed."
            columns={[
              {
                label: 'Buyer',
                cell: ({ email, purchaseId }) => <a href={purchasePath(purchaseId)}>{email}</a>,
              },
              moneyColumn('Owed', 'leftCents'),
              moneyColumn('Owed back', 'owedBackCents'),
              momentColumn('Since', user, 'at'),
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
  if (returns.some(({ reinstatedAt }) => reinstatedAt === null)) return 'Payment reversed'
  return voidedAt === null ? '' : 'Void'
}
