// EasyPost: rates and labels of many carriers behind one account (docs.easypost.com).
import * as v from 'valibot'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { CarrierFailure } from '../../domain/carriers/failure.ts'
import {
  type BoughtLabel,
  type CarrierRate,
  labelRefunds,
  type TrackingState,
  trackingStates,
} from '../../domain/carriers/label.ts'
import type { Carriers, ShipmentState } from '../../domain/carriers/ports.ts'
import { canonicalTrackingUrl, trackingLengths } from '../../domain/orders/record/tracking.ts'
import { type SenderAddress, shipmentBody } from './easypost-bodies.ts'
import { oneLine } from './easypost-errors.ts'
import { type Call, createEasyPostHttp, type EasyPostAccess } from './easypost-http.ts'

export type EasyPostOptions = EasyPostAccess & { readonly from: SenderAddress }

/** Carriers answer a purchase within seconds, some within half a minute. */
const buyTimeoutMs = 45_000
const pageTimeoutMs = 4_000
/** Time without attempts for pages after one without a response, so that not every page waits. */
const pagePauseMs = 60_000

export function createEasyPost({ from, ...access }: EasyPostOptions): Carriers {
  const http = createEasyPostHttp(access)
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  async function quoteForPage(call: Call): Promise<Result<unknown, CarrierFailure>> {
    if (performance.now() < pausedUntilMs) return fail({ kind: 'carrier_unreachable' })
    const sent = await http.once({ ...call, timeoutMs: pageTimeoutMs })
    const isReached = sent.ok || sent.failure.kind !== 'carrier_unreachable'
    pausedUntilMs = isReached ? Number.NEGATIVE_INFINITY : performance.now() + pagePauseMs
    return sent
  }

  const read: Carriers['read'] = async (shipmentId) => {
    const sent = await http.withRetries({ method: 'GET', path: pathOf(shipmentId) })
    return sent.ok ? parse(shipment, sent.value, stateOf) : sent
  }
  return {
    name: 'EasyPost',
    country: from.country,
    quote: async (parcel, wait) => {
      const call = { method: 'POST', path: '/shipments', body: shipmentBody(parcel, from) } as const
      // A shipment costs nothing, so a duplicate after a lost response does no harm.
      const sent =
        wait?.isPageWaiting === true ? await quoteForPage(call) : await http.withRetries(call)
      return sent.ok
        ? parse(shipment, sent.value, ({ id, rates, messages }) => ({
            shipmentId: id,
            rates: rates.map(rateOf).toSorted((one, other) => one.cents - other.cents),
            messages: messages.map(({ carrier, message }) =>
              oneLine(`${carrier}: ${textOf(message)}`),
            ),
          }))
        : sent
    },
    buy: async (shipmentId, rateId) => {
      const sent = await http.once({
        method: 'POST',
        path: `${pathOf(shipmentId)}/buy`,
        body: { rate: { id: rateId } },
        timeoutMs: buyTimeoutMs,
      })
      const state = sent.ok ? parse(shipment, sent.value, stateOf) : sent
      if (state.ok && state.value.label !== null) return ok(state.value.label)
      if (!state.ok && state.failure.kind !== 'carrier_unreachable') return state
      // The service sells a shipment only once, so an existing label was bought by this call or an earlier one.
      const current = await read(shipmentId)
      return current.ok && current.value.label !== null
        ? ok(current.value.label)
        : fail({ kind: 'carrier_unreachable' })
    },
    read,
    file: async (shipmentId, format) => {
      const path = `${pathOf(shipmentId)}/label?file_format=${format.toUpperCase()}`
      const sent = await http.withRetries({ method: 'GET', path })
      if (!sent.ok) return sent
      const field = format === 'pdf' ? 'label_pdf_url' : 'label_zpl_url'
      const url = parse(
        shipment,
        sent.value,
        (converted) => converted.postage_label?.[field] ?? null,
      )
      if (!url.ok) return url
      return url.value === null
        ? fail({ kind: 'carrier_unreachable' })
        : await http.download(url.value)
    },
    refund: async (shipmentId) => {
      const before = await read(shipmentId)
      if (!before.ok) return before
      if (before.value.refund !== null) return ok(before.value.refund)
      const sent = await http.once({
        method: 'POST',
        path: `${pathOf(shipmentId)}/refund`,
        body: {},
      })
      const state = sent.ok ? parse(shipment, sent.value, stateOf) : sent
      if (!state.ok) return state
      const { refund } = state.value
      return refund === null ? fail({ kind: 'carrier_unreachable' }) : ok(refund)
    },
  }
}

