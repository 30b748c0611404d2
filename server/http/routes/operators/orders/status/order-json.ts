// Orders and refunds as operators' programs read them: schema, example and conversion (decisions.md 26 and 27).
import * as v from 'valibot'
import { terms } from '../../../../../domain/catalog/terms.ts'
import {
  type CustomsDeclaration,
  cn22Grams,
  cn22Lines,
  cn22Sdr,
} from '../../../../../domain/fulfillment/customs/declaration.ts'
import type { Order } from '../../../../../domain/orders/record/order.ts'
import type { OrderLine } from '../../../../../domain/orders/record/order-lines.ts'
import type { RefundResult } from '../../../../../domain/orders/refund/refund-order.ts'
import type { Dispute, FraudWarning } from '../../../../../domain/orders/reversals/dispute.ts'
import {
  movedSplit,
  type Refund,
  type RefundState,
  refundableCents,
  refundTargets,
} from '../../../../../domain/orders/reversals/refund.ts'
import { disputeStatuses } from '../../../../../domain/payments/returns.ts'
import { formatDollars } from '../../../../../domain/pricing/dollars.ts'
import { versionText } from '../../../../contract/field-texts.ts'
import {
  type JsonOf,
  moment,
  named,
  orNull,
  says,
  text,
  whole,
} from '../../../../contract/schemas.ts'
import { orderedMaterial, quality } from '../../../../contract/words.ts'
import {
  anyOrderCode,
  type OrderRead,
  orderJson,
  order as orderSchema,
} from '../../../orders/order-json.ts'
import { workFields, workFieldsJson } from '../work/work-fields.ts'

const state = says(
  v.picklist(['succeeded', 'settling', 'failed', 'partly']),
  'settling: the card processor has not confirmed it yet; it is settled from its record within minutes. failed: no money was moved, or ' +
    'the customer’s bank returned all of it. partly: the gift card got its part, and the card got nothing.',
)
const reason = text('The operator’s reason; the customer’s email quotes it.')

export const refundView = named(
  'Refund',
  v.object({
    refundId: text('The refund’s id.'),
    state,
    requestedCents: whole('The requested amount, in cents.'),
    amountCents: whole(
      'The same, less what earlier attempts under the request’s key had moved to the gift card.',
    ),
    giftCardCents: whole(
      'The part of the amount that went to the gift card, in cents; 0 until the refund is settled.',
    ),
    cardCents: whole(
      'The part of the amount that went to the card that paid, in cents; 0 until the refund is settled.',
    ),
    lines: says(
      orNull(
        v.array(
          named(
            'RefundedLine',
            v.object({
              line: whole('The line of the order, from 1.'),
              quantity: whole('Parts that are refunded.'),
              of: whole('Parts that were ordered.'),
              cents: whole('Price of the refunded parts.'),
            }),
            'Parts of a line that are refunded.',
          ),
        ),
      ),
      'Items of the request; null where it names an amount.',
    ),
    postageCents: whole('The postage in the requested amount, in cents.'),
    reason,
    requestedBy: text('The operator’s address.'),
    failure: orNull(text('Why it failed.')),
    returnedAt: orNull(
      moment('The time at which the customer’s bank returned it after it had succeeded.'),
    ),
    resolution: orNull(text('How an operator resolved a returned refund.')),
    createdAt: moment('The time at which it was requested.'),
  }),
  'Refunded money.',
)

const money = {
  refundedCents: whole('The cents refunded so far.'),
  refundingCents: whole('The cents in refunds that are not settled yet.'),
  refundableCents: whole('Amount that can still be refunded, in cents.'),
}
export const disputeView = named(
  'Dispute',
  v.object({
    id: text('The card processor’s id.'),
    amountCents: whole('Amount that the bank claims, in cents.'),
    feeCents: says(v.pipe(v.number(), v.integer()), 'Fee of the card processor for it.'),
    reason: text('The card processor’s reason code, such as product_not_received.'),
    status: says(
      v.picklist(disputeStatuses),
      'The states that begin with warning_ are inquiries: the bank asks and holds no money.',
    ),
    evidenceDueAt: orNull(moment('The time until which evidence counts.')),
    evidenceSubmittedAt: orNull(moment('The time at which it was sent.')),
    openedAt: moment('The time at which the bank opened it.'),
    closedAt: orNull(moment('The time at which it ended.')),
  }),
  'A bank takes a payment back, or asks about it.',
)

export const warningView = named(
  'FraudWarning',
  v.object({
    id: text('The card processor’s id.'),
    fraudType: text('The bank’s reason code, such as made_with_stolen_card.'),
    actionable: says(v.boolean(), 'Whether the payment was neither refunded nor disputed since.'),
    warnedAt: moment('The time at which the bank reported it.'),
    resolution: orNull(text('How an operator resolved it.')),
  }),
  'A bank’s report that a payment was fraud.',
)

