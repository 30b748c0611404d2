// /orders/{code}/receipt: what was ordered, paid and refunded, on a page for print.
import type { ContainedTax } from '../../domain/billing/tax.ts'
import { orderPagePath } from '../../domain/orders/page-urls.ts'
import { assetUrl, orderScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import { PriceRow, postageText } from '../base/price-rows.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { taxLabel } from '../billing/words.ts'
import { type OrderSheet, type ReceiptRefund, TotalRows } from './order-parts.tsx'
import type { SheetLine } from './sheet-lines.ts'

export type ReceiptView = {
  readonly order: OrderSheet
  readonly lines: readonly SheetLine[]
  readonly refunds: readonly ReceiptRefund[]
  /** The lines of the address; null for visitors who are not signed in to the order's account. */
  readonly address: readonly string[] | null
  /** null where it is not shown. */
  readonly tax: ShownTax | null
  readonly paidAt: Date | null
  /** Name, address and tax number of the seller, line by line; empty when they are not configured. */
  readonly seller: readonly string[]
  readonly baseUrl: string
  readonly orderUrl: string
  readonly visitor: PageVisitor
}

/** `none_shown`: no rate is configured for the country of the order. */
export type ShownTax = ContainedTax | 'none_shown'

export function receiptPage(view: ReceiptView): Response {
  const { order, address, paidAt, orderUrl } = view
  return pageResponse({
    title: `Receipt ${order.code}`,
    visitor: view.visitor,
    headers: unlisted(),
    script: assetUrl(orderScript),
    body: (
      <div class="receipt">
        <h1>Receipt</h1>
        <dl class="facts">
          <dt>Seller</dt>
          <dd>
            <Rows lines={sellerLines(view)} />
          </dd>
          <dt>Order</dt>
          <dd>
            <code>{order.code}</code>
          </dd>
          <dt>Ordered</dt>
          <dd>
            <Time at={order.createdAt} />
          </dd>
          <dt>Payment</dt>
          <dd>
            Paid
            {paidAt === null ? (
              ''
            ) : (
              <>
                {' '}
                on <Time at={paidAt} />
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

function Rows({ lines }: { lines: readonly string[] }) {
  return (
    <>
      {lines.map((line) => (
        <div>{line}</div>
      ))}
    </>
  )
}

/** The seller; where none is configured, the website that took the order. */
const sellerLines = ({ seller, baseUrl }: ReceiptView): readonly string[] =>
  seller.length === 0 ? ['Print farm', new URL(baseUrl).host] : seller

function Lines({ order, lines, refunds, tax }: ReceiptView) {
  return (
    <table class="price">
      <tbody>
        {lines.map(({ options, price, fileName }) => (
          <PriceRow
            label={`${options.quantity} × ${fileName ?? '3D printed part'}`}
            hint={`${options.material.toUpperCase()}, ${options.color}, ${options.quality} quality`}
            value={money(price.printCents)}
          />
        ))}
        <PriceRow label="Postage" value={postageText(order.price.shippingCents)} />
      </tbody>
      <tfoot>
        <TotalRows
          price={order.price}
          web={order.web}
          lostCents={order.lostCents}
          refunds={refunds}
          time={(at) => <Time at={at} />}
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
