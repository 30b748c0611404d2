// /operator/orders/{code}: one order as the farm needs it, with the address, and the form that sets status and tracking.
import { Html } from '@elysiajs/html'
import { chargeStandingOf } from '../domain/orders/charge-standing.ts'
import type { Order, OrderFile, PrintOptions, ShippingAddress } from '../domain/orders/order.ts'
import { isClosed, isOperatorStatus, orderStatusLabels } from '../domain/orders/status.ts'
import { Notice, type NoticeKind, pageResponse } from './layout.tsx'
import { unlisted } from './not-found.tsx'
import { OrderedRows, PriceTable, StatusBadge } from './order-parts.tsx'
import { Time } from './time.tsx'

/** What the form holds; after a refusal, what was typed. */
export type StatusForm = {
  readonly status: string
  readonly carrier: string
  readonly number: string
  readonly url: string
}

export function operatorOrderPage(
  order: Order,
  shown: {
    readonly status?: number
    readonly notice?: { readonly kind: NoticeKind; readonly text: string }
    readonly typed?: StatusForm
  },
): Promise<Response> {
  const { status = 200, notice, typed } = shown
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
        <Missing order={order} />
        <StatusPanel order={order} form={typed ?? formOf(order)} />
        <div class="columns">
          <section class="panel" aria-labelledby="to">
            <h2 id="to">Ship to</h2>
            <Address address={order.address} />
          </section>
          <section class="panel" aria-labelledby="price">
            <h2 id="price">Price</h2>
            <PriceTable price={order.price} options={order.options} />
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
        <p class="hint">
          Placed <Time at={order.createdAt} /> over {order.source === 'mcp' ? 'MCP' : 'REST'}, last
          change <Time at={order.updatedAt} />.{' '}
          <a href={`/orders/${encodeURIComponent(order.code)}`}>The customer’s page</a>
        </p>
      </>
    ),
  })
}

/** What the farm may have forgotten: said, never refused. */
function Missing({ order: { status, tracking, paid } }: { order: Order }) {
  if (status === 'SHIPPED' && tracking === null) {
    const text =
      'It is set to shipped without a tracking number, so its customer cannot follow the parcel. Add one below.'
    return <Notice kind="warning" text={text} />
  }
  if (paid && isClosed(status)) {
    const text =
      'It was paid and will not be printed. Nothing is refunded automatically: refund it by hand at the card processor.'
    return <Notice kind="warning" text={text} />
  }
  return ''
}

const formOf = ({ status, tracking }: Order): StatusForm => ({
  status,
  carrier: tracking?.carrier ?? '',
  number: tracking?.number ?? '',
  url: tracking?.url ?? '',
})

const settable = Object.keys(orderStatusLabels).filter(isOperatorStatus)

function StatusPanel({ order, form }: { order: Order; form: StatusForm }) {
  return (
    <section class="panel" aria-labelledby="status-title">
      <h2 id="status-title">Status and tracking</h2>
      {order.paid ? (
        ''
      ) : (
        <p>It is not paid, so it cannot be queued; it can only be cancelled or rejected.</p>
      )}
      <form method="post" action={`/operator/orders/${encodeURIComponent(order.code)}`}>
        <div class="field">
          <label for="status">Status</label>
          <select id="status" name="status" required>
            {isOperatorStatus(form.status) ? '' : <option value="">Choose</option>}
            {settable
              .filter((status) => order.paid || isClosed(status))
              .map((status) => (
                <option value={status} selected={status === form.status}>
                  {orderStatusLabels[status]}
                </option>
              ))}
          </select>
        </div>
        <div class="columns">
          <TextField name="carrier" label="Carrier" value={form.carrier} most={100} />
          <TextField name="number" label="Tracking number" value={form.number} most={100} />
        </div>
        <TextField
          name="url"
          label="Tracking page"
          value={form.url}
          most={500}
          hint="Optional, begins with https://. The customer’s page links to it."
        />
        <button type="submit">Save</button>
      </form>
    </section>
  )
}

type TextFieldProps = { name: string; label: string; value: string; most: number; hint?: string }

function TextField({ name, label, value, most, hint }: TextFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        // The library escapes quotes in attributes, not ampersands.
        value={value.replaceAll('&', '&amp;')}
        maxlength={String(most)}
        autocomplete="off"
        aria-describedby={hint === undefined ? undefined : `${name}-hint`}
      />
      {hint === undefined ? (
        ''
      ) : (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
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
        <dt>E-mail</dt>
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
  // The processor's own sentence brings its full stop.
  const reason = (order.unpaidReason ?? 'no reason is known').replace(/\.$/, '')
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

function FileFacts({ code, file }: { code: string; file: OrderFile }) {
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
