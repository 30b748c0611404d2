// Response to a submit with `dryRun`: the order that would be placed.

import * as v from 'valibot'
import { supportsField } from '../../../domain/orders/record/submit-response.ts'
import type { DryRun } from '../../../domain/orders/submit/dry-run.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { dollars, type JsonOf, named, orNull, says } from '../../contract/schemas.ts'
import { currency } from '../../contract/words.ts'
import {
  breakdown,
  breakdownExample,
  breakdownJson,
  estimatedCost,
  orderReference,
  partSize,
  partSizeJson,
} from './order-json.ts'
import { noteOf, remarks } from './submit-remarks.ts'

export const dryRun = named(
  'DryRun',
  v.object({
    dryRun: says(v.literal(true), 'Always true: nothing was stored, ordered or charged.'),
    estimatedCost,
    currency,
    breakdown,
    ...partSize,
    reference: orderReference,
    wouldCharge: orNull(
      dollars(
        'Amount that the card on file would be charged; null without a card: the order would be unpaid and wait at its `paymentUrl`.',
      ),
    ),
    ...remarks,
  }),
  'Preview of a submit of this form.',
)

export const dryRunExample = {
  dryRun: true,
  estimatedCost: 11.8,
  currency: 'USD',
  breakdown: breakdownExample,
  dimensionsMm: [32.9, 32.9, 32.9],
  unit: 'mm',
  reference: null,
  wouldCharge: 11.8,
}

export function dryRunJson(run: DryRun): JsonOf<typeof dryRun> {
  const { price, options, offStock, isPremiumInDefaultLayers, volumeNotes, supports } = run
  return {
    dryRun: true,
    estimatedCost: dollarsOfCents(price.totalCents),
    currency: 'USD',
    breakdown: breakdownJson(price),
    ...partSizeJson(run.size),
    reference: run.reference,
    wouldCharge: run.chargedCents === null ? null : dollarsOfCents(run.chargedCents),
    ...noteOf({
      color: options.color,
      offStock,
      isPremiumInDefaultLayers,
      volumeNotes,
      ...supportsField(supports),
    }),
    ...(run.adjusted.length === 0 ? {} : { adjusted: run.adjusted }),
    ...(run.ignored.length === 0 ? {} : { ignored: [...run.ignored] }),
  }
}
