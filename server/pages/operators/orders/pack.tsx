// /operator/pack/{code}: an order as it is packed, for a phone next to the parcel. It shows the recipient, the parts and
// how many of them are counted good, the weight, the declaration and the label, and ships with one button.

import type { LabelOffer } from '../../../domain/carriers/offer-label.ts'
import { terms } from '../../../domain/catalog/terms.ts'
import type { LineCounts, PackLine, PackPage } from '../../../domain/desk/pack-page.ts'
import type { CustomsDeclaration } from '../../../domain/fulfillment/customs/declaration.ts'
import { type PackingObstacle, packingOf } from '../../../domain/fulfillment/packing.ts'
import type { OrderChange } from '../../../domain/orders/history/change.ts'
import { addressLines } from '../../../domain/orders/record/address-lines.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { hasPicture } from '../../../domain/orders/record/part-picture.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { isShipped } from '../../../domain/orders/record/tracking.ts'
import { refundedPartsText } from '../../../domain/orders/reversals/refund-parts.ts'
import { type FieldErrors, Hidden, hasErrors } from '../../../html/form-fields.tsx'
import { Notice, type NoticeProps } from '../../../html/notice.tsx'
import { count, countOf } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import { english } from '../../languages/words.ts'
import { StatusBadge } from '../../orders/order-parts.tsx'
import { PartPicture } from '../../orders/part-picture.tsx'
import { countryName } from '../../quotes/price/countries.ts'
import { BackField } from '../parts/back-field.tsx'
import { CustomerNote } from '../parts/customer-note.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { deskPicturePath, orderPath } from '../parts/order-path.ts'
import { personalDataRemoved } from '../queue/work-words.ts'
import { type LabelForm, LabelPanel, labelPath, priceOf } from './label-panel.tsx'
import { ChangedSince, type StatusForm, statusFormOf, TrackingFields } from './status-form.tsx'

export type PackView = PackPage & {
  /** Viewers see no forms. */
  readonly user: DeskUser
  readonly status?: number
  readonly notice?: NoticeProps
  /** Changes since the older version that a form was based on. Absent for a current form. */
  readonly changes?: readonly OrderChange[]
  /** Entries of a form that was not saved. */
  readonly statusForm?: StatusForm
  readonly labelForm?: LabelForm
  readonly errors?: FieldErrors
}

export function packPage(order: Order, view: PackView): Response {
  const { status = 200, user, notice, changes, errors = {}, lines, labels } = view
  const packing = packingOf(order)
  const isOpen = packing === 'open'
  const hasLabel = labels.some(({ state }) => state !== 'quoted')
  return deskPage({
    title: `Pack ${order.code}`,
    tab: 'queue',
    user,
    status,
    body: (
      <div class="pack">
        <Head order={order} user={user} />
        {notice === undefined ? '' : <Notice {...notice} errors={errors} />}
        {changes === undefined ? '' : <ChangedSince changes={changes} timeZone={user.timeZone} />}
        <Outcome order={order} user={user} />
        {isOpen ? <Warnings order={order} view={view} /> : ''}
        <CustomerNote note={order.options.note} />
        <div class="pack-columns">
          <Parts code={order.code} lines={lines} />
          <div>
            <Recipient order={order} parcelGrams={view.parcelGrams} />
            <Customs code={order.code} declaration={view.declaration} />
            {(isOpen && order.enteredTracking === null) || hasLabel ? (
              <LabelPanel
                order={order}
                lines={lines}
                labels={labels}
                hasCarrierAccount={view.hasCarrierAccount}
                now={view.now}
                user={user}
                form={view.labelForm}
                errors={errors}
                screen="pack"
              />
            ) : (
              ''
            )}
          </div>
        </div>
        {isOpen && user.role === 'operator' ? <Ship order={order} view={view} /> : ''}
      </div>
    ),
  })
}

function Head({ order, user }: { order: Order; user: DeskUser }) {
  const { code, status, dueAt } = order
  return (
    <div class="page-head">
      <h1>{`Pack ${code}`}</h1>
      <StatusBadge status={status} />
      {dueAt === null || isShipped(status) ? (
        ''
      ) : (
        <span>
          Due <Moment at={dueAt} timeZone={user.timeZone} form="day" />
        </span>
      )}
      <span class="actions end">
        <a href={orderPath(code)}>Order page</a>
      </span>
    </div>
  )
}

type OfUser = { readonly order: Order; readonly user: DeskUser }

/** The tracking of a shipped order, or why an order is not shipped and what to do. */
function Outcome({ order, user }: OfUser) {
  const packing = packingOf(order)
  if (packing === 'open') return ''
  if (packing === 'shipped') return <Shipped order={order} user={user} />
  return (
    <section class="notice warning" aria-label="Not to be shipped">
      <p>
        <strong>Do not ship this order. </strong>
        <span>{obstacleText(packing, order)}</span>{' '}
        <a href={orderPath(order.code)}>Open the order</a>
      </p>
    </section>
  )
}

