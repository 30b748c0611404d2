// Questions before labels are bought, voided, replaced, or declared as not bought.
import { fail, ok, type Result } from '../../../../../domain/base/result.ts'
import type { FoundLabel } from '../../../../../domain/carriers/find-label.ts'
import { isVoidable } from '../../../../../domain/carriers/label.ts'
import type { Order } from '../../../../../domain/orders/record/order.ts'
import { shortLabel } from '../../../../../domain/orders/record/status.ts'
import { isShipped } from '../../../../../domain/orders/record/tracking.ts'
import type { ConfirmQuestion } from '../../../../../pages/operators/confirm.tsx'
import { labelPath, priceOf } from '../../../../../pages/operators/orders/label-panel.tsx'
import {
  backFields,
  type OrderScreen,
  screenPath,
} from '../../../../../pages/operators/parts/order-path.ts'
import type { Failure } from '../../../../refusals/failure.ts'

/** `back`: page that the form was on. */
type Found = Pick<FoundLabel, 'label' | 'order'> & { readonly back: OrderScreen }

const place = ({ order: { code }, label: { id }, back }: Found, action: string) =>
  ({
    tab: 'queue',
    action: `${labelPath(code, id)}/${action}`,
    fields: backFields(back),
    back: `${screenPath(code, back)}#label`,
  }) as const

const factsOf = ({ code, status, enteredTracking }: Order) =>
  [
    ['Order', `${code}, ${shortLabel(status)}`],
    [
      'Tracking',
      enteredTracking === null ? 'none' : `${enteredTracking.carrier} ${enteredTracking.number}`,
    ],
  ] as const

/** Returns null for an order without tracking that is not shipped: buying its first label needs no question. */
export function buyQuestion(found: Found, rateId: string): ConfirmQuestion | null {
  const { order, label } = found
  const rate = label.rates.find(({ id }) => id === rateId)
  const isFirst = order.enteredTracking === null && !isShipped(order.status)
  if (label.state !== 'quoted' || rate === undefined || isFirst) return null
  const mailed = order.status === 'SHIPPED' && order.web !== null
  return {
    ...place(found, 'buy'),
    title: 'Buy a label that replaces the tracking?',
    facts: [
      ...factsOf(order),
      ['Label', `${rate.carrier} ${rate.service}`],
      ['Price', priceOf(rate)],
    ],
    text: `The price is charged to the carrier account, and the tracking number of the label replaces the order’s.${mailed ? ' The customer gets an email with the new number.' : ''}`,
    fields: { ...backFields(found.back), rate: rateId },
    button: 'Buy label',
  }
}

export function voidQuestion(found: Found): Result<ConfirmQuestion, Failure> {
  const { order, label } = found
  if (label.label === null) return fail({ kind: 'label_not_bought' })
  if (label.state !== 'voided' && !isVoidable(label)) return fail({ kind: 'label_used' })
  const { carrier, number } = label.label
  return ok({
    ...place(found, 'void'),
    title: 'Void this label?',
    facts: [...factsOf(order), ['Label', `${carrier} ${number}`], ['Cost', priceOf(label.label)]],
    text: isShipped(order.status)
      ? 'Void it only if no parcel has it. The order keeps its status and its tracking: correct them afterwards.'
      : 'Void it only if no parcel has it. The tracking number of the label is removed from the order.',
    button: 'Void label',
    isDanger: true,
  })
}

export function replaceQuestion(found: Found): Result<ConfirmQuestion, Failure> {
  const { order, label } = found
  if (label.label === null) return fail({ kind: 'label_not_bought' })
  const { carrier, number } = label.label
  return ok({
    ...place(found, 'replace'),
    title: 'Keep this label and make another one?',
    facts: [...factsOf(order), ['Label', `${carrier} ${number}`], ['Cost', priceOf(label.label)]],
    text: 'This label stays paid. The next label of the order is for a second parcel.',
    button: 'Keep it and make another label',
  })
}

export const endQuestion = (found: Found): ConfirmQuestion => ({
  ...place(found, 'end'),
  title: 'Was no label bought?',
  facts: [...factsOf(found.order), ['Shipment', found.label.shipmentId]],
  text: 'Look for the shipment in the account of the carrier service first. If it has a label, that label is paid for, and a second one would be paid too.',
  button: 'No label was bought: offer the rates again',
  isDanger: true,
})
