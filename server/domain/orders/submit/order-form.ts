// Reads the form of a submitted order. Order of checks: shipping fields with their lengths and the email, country,
// material, quality, units. All texts except the note are reduced to one line.

import { fail, ok, type Result } from '../../base/result.ts'
import { isEmailAddress } from '../../base/text/email-address.ts'
import { isInvisible, singleLine } from '../../base/text/text.ts'
import { readCountry } from '../../catalog/countries.ts'
import { isMaterial, isQuality } from '../../catalog/materials.ts'
import { defaultPrintOptions, type PrintOptions } from '../../catalog/options.ts'
import {
  clampInfill,
  clampLayerHeight,
  clampQuantity,
  readFlow,
  readNote,
  snapNozzle,
  storedColor,
} from '../../catalog/print-options.ts'
import type { ModelFailure } from '../../models/failure.ts'
import type { FormFields } from '../../models/read-units.ts'
import { readUnits } from '../../models/read-units.ts'
import { centsOfDollars } from '../../pricing/dollars.ts'
import type { OrderFailure } from '../failure.ts'
import type { ShippingAddress } from '../record/order.ts'

/** Fields with two names: the contract's name and its alias. */
export const aliasedNames = {
  recipientName: ['recipientName', 'name'],
  street1: ['street1', 'address1'],
  street2: ['street2', 'address2'],
  zip: ['zip', 'postalCode'],
} as const

export type OrderForm = { readonly options: PrintOptions; readonly address: ShippingAddress }

/** `isPriceOnly`: a price needs only the country; other address lines are checked if they were sent. */
export function readOrderForm(
  fields: FormFields,
  accountEmail: string,
  { isPriceOnly = false }: { readonly isPriceOnly?: boolean } = {},
): Result<OrderForm, OrderFailure> {
  const address = readAddress(isPriceOnly ? withPlaceholderAddress(fields) : fields, accountEmail)
  if (!address.ok) return address
  const options = readPrintOptions(fields)
  if (!options.ok) return options
  return ok({ options: options.value, address: address.value })
}

/** Returns the fields with a placeholder for each missing address line. */
function withPlaceholderAddress(fields: FormFields): FormFields {
  const complete = new Map(fields)
  const required = [
    aliasedNames.recipientName,
    aliasedNames.street1,
    ['city'],
    ['state'],
    aliasedNames.zip,
  ] as const
  for (const names of required) {
    if (firstText(fields, names) === undefined) complete.set(names[0], '-')
  }
  return complete
}

export type OptionsFailure =
  | ModelFailure
  | Extract<OrderFailure, { kind: 'order_material_unknown' | 'order_quality_unknown' }>

/** Reads the shipping fields and the country. */
export function readAddress(
  fields: FormFields,
  accountEmail: string,
): Result<ShippingAddress, OrderFailure> {
  const lines = readAddressLines(fields)
  if (!lines.ok) return lines
  const email = firstText(fields, ['email'])
  if (email !== undefined && !isEmailAddress(email)) return fail({ kind: 'order_email_invalid' })
  const country = readCountry(fields.get('country'))
  if (!country.ok) return country
  return ok({
    ...lines.value,
    country: country.value,
    email: (email ?? accountEmail).toLowerCase(),
  })
}

type AddressLines = Omit<ShippingAddress, 'country' | 'email'>

/** Fails first for missing fields, then for a field that is too long. */
function readAddressLines(fields: FormFields): Result<AddressLines, OrderFailure> {
  const text = (...names: readonly string[]) => firstText(fields, names)
  const recipientName = text(...aliasedNames.recipientName)
  const street1 = text(...aliasedNames.street1)
  const city = text('city')
  const state = text('state')
  const zip = text(...aliasedNames.zip)
  if (!(recipientName && street1 && city && state && zip)) {
    const required = { recipientName, street1, city, state, zip }
    const missing = Object.entries(required).filter(([, value]) => value === undefined)
    return fail({ kind: 'shipping_fields_missing', fields: missing.map(([name]) => name) })
  }
  const street2 = text(...aliasedNames.street2) ?? null
  const phone = storedText(fields.get('phone'))
  const lines = { recipientName, street1, street2, city, state, zip, phone }
  const tooLong = Object.entries(lines).find(([, value]) => isTooLong(value))
  if (tooLong === undefined) return ok(lines)
  const [field] = tooLong
  return fail({ kind: 'address_field_too_long', field, limit: maxAddressCharacters })
}

/** Fits a label, and is too short for a separate message in the confirmation email. */
export const maxAddressCharacters = 200

/** Counts code points. */
const isTooLong = (text: string | null): boolean =>
  text !== null && text.length > maxAddressCharacters && [...text].length > maxAddressCharacters

/** Reads print options with defaults and the clamping of contract.md 4.2. */
export function readPrintOptions(fields: FormFields): Result<PrintOptions, OptionsFailure> {
  const text = (name: string) => firstText(fields, [name])
  const material = (text('material') ?? defaultPrintOptions.material).toLowerCase()
  if (!isMaterial(material)) return fail({ kind: 'order_material_unknown' })
  const quality = (text('quality') ?? defaultPrintOptions.quality).toLowerCase()
  if (!isQuality(quality)) return fail({ kind: 'order_quality_unknown' })
  const units = readUnits(fields)
  if (!units.ok) return units
  const nozzleDiameter = snapNozzle(text('nozzleDiameter'))
  return ok({
    material,
    quality,
    quantity: clampQuantity(text('quantity')),
    color: storedColor(text('color')),
    infill: clampInfill(text('infill')),
    nozzleDiameter,
    nozzleFlow: readFlow(text('nozzleFlow')),
    layerHeight: clampLayerHeight(text('layerHeight'), nozzleDiameter),
    note: readNote(fields.get('note')),
    units: units.value,
  })
}

/** Reads `maxTotal` in cents. The field is in dollars, more than 0, with at most two decimals. null if it is not sent. */
export function readMaxTotal(fields: FormFields): Result<number | null, OrderFailure> {
  const text = firstText(fields, ['maxTotal'])
  if (text === undefined) return ok(null)
  const cents = centsOfDollars(text)
  return cents === null || cents === 0 ? fail({ kind: 'max_total_invalid' }) : ok(cents)
}

/**
 * Reads `dryRun`. Refuses any other value, including an empty one, because a mistyped `true` would otherwise be
 * charged.
 */
export function readDryRun(fields: FormFields): Result<boolean, OrderFailure> {
  const text = firstText(fields, ['dryRun'])?.toLowerCase()
  if (!fields.has('dryRun') || text === 'false') return ok(false)
  return text === 'true' ? ok(true) : fail({ kind: 'dry_run_invalid' })
}

/** Returns the text as sent, without characters that the database cannot store. */
const storedText = (value: string | undefined): string | null =>
  value?.toWellFormed().replaceAll('\0', '') || null

/** Returns the first nonblank value under one of the names, on one line. */
const firstText = (fields: FormFields, names: readonly string[]): string | undefined =>
  textsOf(fields, names)[0]

/** Returns the values under the names, each on one line, without blank ones. */
export const textsOf = (fields: FormFields, names: readonly string[]): readonly string[] =>
  names.map((name) => singleLine(fields.get(name) ?? '')).filter((text) => !isInvisible(text))