function obstacleText(why: PackingObstacle, order: Order): string {
  switch (why) {
    case 'closed':
      return order.status === 'REJECTED'
        ? 'It was rejected. Put its parts aside; the order page shows whether its payment was refunded.'
        : 'It was cancelled. Put its parts aside; the order page shows whether its payment was refunded.'
    case 'erased':
      return `${personalDataRemoved} If its parcel was delivered, mark it as delivered on the order page.`
    case 'unpaid':
      return 'It is not paid. Wait for the payment, or set its status on the order page if it was paid otherwise or is a gift.'
    case 'held':
      return `It is on hold: ${asSentence(order.hold?.reason ?? '')} It can be shipped once the hold is released on the order page.`
    case 'needs_review':
      return 'The commands in its file need a review first, on the order page.'
    case 'refunded':
      return 'Its payment was refunded in full. Cancel it, or set its status on the order page to send it as a gift.'
    case 'received':
      return 'It is not accepted yet, and nothing of it is printed. Accept it on the order page.'
  }
}

/** Reasons of operators are phrases; those of the service are sentences. */
const asSentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`)

function Shipped({ order, user }: OfUser) {
  const { tracking, status } = order
  const isDelivered = status === 'DELIVERED'
  return (
    <section class="notice info" aria-label="Shipped">
      <p>
        <strong>{isDelivered ? 'Delivered. ' : 'Already shipped. '}</strong>
        {tracking === null ? (
          <span>It was shipped without tracking.</span>
        ) : (
          <>
            <span>{`${tracking.carrier} `}</span>
            {tracking.url === null ? (
              <code>{tracking.number}</code>
            ) : (
              <a href={tracking.url} rel="noopener noreferrer">
                <code>{tracking.number}</code>
              </a>
            )}
            , <Moment at={tracking.shippedAt} timeZone={user.timeZone} />
          </>
        )}
      </p>
      <p class="hint">Correct the status or the tracking on the order page.</p>
    </section>
  )
}

/** What to check before the parcel is closed. */
function Warnings({ order, view: { lines, refunds } }: { order: Order; view: PackView }) {
  const missing = lines.reduce((sum, line) => sum + missingOf(line), 0)
  const refunded = refundedPartsText(refunds)
  return (
    <>
      {missing === 0 ? (
        ''
      ) : (
        <Notice
          kind="warning"
          text={`${countOf(missing, 'part')} of this order ${missing === 1 ? 'is' : 'are'} not counted as good. Ship it only if they are in the parcel or are not to be sent.`}
        />
      )}
      {missing > 0 || order.status === 'PRINTED' ? (
        ''
      ) : (
        <Notice
          kind="warning"
          text="This order is not marked as printed. Ship it only if all of its parts are in the parcel."
        />
      )}
      {refunded === null ? '' : <Notice kind="warning" text={`Refunded: ${refunded}.`} />}
      {isPaid(order) ? (
        ''
      ) : (
        <Notice
          kind="warning"
          text="This order is not paid. It was released because it was paid otherwise or is a gift."
        />
      )}
    </>
  )
}

function missingOf({ options, counts }: PackLine): number {
  return counts === null ? 0 : Math.max(0, options.quantity - counts.good)
}

function Parts({ code, lines }: { code: string; lines: readonly PackLine[] }) {
  const total = lines.reduce((sum, { options }) => sum + options.quantity, 0)
  return (
    <section class="panel" aria-labelledby="parts">
      <h2 id="parts">{countOf(total, 'part')}</h2>
      <ol class="pack-parts">
        {lines.map((line) => (
          <Part code={code} line={line} />
        ))}
      </ol>
    </section>
  )
}

function Part({ code, line }: { code: string; line: PackLine }) {
  const { place, options, price, file, counts } = line
  const { quantity, material, color } = options
  const { state, label } = countText(quantity, counts)
  return (
    <li>
      <PartPicture
        words={english}
        code={code}
        line={{ place, hasPicture: hasPicture(line) }}
        sizePx={96}
        path={deskPicturePath}
      />
      <div>
        <strong class="pack-quantity">{`${quantity} ×`}</strong> <span>{file.fileName}</span>
        <p>{`${material.toUpperCase()} ${color}`}</p>
        <p class="muted">{gramsText(price.gramsPerPart, quantity)}</p>
        <StateBadge state={state} label={label} />
      </div>
    </li>
  )
}

const gramsText = (each: number, quantity: number): string =>
  quantity === 1 ? `${count(each)} g` : `${count(each)} g each, ${count(each * quantity)} g`

function countText(quantity: number, counts: LineCounts | null): { state: State; label: string } {
  if (counts === null) return { state: 'waiting', label: 'Not counted: no print jobs' }
  const { good, open } = counts
  if (good >= quantity) return { state: 'done', label: `${good} good` }
  const printing = open === 0 ? '' : `, ${open} in print jobs`
  const missing = `${quantity - good} missing${printing}`
  return { state: 'broken', label: good === 0 ? missing : `${good} good, ${missing}` }
}

function Recipient({ order, parcelGrams }: { order: Order; parcelGrams: number }) {
  const { address, buyer, price } = order
  const lines = [buyer.company, ...addressLines(order).slice(0, -1)]
  const { packagingGrams } = terms().customs
  return (
    <section class="panel" aria-labelledby="to">
      <h2 id="to">Ship to</h2>
      <address class="address">
        {lines
          .filter((line) => line !== null)
          .map((line) => (
            <div>{line}</div>
          ))}
        <strong>{countryName(address.country)}</strong>
      </address>
      <dl class="facts">
        <dt>Postage paid</dt>
        <dd>{price.shippingCents === 0 ? 'none: free postage' : money(price.shippingCents)}</dd>
        <dt>Expected weight</dt>
        <dd>
          {packagingGrams === null
            ? `${count(parcelGrams)} g without packaging`
            : `${count(parcelGrams)} g, of which ${count(packagingGrams)} g packaging`}
        </dd>
        {address.phone === null ? (
          ''
        ) : (
          <>
            <dt>Phone</dt>
            <dd>{address.phone}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

const formNames = { cn22: 'CN 22', cn23: 'CN 23' } as const

type CustomsProps = { code: string; declaration: CustomsDeclaration | null }

function Customs({ code, declaration }: CustomsProps) {
  if (declaration === null) return ''
  const { form, needsInvoice, lines, valueCents } = declaration
  return (
    <section class="panel" aria-labelledby="customs">
      <h2 id="customs">Customs</h2>
      <ul class="pack-customs">
        {lines.map(
          ({ quantity, description, netGrams, valueCents: cents, hsCode, originCountry }) => (
            <li>
              <span>{`${quantity} × ${description}`}</span>
              <span class="muted">{`${count(netGrams)} g, ${money(cents)}, HS ${hsCode}, from ${countryName(originCountry)}`}</span>
            </li>
          ),
        )}
      </ul>
      <p>{`Declared value ${money(valueCents)}.`}</p>
      <a href={`/operator/customs?pick=${encodeURIComponent(code)}`}>
        {`Print the ${formNames[form]}${needsInvoice ? ' and the commercial invoice' : ''}`}
      </a>
    </section>
  )
}

function Ship({ order, view }: { order: Order; view: PackView }) {
  const { offer, errors = {} } = view
  // A refused form for tracking is shown again.
  return offer === null || hasErrors(errors) ? (
    <ShipForm order={order} view={view} />
  ) : (
    <>
      <details>
        <summary>Ship with other tracking</summary>
        <ShipForm order={order} view={view} />
      </details>
      <OfferForm order={order} offer={offer} />
    </>
  )
}

/** One press buys the label at the shown price and ships. */
function OfferForm({ order, offer: { label, rate } }: { order: Order; offer: LabelOffer }) {
  const { carrier, service, days } = rate
  const time = days === null ? '' : `, ${countOf(days, 'day')}`
  return (
    <form
      method="post"
      action={`${labelPath(order.code, label.id)}/ship`}
      class="pack-ship ready"
      aria-label="Buy the label and ship"
      data-busy="Buying the label…"
    >
      <Hidden name="version" value={String(order.version)} />
      <Hidden name="rate" value={rate.id} />
      <BackField screen="pack" />
      <p>{`${carrier} ${service}, ${count(label.grams)} g${time}`}</p>
      <button type="submit">{`Buy label for ${priceOf(rate)}: packed and shipped`}</button>
    </form>
  )
}

/** With tracking, one press ships. Without it, the form asks for it. */
function ShipForm({ order, view }: { order: Order; view: PackView }) {
  const { code, version, enteredTracking } = order
  const errors = view.errors ?? {}
  const isKnown = enteredTracking !== null && !hasErrors(errors)
  // A refused form may have older tracking than the order, which a label has replaced since.
  const typed = isKnown ? undefined : view.statusForm
  const form = { ...(typed ?? statusFormOf(order)), status: 'SHIPPED' }
  return (
    <form
      method="post"
      action={orderPath(code)}
      class={isKnown ? 'pack-ship ready' : 'pack-ship panel'}
      aria-label="Ship"
    >
      <Hidden name="version" value={String(version)} />
      <Hidden name="status" value={form.status} />
      <BackField screen="pack" />
      {isPaid(order) ? '' : <Hidden name="unpaid" value="1" />}
      {isKnown ? (
        <>
          <Hidden name="carrier" value={form.carrier} />
          <Hidden name="number" value={form.number} />
          <Hidden name="url" value={form.url} />
          <p>
            <span>{`${form.carrier} `}</span>
            <code>{form.number}</code>
          </p>
        </>
      ) : (
        <>
          <h2>Tracking</h2>
          <TrackingFields form={form} errors={errors} />
        </>
      )}
      <button type="submit">Packed and shipped</button>
    </form>
  )
}