const seenVersion = whole(versionText)

const line = named(
  'OrderLine',
  v.object({
    line: whole('The number of the line, from 1.'),
    quantity: whole('Parts.'),
    material: orderedMaterial,
    color: text('The color that was ordered.'),
    quality: quality.exact('The quality that was ordered.'),
    fileName: text('Its file.'),
    printCents: whole('Its price without postage.'),
  }),
  'A line of an order.',
)

const customsLine = named(
  'CustomsLine',
  v.object({
    line: whole('The number of the line, from 1.'),
    description: text('What the parts are.'),
    quantity: whole('Parts.'),
    netGrams: whole('The billed weight of all parts, in grams.'),
    valueCents: whole('The amount charged for them after discounts, without postage.'),
    hsCode: text('Six to ten digits of the Harmonized System, without dots.'),
    originCountry: text('The country of origin, in two letters.'),
  }),
  'An article of a customs declaration.',
)

const customs = named(
  'CustomsDeclaration',
  v.object({
    form: says(
      v.picklist(['cn22', 'cn23']),
      `cn22: worth up to ${cn22Sdr} special drawing rights, up to ${cn22Grams} g and ${cn22Lines} articles. cn23: any other parcel.`,
    ),
    needsInvoice: says(v.boolean(), 'Whether a commercial invoice accompanies it.'),
    postedFrom: text('The country from which the parcel is posted, in two letters.'),
    lines: says(v.array(customsLine), 'An article for each line of the order.'),
    netGrams: whole('The weight of all articles, in grams.'),
    grossGrams: orNull(whole('With packaging, in grams; null when no weight of packaging is set.')),
    valueCents: whole('The value of all articles.'),
    postageCents: whole('The amount charged for postage.'),
    missing: says(
      v.array(v.picklist(['sender', 'packaging_weight'])),
      'What the form needs and the farm has not set; nothing is refused for it.',
    ),
  }),
  'What a parcel declares at a customs border.',
)

export const operatorOrder = named(
  'OperatorOrder',
  v.object({
    ...orderSchema.entries,
    code: anyOrderCode,
    version: seenVersion,
    enteredTracking: says(
      orNull(
        named(
          'EnteredTracking',
          v.object({
            carrier: text('The carrier of the parcel.'),
            number: text('The tracking number.'),
            url: orNull(text('The carrier’s page.')),
          }),
          'Tracking as operators entered it.',
        ),
      ),
      'Tracking that operators entered, also before customers see it.',
    ),
    lines: v.optional(
      says(
        v.array(line),
        'The lines of an order that has several; its single fields describe the first one.',
      ),
    ),
    ...money,
    ...workFields,
    refunds: says(v.array(refundView), 'Oldest first, failed ones included.'),
    disputedCents: whole('The cents in open chargebacks; nothing is refunded meanwhile.'),
    lostCents: whole('The cents that lost disputes took back.'),
    disputes: says(v.array(disputeView), 'Newest first.'),
    fraudWarnings: says(v.array(warningView), 'Newest first.'),
    customs: says(
      orNull(customs),
      'Under the current terms; null for a parcel that crosses no customs border.',
    ),
  }),
  'An order as operators read it.',
)

export const refundedSchema = named(
  'RefundedOrder',
  v.object({
    code: anyOrderCode,
    ...refundView.entries,
    replayed: says(
      v.boolean(),
      'true: an earlier request made this refund, and this one moved nothing.',
    ),
    message: text(
      'The amount that the request refunded, and how to make another refund after a repeat.',
    ),
    ...money,
    version: seenVersion,
  }),
  'A refund, and the amount that can still be refunded.',
)

export const refundExample = {
  refundId: '0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c',
  state: 'succeeded',
  requestedCents: 300,
  amountCents: 300,
  giftCardCents: 0,
  cardCents: 300,
  lines: null,
  postageCents: 0,
  reason: 'One of two parts arrived broken.',
  requestedBy: 'ada@farm.example',
  failure: null,
  returnedAt: null,
  resolution: null,
  createdAt: '2026-11-24T09:00:00.000Z',
}
export const moneyExample = { refundedCents: 300, refundingCents: 0, refundableCents: 880 }

export const customsExample = {
  form: 'cn22',
  needsInvoice: false,
  postedFrom: 'US',
  lines: [
    {
      line: 1,
      description: '3D-printed part of plastic, polyester (PETG)',
      quantity: 2,
      netGrams: 60,
      valueCents: 720,
      hsCode: '392690',
      originCountry: 'US',
    },
  ],
  netGrams: 60,
  grossGrams: 180,
  valueCents: 720,
  postageCents: 3000,
  missing: ['sender'],
}

