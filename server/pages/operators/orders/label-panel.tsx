// Labels of an order on its pages: the form that compares rates, the quoted rates, and bought labels.
import { isPurchaseLate } from '../../../domain/carriers/end-purchase.ts'
import {
  type CarrierRate,
  isVoidable,
  labelFormats,
  type ParcelLabel,
  type TrackingState,
} from '../../../domain/carriers/label.ts'
import { expectedGrams, maxParcelCm, maxParcelGrams } from '../../../domain/carriers/parcel.ts'
import { isErased, type Order } from '../../../domain/orders/record/order.ts'
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { isReleased } from '../../../domain/orders/record/status.ts'
import { dollarsText } from '../../../domain/pricing/dollars.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { type FieldErrors, TextField } from '../../../html/form-fields.tsx'
import { count, countOf } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { BackField } from '../parts/back-field.tsx'
import type { DeskUser } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { type OrderScreen, orderPath } from '../parts/order-path.ts'

/** Names of the fields of a parcel. */
export const parcelFields = {
  grams: 'parcelGrams',
  length: 'parcelLength',
  width: 'parcelWidth',
  height: 'parcelHeight',
} as const

/** Form as typed. */
export type LabelForm = Readonly<Record<keyof typeof parcelFields, string>>

/** Returns the path of a label's forms and file. */
export const labelPath = (code: string, id: string): string =>
  `${orderPath(code)}/labels/${encodeURIComponent(id)}`

type Props = {
  readonly order: Order
  readonly lines: readonly OrderLine[]
  readonly labels: readonly ParcelLabel[]
  readonly hasCarrierAccount: boolean
  readonly now: Date
  readonly user: DeskUser
  readonly form: LabelForm | undefined
  readonly errors: FieldErrors
  /** Page that the forms return to. */
  readonly screen: OrderScreen
}

/** Empty without a carrier account, unless the order has labels of an earlier one. */
export function LabelPanel(props: Props) {
  const { order, lines, labels, hasCarrierAccount, now, user, form, errors, screen } = props
  const quote = labels.find(({ state }) => state === 'quoted')
  const isLive = labels.some(({ state }) => state === 'bought' || state === 'buying')
  const isPostable = isReleased(order.status) && order.status !== 'DELIVERED' && !isErased(order)
  const quotes = hasCarrierAccount && isPostable && !isLive && user.role === 'operator'
  const owned = labels.filter(({ state }) => state !== 'quoted')
  if (!quotes && owned.length === 0) return ''
  return (
    <section class="panel" aria-labelledby="label">
      <h2 id="label">Label</h2>
      {owned.map((label) => (
        <OneLabel {...{ order, label, hasCarrierAccount, now, user, screen }} />
      ))}
      {quotes && quote !== undefined ? (
        <Rates code={order.code} quote={quote} screen={screen} />
      ) : (
        ''
      )}
      {quotes ? (
        <ParcelFields
          code={order.code}
          typed={form ?? typedOf(quote, lines)}
          isRepeated={quote !== undefined}
          errors={errors}
          screen={screen}
        />
      ) : (
        ''
      )}
    </section>
  )
}

/** Returns the parcel of the last quote, or the expected weight. */
function typedOf(quote: ParcelLabel | undefined, lines: readonly OrderLine[]): LabelForm {
  const size = quote?.size
  return {
    grams: String(quote?.grams ?? expectedGrams(lines)),
    length: size ? String(size.lengthCm) : '',
    width: size ? String(size.widthCm) : '',
    height: size ? String(size.heightCm) : '',
  }
}

type FieldsProps = {
  code: string
  typed: LabelForm
  isRepeated: boolean
  errors: FieldErrors
  screen: OrderScreen
}

function ParcelFields({ code, typed, isRepeated, errors, screen }: FieldsProps) {
  const centimeters = [
    ['length', 'Length (cm)'],
    ['width', 'Width (cm)'],
    ['height', 'Height (cm)'],
  ] as const
  return (
    <form method="post" action={`${orderPath(code)}/rates`}>
      <BackField screen={screen} />
      <TextField
        name={parcelFields.grams}
        label="Weight of the parcel (g)"
        value={typed.grams}
        hint={`With packaging, at most ${count(maxParcelGrams)} g.`}
        errors={errors}
        input={{ inputmode: 'numeric', autocomplete: 'off', required: true }}
      />
      <div class="columns">
        {centimeters.map(([side, label]) => (
          <TextField
            name={parcelFields[side]}
            label={label}
            value={typed[side]}
            errors={errors}
            input={{ inputmode: 'decimal', autocomplete: 'off' }}
          />
        ))}
      </div>
      <p class="hint">{`The size may be left empty; some carriers then quote no rate. At most ${maxParcelCm} cm a side.`}</p>
      <button type="submit" class="quiet">
        {isRepeated ? 'Compare rates again' : 'Compare rates'}
      </button>
    </form>
  )
}

export const priceOf = ({ cents, currency }: Pick<CarrierRate, 'cents' | 'currency'>): string =>
  currency === 'USD' ? money(cents) : `${dollarsText(cents)} ${currency}`

