// /orders/{code}/receipt: what was ordered, paid and refunded, as a printable page.
import type { ContainedTax } from '../../domain/billing/tax.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { assetUrl, orderScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { LetterheadLogo, Rows, sellerLines } from '../base/letterhead.tsx'
import { specText } from '../base/line-text.ts'
import { money } from '../base/money.ts'
import { unlistedHeaders } from '../base/not-found.tsx'
import { PriceRow, postageCell } from '../base/price-rows.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { taxLabel } from '../billing/words.ts'
import { english } from '../languages/words.ts'
import { type OrderSheet, type ReceiptRefund, TotalRows } from './order-parts.tsx'
import type { SheetLine } from './sheet-lines.ts'

export type ReceiptView = {
  readonly order: OrderSheet
  readonly lines: readonly SheetLine[]
  readonly refunds: readonly ReceiptRefund[]
  /** Address lines. null unless the visitor is signed in to the order's account. */
  readonly address: readonly string[] | null
  /** null if the tax is not shown. */
  readonly tax: ShownTax | null
  readonly paidAt: Date | null
  /** Name, address and tax number of the seller, line by line. Empty if not configured. */
  readonly seller: readonly string[]
  readonly baseUrl: string
  readonly orderUrl: string
  readonly visitor: PageVisitor
}

/** `none_shown`: no rate is configured for the order's country. */
export type ShownTax = ContainedTax | 'none_shown'

export function receiptPage(view: ReceiptView): Response {
  const { order, address, paidAt, orderUrl } = view
  return pageResponse({
    title: `Receipt ${order.code}`,
    visitor: view.visitor,
    headers: unlistedHeaders(),
    script: assetUrl(orderScript),
    body: (
      <div class="receipt">
        <h1>Receipt</h1>
        <dl class="facts">
          <dt>Seller</dt>
          <dd>
            <LetterheadLogo />
            <Rows lines={sellerLines(view.seller, view.baseUrl)} />
          </dd>
          <dt>Order</dt>
          <dd>
            <code>{order.code}</code>
          </dd>
          <dt>Ordered</dt>
          <dd>
            <Time at={order.createdAt} words={english} />
          </dd>
          <dt>Payment</dt>
          <dd>
            Paid
            {paidAt === null ? (
              ''
            ) : (
              <>
                {' '}
                on <Time at={paidAt} words={english} />
              </>
            )}
          </dd>
          {address === null ? '' : <AddressRows address={address} />}
        </dl>
        <Lines {...view} />
        <p class="hint">
          {view.tax === 'none_shown' ? 'This document shows no tax. ' : ''}All amounts are in US
          dollars. Status and history: <span>{orderUrl}</span>
        </p>
        <p class="screen-only">
          <a href={orderPagePath(order.code)}>Back to the order</a>
        </p>
      </div>
    ),
  })
}

function AddressRows({ address }: { address: readonly string[] }) {
  return (
    <>
      <dt>Ship to</dt>
      <dd>
        <Rows lines={address} />
      </dd>
    </>
  )
}

function Lines({ order, lines, refunds, tax }: ReceiptView) {
  return (
    <table class="price">
      <tbody>
        {lines.map(({ options, price, fileName, specs }) => (
          <PriceRow
            label={`${options.quantity} × ${fileName ?? '3D printed part'}`}
            hint={[
              options.material.toUpperCase(),
              options.color,
              `${options.quality} quality`,
              ...specs.map((spec) => specText(english, spec)),
            ].join(', ')}
            value={money(price.printCents)}
          />
        ))}
        <PriceRow label="Postage" value={postageCell(order.price.shippingCents, english)} />
      </tbody>
      <tfoot>
        <TotalRows
          words={english}
          price={order.price}
          web={order.web}
          lostCents={order.lostCents}
          refunds={refunds}
          time={(at) => <Time at={at} words={english} />}
        />
        {tax === null || tax === 'none_shown' ? (
          ''
        ) : (
          <PriceRow label={taxLabel(tax.rate)} value={money(tax.taxCents)} />
        )}
      </tfoot>
    </table>
  )
}