export const noDisputes = { disputedCents: 0, lostCents: 0, disputes: [], fraudWarnings: [] }

type OrderParts = {
  readonly refunds: readonly Refund[]
  readonly lines: readonly OrderLine[]
  readonly disputes: readonly Dispute[]
  readonly warnings: readonly FraudWarning[]
  readonly declaration: CustomsDeclaration | null
}

/** Returns the order with the customer's fields and the fields that only operators see. */
export function operatorOrderJson(
  order: Order,
  { refunds, lines, disputes, warnings, declaration }: OrderParts,
  read: OrderRead,
): JsonOf<typeof operatorOrder> {
  return {
    ...orderJson(order, read),
    version: order.version,
    enteredTracking: enteredTrackingJson(order),
    ...(lines.length > 1 && { lines: lines.map(lineJson) }),
    ...moneyJson(order),
    ...workFieldsJson(order),
    refunds: refunds.map(refundJson),
    disputedCents: order.disputedCents,
    lostCents: order.lostCents,
    disputes: disputes.map(disputeJson),
    fraudWarnings: warnings.map(warningJson),
    customs: declaration === null ? null : customsJson(declaration),
  }
}

function customsJson({
  sender: _,
  lines,
  missing,
  ...declared
}: CustomsDeclaration): JsonOf<typeof customs> {
  return {
    ...declared,
    postedFrom: terms().customs.postedFrom,
    lines: lines.map(({ place, ...article }) => ({ line: place, ...article })),
    missing: [...missing],
  }
}

export function refundedJson(refunded: RefundResult): JsonOf<typeof refundedSchema> {
  const { refund, order, replayed } = refunded
  return {
    code: order.code,
    ...refundJson(refund),
    replayed,
    message: refundMessage(refunded),
    ...moneyJson(order),
    version: order.version,
  }
}

function refundMessage({ refund, replayed, moved }: RefundResult): string {
  const done =
    refund.state === 'succeeded'
      ? `Refunded ${refundTargets(moved)}.`
      : `The card processor has not confirmed the refund of ${formatDollars(refund.requestedCents)} yet. Do not repeat it under another key.`
  if (!replayed) return done
  return `${done} This is the refund of ${refund.createdAt.toISOString()}; nothing was refunded now. For another refund, send another Idempotency-Key.`
}

const lineJson = ({ place, options, file, price }: OrderLine) => ({
  line: place,
  quantity: options.quantity,
  material: options.material,
  color: options.color,
  quality: options.quality,
  fileName: file.fileName,
  printCents: price.printCents,
})

function enteredTrackingJson({ enteredTracking }: Order) {
  if (enteredTracking === null) return null
  const { carrier, number, url } = enteredTracking
  return { carrier, number, url }
}

export const disputeJson = (dispute: Dispute): JsonOf<typeof disputeView> => ({
  id: dispute.id,
  amountCents: dispute.amountCents,
  feeCents: dispute.feeCents,
  reason: dispute.reason,
  status: dispute.status,
  evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
  evidenceSubmittedAt: dispute.evidenceSubmittedAt?.toISOString() ?? null,
  openedAt: dispute.openedAt.toISOString(),
  closedAt: dispute.closedAt?.toISOString() ?? null,
})

export const warningJson = (warning: FraudWarning): JsonOf<typeof warningView> => ({
  id: warning.id,
  fraudType: warning.fraudType,
  actionable: warning.isActionable,
  warnedAt: warning.warnedAt.toISOString(),
  resolution: warning.resolution,
})

const moneyJson = (order: Order) => ({
  refundedCents: order.refundedCents,
  refundingCents: order.refundingCents,
  refundableCents: refundableCents(order),
})

export function refundJson(refund: Refund) {
  const {
    id,
    requestedCents,
    amountCents,
    reason: refundReason,
    requestedBy,
    failure,
    createdAt,
  } = refund
  const { giftCents, cardCents } = movedSplit(refund)
  return {
    refundId: id,
    state: refundWords[refund.state],
    requestedCents,
    amountCents,
    giftCardCents: giftCents,
    cardCents,
    lines: refund.parts?.lines ?? null,
    postageCents: refund.parts?.postageCents ?? 0,
    reason: refundReason,
    requestedBy,
    failure,
    returnedAt: refund.returnedAt?.toISOString() ?? null,
    resolution: refund.resolution,
    createdAt: createdAt.toISOString(),
  }
}

const refundWords = {
  started: 'settling',
  unknown: 'settling',
  succeeded: 'succeeded',
  failed: 'failed',
  partly: 'partly',
} as const satisfies Record<RefundState, string>
