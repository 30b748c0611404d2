// Packing slips for print: one page for each order, without prices.
import { dateFormat } from '../../../domain/base/date-format.ts'
import { addressLines } from '../../../domain/orders/address-lines.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OrderLine } from '../../../domain/orders/order-lines.ts'
import { orderPageUrl } from '../../../domain/orders/page-urls.ts'
import { assetUrl, queueScript } from '../../assets/assets.ts'
import { countOf } from '../../base/figures.ts'
import { Mark } from '../../base/layout.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'

type SlipsOptions = {
  /** The lines of the orders, by order id. */
  readonly lines: ReadonlyMap<string, readonly OrderLine[]>
  readonly user: DeskUser
  /** The public address of the service, for the address of the order's page on the slip. */
  readonly baseUrl: string
}

export function slipsPage(
  orders: readonly Order[],
  { lines, user, baseUrl }: SlipsOptions,
): Response {
  return deskPage({
    title: orders.length === 1 ? `Packing slip ${orders[0]?.code ?? ''}` : 'Packing slips',
    tab: 'queue',
    user,
    script: assetUrl(queueScript),
    body: (
      <>
        <div class="page-head">
          <h1>{countOf(orders.length, 'packing slip')}</h1>
          <button type="button" data-print hidden>
            Print
          </button>
          <span class="muted">One page each, A4 or Letter.</span>
        </div>
        {orders.map((order) => (
          <Slip
            order={order}
            lines={lines.get(order.id) ?? []}
            timeZone={user.timeZone}
            baseUrl={baseUrl}
          />
        ))}
      </>
    ),
  })
}

type SlipProps = {
  readonly order: Order
  readonly lines: readonly OrderLine[]
  readonly timeZone: string
  readonly baseUrl: string
}

function Slip({ order, lines, timeZone, baseUrl }: SlipProps) {
  const { code, options, createdAt, buyer, reference } = order
  return (
    <article class="slip" aria-label={`Packing slip ${code}`}>
      <header class="row apart">
        <span class="brand">
          <Mark />
          Print farm
        </span>
        <span>
          <strong class="slip-code">{code}</strong>
          <br />
          {`Ordered ${dateFormat({ dateStyle: 'long' }, timeZone).format(createdAt)}`}
          {buyer.purchaseOrder === null ? (
            ''
          ) : (
            <>
              <br />
              <span>{`Purchase order ${buyer.purchaseOrder}`}</span>
            </>
          )}
          {reference === null ? (
            ''
          ) : (
            <>
              <br />
              <span>{`Reference ${reference}`}</span>
            </>
          )}
        </span>
      </header>
      {options.note === null ? (
        ''
      ) : (
        <section class="slip-note">
          <h2>Customer’s note</h2>
          <p class="note">{options.note}</p>
        </section>
      )}
      <section>
        <h2>Ship to</h2>
        <SlipAddress order={order} />
      </section>
      <section>
        <h2>Contents</h2>
        <table class="slip-items">
          <thead>
            <tr>
              <th scope="col" class="number">
                Qty
              </th>
              <th scope="col">Part</th>
              <th scope="col">Material</th>
              <th scope="col">Settings</th>
              <th scope="col">Packed</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <SlipRow line={line} />
            ))}
          </tbody>
        </table>
      </section>
      <p class="slip-thanks">{`Your order’s page: ${orderPageUrl(code, baseUrl)}`}</p>
    </article>
  )
}

function SlipRow({ line: { options, file } }: { line: OrderLine }) {
  return (
    <tr>
      <td class="number">{String(options.quantity)}</td>
      <td>{file.fileName}</td>
      <td>{`${options.material.toUpperCase()} ${options.color}`}</td>
      <td>{`${options.infill}% infill, ${options.nozzleDiameter} mm nozzle, ${options.layerHeight} mm layers`}</td>
      <td class="tick" aria-label="Not ticked"></td>
    </tr>
  )
}

function SlipAddress({ order }: { order: Order }) {
  const { address, buyer } = order
  const lines = [buyer.company, ...addressLines(order), address.phone]
  return (
    <address class="slip-address">
      {lines
        .filter((line) => line !== null)
        .map((line) => (
          <div>{line}</div>
        ))}
    </address>
  )
}
