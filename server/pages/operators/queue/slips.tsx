// Printable packing slips: one page per order, without prices.
import type { LogoFacts } from '../../../domain/accounts/account-logos.ts'
import type { AccountId } from '../../../domain/base/caller.ts'
import { dateFormat } from '../../../domain/base/time/date-format.ts'
import { shopName } from '../../../domain/branding/branding.ts'
import { addressLines } from '../../../domain/orders/record/address-lines.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { orderPageUrl } from '../../../domain/orders/record/page-urls.ts'
import { assetUrl, queueScript } from '../../assets/assets.ts'
import { countOf } from '../../base/figures.ts'
import { Mark } from '../../base/layout.tsx'
import { QrCode } from '../../base/qr-code.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { packPath } from '../parts/order-path.ts'

type SlipsOptions = {
  /** Order lines by order id. */
  readonly lines: ReadonlyMap<string, readonly OrderLine[]>
  /** Logos of the accounts that have one. */
  readonly logos: ReadonlyMap<AccountId, LogoFacts>
  readonly user: DeskUser
  /** Public base URL, for the address of the order page and the QR code of the page for packing. */
  readonly baseUrl: string
}

export function slipsPage(
  orders: readonly Order[],
  { lines, logos, user, baseUrl }: SlipsOptions,
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
            logo={logos.get(order.accountId) ?? null}
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
  readonly logo: LogoFacts | null
  readonly timeZone: string
  readonly baseUrl: string
}

function Slip({ order, lines, logo, timeZone, baseUrl }: SlipProps) {
  const { code, options, createdAt, buyer, reference } = order
  return (
    <article class="slip" aria-label={`Packing slip ${code}`}>
      <header class="row apart">
        {logo === null ? (
          <span class="brand">
            <Mark />
            {shopName()}
          </span>
        ) : (
          <OwnLogo accountId={order.accountId} logo={logo} />
        )}
        <span class="slip-facts">
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
        <span class="slip-qr">
          <QrCode text={new URL(packPath(code), baseUrl).href} label={`Page for packing ${code}`} />
          For packing
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

/** Logo of the account, in place of the farm's mark. Printed with 300 dots per inch. */
const OwnLogo = ({ accountId, logo }: { accountId: AccountId; logo: LogoFacts }) => (
  <img
    class="slip-logo"
    src={`/operator/logos/${accountId}?v=${logo.updatedAt.getTime()}`}
    alt="Logo of the sender"
    width={Math.round((logo.width * 96) / 300)}
    height={Math.round((logo.height * 96) / 300)}
  />
)

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
