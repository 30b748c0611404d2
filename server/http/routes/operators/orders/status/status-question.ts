// Confirmation before an order skips a usual step, such as delivered before shipped, or printed or shipped with
// missing parts.

import {
  asksAboutParts,
  type FinalStatus,
  readShortOrders,
} from '../../../../../domain/farm/read/short-orders.ts'
import type { Order } from '../../../../../domain/orders/record/order.ts'
import { orderStatusLines, shortLabel } from '../../../../../domain/orders/record/status.ts'
import { skippedSteps } from '../../../../../domain/orders/status-changes/status-change.ts'
import type { ConfirmQuestion } from '../../../../../pages/operators/confirm.tsx'
import type { StatusForm } from '../../../../../pages/operators/orders/status-form.tsx'
import {
  backFields,
  type OrderScreen,
  orderPath,
  screenPath,
} from '../../../../../pages/operators/parts/order-path.ts'
import { printedPartsText } from '../../../../../pages/operators/queue/work-words.ts'
import type { HttpDeps } from '../../../../middleware/deps.ts'

type Change = {
  readonly typed: StatusForm
  readonly version: number
  /** Page that the form was on. */
  readonly back: OrderScreen
}

/** Returns the confirmation page, or null if none is needed. */
export async function statusQuestion(
  deps: Pick<HttpDeps, 'printJobs'>,
  order: Order,
  { typed, version, back }: Change,
): Promise<ConfirmQuestion | null> {
  const question = aboutDelivery(order, typed) ?? (await aboutParts(deps, order, typed))
  if (question === null) return null
  const { status, carrier, number, url, withoutTracking, unpaid } = typed
  return {
    ...question,
    tab: 'queue',
    action: orderPath(order.code),
    fields: {
      version: String(version),
      status,
      carrier,
      number,
      url,
      ...(withoutTracking && { withoutTracking: '1' }),
      ...(unpaid && { unpaid: '1' }),
      ...backFields(back),
    },
    back: screenPath(order.code, back),
  }
}

type QuestionText = Pick<ConfirmQuestion, 'title' | 'facts' | 'text' | 'button'>

function aboutDelivery(order: Order, form: StatusForm): QuestionText | null {
  const { code, status: now } = order
  const skipped = skippedSteps(now, form.status)
  if (skipped.length === 0) return null
  const { carrier, number } = form
  return {
    title: `Mark ${code} as delivered before it was shipped?`,
    facts: [
      ['Now', shortLabel(now)],
      ['Skipped', skipped.map(shortLabel).join(', ')],
      [
        'Tracking',
        number === '' ? 'none; the customer cannot track the parcel' : `${carrier} ${number}`,
      ],
    ],
    text: `The customer’s page will say: “${orderStatusLines.DELIVERED}” Print jobs of the order that are still open are cancelled.`,
    button: 'Mark as delivered',
  }
}

async function aboutParts(
  deps: Pick<HttpDeps, 'printJobs'>,
  order: Order,
  form: StatusForm,
): Promise<QuestionText | null> {
  const { status } = form
  if (!asksAboutParts(order.status, status)) return null
  const short = (await readShortOrders(deps, [order])).get(order.id)
  if (short === undefined) return null
  return {
    ...partsTexts[status](order.code),
    facts: [['Parts', printedPartsText(short)]],
    text: 'Its open print jobs are cancelled, and the missing parts are not printed.',
  }
}

const partsTexts: Readonly<
  Record<FinalStatus, (code: string) => Pick<QuestionText, 'title' | 'button'>>
> = {
  PRINTED: (code) => ({
    title: `Mark ${code} as printed with parts missing?`,
    button: 'Mark as printed',
  }),
  SHIPPED: (code) => ({ title: `Ship ${code} with parts missing?`, button: 'Mark as shipped' }),
}