const pathOf = (shipmentId: string): string => `/shipments/${encodeURIComponent(shipmentId)}`

const rate = v.object({
  id: v.string(),
  carrier: v.string(),
  service: v.string(),
  rate: v.pipe(v.string(), v.regex(/^\d{1,7}(\.\d+)?$/)),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  delivery_days: v.nullish(v.number(), null),
})

/** Unknown states, which a newer version of the API may add, are read as unknown. */
const tracking = v.fallback(v.picklist(trackingStates), 'unknown')
/** An unknown state of a refund means that it was requested. */
const refundState = v.nullish(v.fallback(v.picklist(labelRefunds), 'submitted'), null)

/** Skips rates that cannot be shown, such as those in points. */
const readableRates = v.pipe(
  v.nullish(v.array(v.unknown()), []),
  v.transform((listed) =>
    listed.flatMap((each) => {
      const read = v.safeParse(rate, each)
      return read.success ? [read.output] : []
    }),
  ),
)

const shipment = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  rates: readableRates,
  messages: v.nullish(
    v.array(v.object({ carrier: v.nullish(v.string(), ''), message: v.unknown() })),
    [],
  ),
  status: v.optional(tracking, 'unknown'),
  tracking_code: v.nullish(v.pipe(v.string(), v.maxLength(trackingLengths.text)), null),
  selected_rate: v.nullish(rate, null),
  refund_status: refundState,
  postage_label: v.nullish(
    v.object({
      label_pdf_url: v.nullish(v.string(), null),
      label_zpl_url: v.nullish(v.string(), null),
    }),
    null,
  ),
  tracker: v.nullish(v.object({ status: tracking, public_url: v.nullish(v.string(), null) }), null),
})
type Shipment = v.InferOutput<typeof shipment>

/** A response of another shape has an unknown outcome. */
function parse<S extends v.GenericSchema, T>(
  schema: S,
  body: unknown,
  map: (value: v.InferOutput<S>) => T,
): Result<T, CarrierFailure> {
  const parsed = v.safeParse(schema, body)
  return parsed.success ? ok(map(parsed.output)) : fail({ kind: 'carrier_unreachable' })
}

const rateOf = ({
  id,
  carrier,
  service,
  rate: amount,
  currency,
  delivery_days: days,
}: v.InferOutput<typeof rate>): CarrierRate => ({
  id,
  carrier: oneLine(carrier).slice(0, trackingLengths.text),
  service: oneLine(service),
  cents: centsOf(amount),
  currency,
  days,
})

/** Rounds a fraction of a cent up. */
function centsOf(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.')
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return cents + (/[1-9]/.test(fraction.slice(2)) ? 1 : 0)
}

const stateOf = (value: Shipment): ShipmentState => ({
  label: labelOf(value),
  tracking: trackingOf(value),
  refund: value.refund_status,
})

const trackingOf = ({ status, tracker }: Shipment): TrackingState => tracker?.status ?? status

function labelOf({
  postage_label: label,
  selected_rate: selected,
  tracking_code: number,
  tracker,
}: Shipment): BoughtLabel | null {
  if (label === null || selected === null || number === null) return null
  const { carrier, service, cents, currency } = rateOf(selected)
  return {
    carrier,
    service,
    cents,
    currency,
    number,
    url: canonicalTrackingUrl(tracker?.public_url ?? ''),
  }
}

const textOf = (message: unknown): string =>
  typeof message === 'string' ? message : JSON.stringify(message ?? '')
