// /operator/orders/{code}: everything the farm needs about an order, and the forms for its status, tracking and refunds.
import { Html } from '@elysiajs/html'
import type { OperatorRole } from '../../domain/accounts/operator.ts'
import type { PrintOptions } from '../../domain/catalog/options.ts'
import type { StoredModel } from '../../domain/models/ports.ts'
import type { OrderMessage } from '../../domain/operators/ports.ts'
import type { OrderChange } from '../../domain/orders/change.ts'
import { chargeStandingOf } from '../../domain/orders/charge-standing.ts'
import type { Order, ShippingAddress } from '../../domain/orders/order.ts'
import { type Refund, refundableCents } from '../../domain/orders/refund.ts'
import { isClosed } from '../../domain/orders/status.ts'
import type { FieldErrors } from '../base/form-fields.tsx'
import { Notice, type NoticeKind, pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import { Time } from '../base/time.tsx'
import { OrderedRows, PriceTable, StatusBadge } from '../orders/order-parts.tsx'
import { type MessageForm, MessageSection } from './messages.tsx'
import { type RefundForm, RefundPanel } from './refunds.tsx'
import { ChangedSince, type StatusForm, StatusPanel, statusFormOf } from './status-form.tsx'

export type OperatorOrderView = {
  /** Viewers get no forms; an operator's page unless given. */
  readonly role?: OperatorRole
  readonly refunds: readonly Refund[]
  readonly messages: readonly OrderMessage[]
  readonly timeZone: string
  /** Sent with the refund form, so that sending it twice makes one refund. */
  readonly refundId: string
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
  /** Set when a form was based on an older version: the changes since then. */
  readonly changes?: readonly OrderChange[]
  /** The entries of a form that was not saved. */
  readonly statusForm?: StatusForm
  readonly refundForm?: RefundForm
  readonly messageForm?: MessageForm
  readonly errors?: FieldErrors
}

export function operatorOrderPage(order: Order, view: OperatorOrderView): Promise<Response> {
  const { status = 200, role = 'operator', notice, changes, errors = {}, refunds } = view
  return pageResponse({
    title: `Order ${order.code}`,
    status,
    headers: unlisted(),
    body: (
      <>
        <p class="eyebrow">
          <a href="/operator">Orders</a>
        </p>
        <div class="row apart">
          <h1 safe>{order.code}</h1>
          <StatusBadge status={order.status} />
        </div>
        {notice === undefined ? '' : <Notice kind={notice.kind} text={notice.text} />}
        {changes === undefined ? '' : <ChangedSince changes={changes} />}
        <Missing order={order} />
        {role === 'viewer' ? (
          ''
        ) : (
          <StatusPanel
            order={order}
            form={view.statusForm ?? statusFormOf(order)}
            errors={errors}
          />
        )}
        <div class="columns">
          <section class="panel" aria-labelledby="to">
            <h2 id="to">Ship to</h2>
            <Address address={order.address} />
          </section>
          <section class="panel" aria-labelledby="price">
            <h2 id="price">Price</h2>
            <PriceTable price={order.price} options={order.options} refunds={refunds} />
            <p class="hint">{order.paid ? 'Paid.' : <Unpaid order={order} />}</p>
          </section>
          <section class="panel" aria-labelledby="print">
            <h2 id="print">Print</h2>
            <Settings options={order.options} />
          </section>
          <section class="panel" aria-labelledby="file">
            <h2 id="file">File</h2>
            <FileFacts code={order.code} file={order.file} />
          </section>
        </div>
        <RefundPanel
          order={order}
          refunds={refunds}
          refundId={role === 'viewer' ? null : view.refundId}
          form={view.refundForm}
          errors={errors}
        />
        <MessageSection
          code={order.code}
          recipient={order.address.email}
          messages={view.messages}
          timeZone={view.timeZone}
          messageId={role === 'viewer' ? null : view.refundId}
          form={view.messageForm}
        />
        <p class="hint">
          Placed <Time at={order.createdAt} /> over {order.source === 'mcp' ? 'MCP' : 'REST'}, last
          updated <Time at={order.updatedAt} />.{' '}
          <a href={`/orders/${encodeURIComponent(order.code)}`}>Customer’s page</a>
        </p>
      </>
    ),
  })
}

/** Warnings about steps that the farm may have forgotten. */
function Missing({ order }: { order: Order }) {
  const { status, tracking, paid } = order
  if (status === 'SHIPPED' && tracking === null) {
    const text = 'This order was shipped without tracking, so the customer cannot track the parcel.'
    return <Notice kind="warning" text={text} />
  }
  const left = refundableCents(order)
  if (paid && isClosed(status) && left > 0) {
    const text = `This order was paid and will not be printed. ${money(left)} has not been refunded.`
    return <Notice kind="warning" text={text} />
  }
  return ''
}

function Address({ address }: { address: ShippingAddress }) {
  const { recipientName, street1, street2, city, state, zip, country, email, phone } = address
  const lines = [recipientName, street1, street2, `${city}, ${state} ${zip}`, country]
  return (
    <>
      <address class="address">
        {lines
          .filter((line) => line !== null)
          .map((line) => (
            <div safe>{line}</div>
          ))}
      </address>
      <dl class="facts">
        <dt>Email</dt>
        <dd safe>{email}</dd>
        {phone === null ? (
          ''
        ) : (
          <>
            <dt>Phone</dt>
            <dd safe>{phone}</dd>
          </>
        )}
      </dl>
    </>
  )
}

function Unpaid({ order }: { order: Order }) {
  // The processor's reasons end with a full stop.
  const reason = (order.unpaidReason ?? 'reason unknown').replace(/\.$/, '')
  const standing =
    chargeStandingOf(order) === 'settling' ? 'The charge is not settled yet' : 'Not paid'
  return <span safe>{`${standing}: ${reason}.`}</span>
}

function Settings({ options }: { options: PrintOptions }) {
  const { infill, nozzleDiameter, nozzleFlow, layerHeight, units, note } = options
  return (
    <>
      <dl class="facts">
        <OrderedRows options={options} />
        <dt>Infill</dt>
        <dd>{`${infill} %`}</dd>
        <dt>Nozzle</dt>
        <dd>{`${nozzleDiameter} mm, ${nozzleFlow} flow`}</dd>
        <dt>Layers</dt>
        <dd>{`${layerHeight} mm`}</dd>
        {units === null ? (
          ''
        ) : (
          <>
            <dt>File unit</dt>
            <dd>{units}</dd>
          </>
        )}
      </dl>
      {note === null ? (
        ''
      ) : (
        <>
          <h3>Customer’s note</h3>
          <p class="note" safe>
            {note}
          </p>
        </>
      )}
    </>
  )
}

function FileFacts({ code, file }: { code: string; file: StoredModel }) {
  const size =
    file.sizeBytes < 1e5 ? `${file.sizeBytes} bytes` : `${(file.sizeBytes / 1e6).toFixed(1)} MB`
  return (
    <>
      <dl class="facts">
        <dt>Name</dt>
        <dd safe>{file.fileName}</dd>
        <dt>Size</dt>
        <dd>{size}</dd>
        <dt>Stored at</dt>
        <dd>
          <code safe>{file.uri}</code>
        </dd>
      </dl>
      <a class="button quiet" href={`/operator/orders/${encodeURIComponent(code)}/file`}>
        Download
      </a>
    </>
  )
}