type RatesProps = { code: string; quote: ParcelLabel; screen: OrderScreen }

function Rates({ code, quote, screen }: RatesProps) {
  return (
    <div class="label-rates">
      <DataTable
        caption={`Rates for ${quote.grams} g`}
        showCaption={true}
        empty="Compare the rates of a parcel."
        rows={quote.rates}
        columns={[
          {
            label: 'Service',
            cell: ({ carrier, service, days }) => (
              <>
                {`${carrier} ${service}`}
                {days === null ? '' : <span class="hint">{countOf(days, 'day')}</span>}
              </>
            ),
          },
          { label: 'Price', kind: 'number', text: priceOf },
          {
            label: 'Buy',
            cell: (rate) => (
              <form method="post" action={`${labelPath(code, quote.id)}/buy`} class="inline">
                <BackField screen={screen} />
                <button
                  type="submit"
                  class="quiet small"
                  name="rate"
                  value={rate.id}
                  aria-label={`Buy label: ${rate.carrier} ${rate.service}, ${priceOf(rate)}`}
                >
                  Buy label
                </button>
              </form>
            ),
          },
        ]}
      />
    </div>
  )
}

const trackingWords: Readonly<Record<TrackingState, string>> = {
  unknown: 'not reported yet',
  pre_transit: 'announced to the carrier',
  in_transit: 'in transit',
  out_for_delivery: 'out for delivery',
  delivered: 'delivered',
  available_for_pickup: 'ready for pickup',
  return_to_sender: 'being returned to you',
  failure: 'delivery failed',
  cancelled: 'cancelled',
  error: 'not known to the carrier',
}

const refundWords = {
  submitted: 'requested; carriers take up to several weeks',
  refunded: 'refunded',
  rejected: 'rejected by the carrier; the label stays charged',
  not_applicable: 'not needed; the carrier charges only used labels',
} as const

type LabelProps = {
  order: Order
  label: ParcelLabel
  hasCarrierAccount: boolean
  now: Date
  user: DeskUser
  screen: OrderScreen
}

function OneLabel({ order, label, hasCarrierAccount, now, user, screen }: LabelProps) {
  const { label: bought, state, tracking, refund, boughtAt, by } = label
  if (bought === null) return <OpenPurchase {...{ order, label, now, user, screen }} />
  const isOperator = user.role === 'operator'
  const isUsable = hasCarrierAccount && state !== 'voided'
  const facts: readonly (readonly [string, string])[] = [
    ['Carrier', `${bought.carrier} ${bought.service}`],
    ['Tracking number', bought.number],
    ...(isOperator ? [['Cost', priceOf(bought)] as const] : []),
    ['Weight', `${label.grams} g`],
    refund === null ? ['Parcel', trackingWords[tracking]] : ['Refund', refundWords[refund]],
  ]
  return (
    <div class="label-of-order">
      <dl class="facts">
        {facts.map(([name, text]) => (
          <>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <p class="hint">
        {state === 'voided' ? 'Voided. ' : ''}
        {'Bought by '}
        <span>{by}</span>
        {boughtAt === null ? (
          ''
        ) : (
          <>
            , <Moment at={boughtAt} timeZone={user.timeZone} />
          </>
        )}
      </p>
      {isUsable && !isErased(order) ? (
        <p class="actions">
          {labelFormats.map((format) => (
            <a href={`${labelPath(order.code, label.id)}/file?format=${format}`}>
              {`Label as ${format.toUpperCase()}`}
            </a>
          ))}
        </p>
      ) : (
        ''
      )}
      {isUsable && isOperator ? <LabelActions order={order} label={label} screen={screen} /> : ''}
    </div>
  )
}

function OpenPurchase({ order, label, now, user, screen }: Omit<LabelProps, 'hasCarrierAccount'>) {
  if (!isPurchaseLate(label, now)) {
    const text = 'A label is being bought. It appears here within minutes; do not buy another one.'
    return <p class="notice info">{text}</p>
  }
  return (
    <>
      <p class="notice error">
        {`The carrier service does not confirm the purchase of a label (shipment ${label.shipmentId}). Look for it in the account of the carrier service.`}
      </p>
      {user.role === 'operator' ? (
        <form method="post" action={`${labelPath(order.code, label.id)}/end`} class="actions">
          <BackField screen={screen} />
          <button type="submit" class="quiet small">
            No label was bought
          </button>
        </form>
      ) : (
        ''
      )}
    </>
  )
}

function LabelActions({ order, label, screen }: Pick<LabelProps, 'order' | 'label' | 'screen'>) {
  const path = labelPath(order.code, label.id)
  return (
    <div class="actions">
      {isVoidable(label) ? (
        <form method="post" action={`${path}/void`} class="inline">
          <BackField screen={screen} />
          <button type="submit" class="quiet small">
            Void label
          </button>
        </form>
      ) : (
        ''
      )}
      {order.status === 'DELIVERED' || label.state !== 'bought' || isErased(order) ? (
        ''
      ) : (
        <form method="post" action={`${path}/replace`} class="inline">
          <BackField screen={screen} />
          <button type="submit" class="quiet small">
            Keep it and make another label
          </button>
        </form>
      )}
    </div>
  )
}
