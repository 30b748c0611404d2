// Labels on the order page: forms that compare rates, buy, void and replace a label, and the label as a file.
import { fail, ok, type Result } from '../../../../../domain/base/result.ts'
import { buyLabel } from '../../../../../domain/carriers/buy-label.ts'
import { endPurchase } from '../../../../../domain/carriers/end-purchase.ts'
import { findLabel, findStoredLabel } from '../../../../../domain/carriers/find-label.ts'
import { type LabelFormat, labelFormats } from '../../../../../domain/carriers/label.ts'
import { readLabelFile } from '../../../../../domain/carriers/label-file.ts'
import {
  type MeasuredParcel,
  maxParcelCm,
  maxParcelGrams,
} from '../../../../../domain/carriers/parcel.ts'
import { quoteRates } from '../../../../../domain/carriers/quote-rates.ts'
import { shipWithLabel } from '../../../../../domain/carriers/ship-with-label.ts'
import { replaceLabel, voidLabel } from '../../../../../domain/carriers/void-label.ts'
import { readOrderForOperators } from '../../../../../domain/orders/read/operator-orders.ts'
import { isShipped } from '../../../../../domain/orders/record/tracking.ts'
import type { FieldErrors } from '../../../../../html/form-fields.tsx'
import { count } from '../../../../../pages/base/figures.ts'
import { confirmPage } from '../../../../../pages/operators/confirm.tsx'
import { deskNotFound } from '../../../../../pages/operators/not-found.tsx'
import {
  type LabelForm,
  labelPath,
  parcelFields,
  priceOf,
} from '../../../../../pages/operators/orders/label-panel.tsx'
import { statusFormOf } from '../../../../../pages/operators/orders/status-form.tsx'
import {
  backFields,
  type OrderScreen,
  screenPath,
} from '../../../../../pages/operators/parts/order-path.ts'
import {
  anyText,
  checkbox,
  type Field,
  type SentFields,
  version,
} from '../../../../contract/form-fields.ts'
import type { HttpContext } from '../../../../middleware/context.ts'
import { form } from '../../../../middleware/form.ts'
import { page } from '../../../../middleware/page.ts'
import { type DeskViewer, viewers } from '../../../../middleware/page-access.ts'
import type { Failure } from '../../../../refusals/failure.ts'
import { refusalOf } from '../../../../refusals/refusal-of.ts'
import { downloadHeaders } from '../../../../responses/attachment.ts'
import { askOnce } from '../../forms/ask-once.ts'
import { backField, orderForm } from '../order-form.ts'
import { showOrder } from '../show-order.ts'
import { statusQuestion } from '../status/status-question.ts'
import { buyQuestion, endQuestion, replaceQuestion, voidQuestion } from './label-questions.ts'

const path = '/operator/orders/:code'

type Returning = {
  readonly params: { readonly code: string }
  readonly body: { readonly back: OrderScreen }
}

/** Returns the address of the label on the page of the form. */
const toLabel = (_http: unknown, { params, body }: Returning) =>
  `${screenPath(params.code, body.back)}#label`

const typedParcel = (field: SentFields): LabelForm => ({
  grams: field(parcelFields.grams).trim(),
  length: field(parcelFields.length).trim(),
  width: field(parcelFields.width).trim(),
  height: field(parcelFields.height).trim(),
})

const parcelField: Field<MeasuredParcel> = {
  read: (field) => {
    const { grams: typedGrams, ...sides } = typedParcel(field)
    const grams = /^\d{1,6}$/.test(typedGrams) ? Number(typedGrams) : 0
    const errors: Record<string, string> = {}
    if (grams < 1 || grams > maxParcelGrams) {
      errors[parcelFields.grams] =
        `Enter the weight in whole grams, from 1 to ${count(maxParcelGrams)}.`
    }
    const isMeasured = Object.values(sides).some((side) => side !== '')
    const lengths = { length: 0, width: 0, height: 0 }
    if (isMeasured) {
      for (const side of ['length', 'width', 'height'] as const) {
        lengths[side] = centimetersOf(sides[side])
        if (lengths[side] > 0) continue
        errors[parcelFields[side]] =
          `Enter all three sides in centimeters, up to ${maxParcelCm}, or none.`
      }
    }
    const size = isMeasured
      ? { lengthCm: lengths.length, widthCm: lengths.width, heightCm: lengths.height }
      : null
    return Object.keys(errors).length === 0
      ? ok({ grams, size })
      : fail(errors satisfies FieldErrors)
  },
}

/** Returns 0 for an invalid length. */
function centimetersOf(text: string): number {
  const length = /^\d{1,3}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : 0
  return length <= maxParcelCm ? length : 0
}

