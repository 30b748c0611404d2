// Estimates a price from a bounding box, for POST /api/price (contract.md 4.5 and 2.7).

import { isObject } from '../base/is-object.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cutText } from '../base/text/text.ts'
import { fitsBuildVolume } from '../catalog/build-volume.ts'
import { domesticPostage } from '../catalog/countries.ts'
import { isMaterial, isQuality } from '../catalog/materials.ts'
import {
  defaultPrintOptions,
  type Material,
  maxColorCharacters,
  type Quality,
} from '../catalog/options.ts'
import type { PriceFailure } from './failure.ts'
import { defaultCentihours } from './hours.ts'
import { estimateRate } from './rate.ts'
import { materialHundredthsOfCent, perPartCents, printSubtotalCents } from './subtotal.ts'
import { boxGrams } from './weight.ts'

export type Estimate = {
  readonly grams: number
  readonly centihours: number
  /** Price of one part before discount and minimum. */
  readonly materialHundredthsOfCent: number
  /** Price of one part after discount and minimum, rounded separately. */
  readonly perUnitCents: number
  readonly subtotalCents: number
  readonly shippingCents: number
  readonly totalCents: number
  readonly material: Material
  readonly quality: Quality
  readonly quantity: number
  readonly color: string | undefined
  readonly customColor: boolean
  readonly centsPerGram: number
}

/** Order of checks: box, fit, material, quality, quantity. */
export function estimateFromBox(body: unknown): Result<Estimate, PriceFailure> {
  const request = isObject(body) ? body : {}
  const sizes = readBox(request['bboxMm'])
  if (sizes === null) return fail({ kind: 'price_bbox_invalid' })
  if (!fitsBuildVolume(sizes)) return fail({ kind: 'price_too_large' })
  const material = wordOr(defaultPrintOptions.material, request['material']).toLowerCase()
  if (!isMaterial(material)) {
    return fail({ kind: 'price_material_unknown', value: asSent(request['material']) })
  }
  const quality = wordOr(defaultPrintOptions.quality, request['quality']).toLowerCase()
  if (!isQuality(quality)) {
    return fail({ kind: 'price_quality_unknown', value: asSent(request['quality']) })
  }
  const stated = request['quantity'] ?? defaultPrintOptions.quantity
  if (typeof stated !== 'number') return fail({ kind: 'price_quantity_invalid' })
  const quantity = estimateQuantity(stated)
  const color = estimateColor(request['color'])
  const { centsPerGram, customColor } = estimateRate(material, color)
  const grams = boxGrams(sizes, material)
  const billed = { grams, centsPerGram, quality, quantity }
  const subtotalCents = printSubtotalCents(billed)
  const { flatCents } = domesticPostage()
  return ok({
    grams,
    centihours: defaultCentihours(grams, material),
    materialHundredthsOfCent: materialHundredthsOfCent(billed),
    perUnitCents: perPartCents(billed),
    subtotalCents,
    shippingCents: flatCents,
    totalCents: subtotalCents + flatCents,
    material,
    quality,
    quantity,
    color,
    customColor,
    centsPerGram,
  })
}

function readBox(box: unknown): [number, number, number] | null {
  if (!isObject(box)) return null
  const { x, y, z } = box
  return isSize(x) && isSize(y) && isSize(z) ? [x, y, z] : null
}

const isSize = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

/** Returns the fallback for an absent value, otherwise the value as text. */
const wordOr = (fallback: string, value: unknown): string =>
  value === undefined || value === null ? fallback : asSent(value).trim()

/** Maximum length of a value repeated in an error message. */
const maxEchoCharacters = 100

/** Objects are not repeated, because serializing a deeply nested one would block other requests. */
function asSent(value: unknown): string {
  if (typeof value === 'string') {
    return cutText(value.slice(0, 2 * maxEchoCharacters), maxEchoCharacters)
  }
  return typeof value === 'object' ? 'an object' : String(value)
}

/** Far above any order. Keeps amounts finite: JSON would represent the total of 1e308 parts as null. */
const maxParts = 1_000_000_000

/** Rounds the quantity; at least 1. */
export function estimateQuantity(value: number): number {
  if (!Number.isFinite(value)) return 1
  return Math.min(maxParts, Math.max(1, Math.round(value)))
}

/**
 * Cuts the color to 64 characters; undefined if it contains anything other than letters, digits, spaces and # ( ) , .
 * _ -
 */
export function estimateColor(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const color = value.trim().slice(0, maxColorCharacters)
  return /^[A-Za-z0-9 #(),._-]+$/.test(color) ? color : undefined
}
