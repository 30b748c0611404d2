// Responses to submits, stored for a day for retries under the same Idempotency-Key. The stored names are those of the first release and
// must not change: during a deploy the old processes read what the new ones write.
import * as v from 'valibot'
import { keysOf } from '../../domain/base/keys-of.ts'
import { fileUnits } from '../../domain/models/format.ts'
import type { ChargeState } from '../../domain/orders/record/payment.ts'
import { orderStatusLabels } from '../../domain/orders/record/status.ts'
import type { SubmitResponse } from '../../domain/orders/record/submit-response.ts'
import {
  causeOfStoredSentence,
  type UnpaidCause,
  unpaidCauses,
} from '../../domain/orders/record/unpaid-reasons.ts'
import { type JsonColumn, jsonb, oneOf, readJson } from '../core/values/json.ts'

const common = {
  code: v.string(),
  status: v.picklist(keysOf(orderStatusLabels)),
  paid: v.boolean(),
  printCents: v.number(),
  shippingCents: v.number(),
  totalCents: v.number(),
  gramsPerPart: v.number(),
  centihoursPerPart: v.number(),
  unpaidReason: v.nullable(v.string()),
  unpaidCause: v.exactOptional(v.fallback(v.nullable(v.picklist(unpaidCauses)), null)),
  checkoutUrl: v.nullable(v.string()),
  payUntil: v.exactOptional(v.string()),
  reference: v.exactOptional(v.nullable(v.string())),
  color: v.string(),
  offStock: v.nullable(v.object({ centsPerGram: v.number(), stockCentsPerGram: v.number() })),
  size: v.exactOptional(
    v.object({
      dimensionsMm: v.tuple([v.number(), v.number(), v.number()]),
      unit: v.picklist(fileUnits),
    }),
  ),
  adjusted: v.exactOptional(
    v.array(
      v.object({ field: v.string(), sent: v.string(), used: v.union([v.string(), v.number()]) }),
    ),
  ),
  isPremiumInDefaultLayers: v.exactOptional(v.boolean()),
  volumeNotes: v.exactOptional(v.array(v.string())),
  supports: v.exactOptional(v.picklist(['turn', 'supports'])),
  ignored: v.exactOptional(v.array(v.string())),
  // A field without a schema would be lost in replays.
} satisfies Readonly<
  Record<Exclude<keyof SubmitResponse, 'chargeState' | 'paymentPending'>, v.GenericSchema>
>
const present = v.object({
  ...common,
  chargeState: oneOf<ChargeState>({
    none: true,
    started: true,
    unknown: true,
    declined: true,
    not_made: true,
    succeeded: true,
  }),
  paymentPending: v.boolean(),
})
/** Responses of releases before `chargeState`. */
const earlier = v.object({ ...common, settling: v.boolean() })
const stored = v.union([present, earlier])

export const storedResponse = (response: SubmitResponse): string => jsonb(response)

export function readResponse(value: unknown, place: JsonColumn): SubmitResponse {
  const kept = readJson(stored, value, place)
  const unpaidCause = kept.unpaidCause ?? causeOfStoredSentence(kept.unpaidReason)
  if (!('settling' in kept)) return { ...kept, unpaidCause }
  const { settling, ...same } = kept
  return {
    ...same,
    unpaidCause,
    chargeState: chargeStateOf(kept, unpaidCause),
    paymentPending: false,
  }
}

function chargeStateOf(
  response: { readonly paid: boolean; readonly settling: boolean },
  cause: UnpaidCause | null,
): ChargeState {
  if (response.paid) return 'succeeded'
  if (response.settling) return 'unknown'
  return cause === 'no_card' ? 'none' : 'declined'
}