export const labelForms = [
  form({
    ...orderForm((field) => ({ labelForm: typedParcel(field) })),
    path: `${path}/rates`,
    fields: { parcel: parcelField, back: backField },
    act: async function compareRates({ deps }, { caller, params: { code }, body: { parcel } }) {
      return await quoteRates(deps, caller.email, { code, parcel })
    },
    done: toLabel,
  }),
  form({
    ...orderForm(),
    path: `${path}/labels/:label/buy`,
    fields: { rate: anyText, confirmed: checkbox, back: backField },
    ask: async ({ deps }, { caller, params: { code, label: id }, body }) => {
      const { confirmed, rate, back } = body
      if (confirmed) return ok(null)
      const found = await findLabel(deps, { code, id })
      // The purchase refuses a missing label.
      const question = found.ok ? buyQuestion({ ...found.value, back }, rate) : null
      return ok(question === null ? null : confirmPage(caller, question))
    },
    act: async function buyOneLabel({ deps }, { caller, params, body: { rate: rateId } }) {
      return await buyLabel(deps, caller.email, { code: params.code, id: params.label, rateId })
    },
    done: toLabel,
  }),
  form({
    ...orderForm(),
    path: `${path}/labels/:label/ship`,
    fields: { rate: anyText, version, confirmed: checkbox, back: backField },
    ask: askAboutParts,
    act: async function shipWithOneLabel({ deps }, { caller, params, body }) {
      const { rate: rateId, version: seen } = body
      const input = { code: params.code, id: params.label, rateId, version: seen }
      return await shipWithLabel(deps, caller.email, input)
    },
    done: (_http, { params: { code }, body: { back } }) => `${screenPath(code, back)}?saved=1`,
  }),
  form({
    ...orderForm(),
    path: `${path}/labels/:label/end`,
    fields: { confirmed: checkbox, back: backField },
    ask: askOnce(async ({ deps }, { params: { code, label: id }, body: { back } }) => {
      const found = await findStoredLabel(deps, { code, id })
      return found.ok ? ok(endQuestion({ ...found.value, back })) : found
    }),
    act: async function endOnePurchase({ deps }, { caller, params: { code, label: id } }) {
      return await endPurchase(deps, caller.email, { code, id })
    },
    done: toLabel,
  }),
  form({
    ...orderForm(),
    path: `${path}/labels/:label/void`,
    fields: { confirmed: checkbox, back: backField },
    ask: askOnce(async ({ deps }, { params: { code, label: id }, body: { back } }) => {
      const found = await findLabel(deps, { code, id })
      return found.ok ? voidQuestion({ ...found.value, back }) : found
    }),
    act: async function voidOneLabel({ deps }, { caller, params: { code, label: id } }) {
      return await voidLabel(deps, caller.email, { code, id })
    },
    done: toLabel,
  }),
  form({
    ...orderForm(),
    path: `${path}/labels/:label/replace`,
    fields: { confirmed: checkbox, back: backField },
    ask: askOnce(async ({ deps }, { params: { code, label: id }, body: { back } }) => {
      const found = await findLabel(deps, { code, id })
      return found.ok ? replaceQuestion({ ...found.value, back }) : found
    }),
    act: async function replaceOneLabel({ deps }, { caller, params: { code, label: id } }) {
      return await replaceLabel(deps, caller.email, { code, id })
    },
    done: toLabel,
  }),
]

type ShipRequest = {
  readonly caller: DeskViewer
  readonly params: { readonly code: string; readonly label: string }
  readonly body: {
    readonly rate: string
    readonly version: number
    readonly confirmed: boolean
    readonly back: OrderScreen
  }
}

/**
 * Asks before an order with missing parts is shipped, as the form without a label does. The confirmed form has the version
 * that the operator saw, so a stale one is refused.
 */
async function askAboutParts(
  { deps }: HttpContext,
  { caller, params: { code, label: id }, body }: ShipRequest,
): Promise<Result<Response | null, Failure>> {
  const { back, confirmed, rate, version: seen } = body
  const found = confirmed ? null : await findStoredLabel(deps, { code, id })
  if (!found?.ok || isShipped(found.value.order.status)) return ok(null)
  const { label, order } = found.value
  const typed = { ...statusFormOf(order), status: 'SHIPPED' }
  const question = await statusQuestion(deps, order, { typed, version: seen, back })
  if (question === null) return ok(null)
  const bought = label.state === 'quoted' ? label.rates.find((each) => each.id === rate) : undefined
  return ok(
    confirmPage(caller, {
      ...question,
      ...(bought !== undefined && {
        facts: [
          ...question.facts,
          ['Label', `${bought.carrier} ${bought.service}`],
          ['Price', priceOf(bought)],
        ],
        button: `Buy label for ${priceOf(bought)} and ship`,
      }),
      fields: { rate, version: String(seen), ...backFields(back) },
      action: `${labelPath(code, id)}/ship`,
    }),
  )
}

const contentTypes: Readonly<Record<LabelFormat, string>> = {
  pdf: 'application/pdf',
  zpl: 'application/octet-stream',
}

export const labelPages = [
  page({
    path: `${path}/labels/:label/file`,
    access: viewers,
    /** Sends the file, or the order page with the reason. */
    show: async function downloadLabel(http, { params: { code, label: id }, query, caller: user }) {
      const { deps } = http
      const order = await readOrderForOperators(deps, code)
      if (!order.ok) return deskNotFound(user, 'order')
      const format = labelFormats.find((each) => each === query['format']) ?? 'pdf'
      const file = await readLabelFile(deps, { code, id, format })
      if (file.ok) {
        return new Response(new Uint8Array(file.value), {
          headers: downloadHeaders(`label-${code}.${format}`, contentTypes[format]),
        })
      }
      const { status, error: text } = refusalOf(file.failure)
      return await showOrder(http, order.value, { user, status, notice: { kind: 'error', text } })
    },
  }),
]
