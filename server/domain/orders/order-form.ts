// The fields of a submitted order, checked in the contract's order: shipping fields (with their lengths and the email), country,
// material, quality, units. Text on one line everywhere but in the note.

import { isMailAddress } from '../base/mail-address.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text.ts'
import { domesticCountry, isServedCountry } from '../catalog/countries.ts'
import { isMaterial, isQuality } from '../catalog/materials.ts'
import { defaultPrintOptions, type PrintOptions } from '../catalog/options.ts'
import {
  clampInfill,
  clampLayerHeight,
  clampQuantity,
  readFlow,
  readNote,
  snapNozzle,
  storedColor,
} from '../catalog/print-options.ts'
import type { FormFields } from '../models/read-units.ts'
import { readUnits } from '../models/read-units.ts'
import type { OrderFailure } from './failure.ts'
import type { ShippingAddress } from './order.ts'

/** Fields with two names: the contract's own and its alias. */
export const aliasedNames = {
  recipientName: ['recipientName', 'name'],
  street1: ['street1', 'address1'],
  street2: ['street2', 'address2'],
  zip: ['zip', 'postalCode'],
} as const

export type OrderForm = { readonly options: PrintOptions; readonly address: ShippingAddress }

export function readOrderForm(
  fields: FormFields,
  accountEmail: string,
): Result<OrderForm, OrderFailure> {
  const address = readAddress(fields, accountEmail)
  if (!address.ok) return address
  const options = readOptions(fields)
  if (!options.ok) return options
  return ok({ options: options.value, address: address.value })
}

/** The shipping fields and the country. */
export function readAddress(
  fields: FormFields,
  accountEmail: string,
): Result<ShippingAddress, OrderFailure> {
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
  const phone = asSent(fields.get('phone'))
  const texts = { recipientName, street1, street2, city, state, zip, phone }
  const tooLong = Object.entries(texts).find(([, value]) => isTooLong(value))
  if (tooLong !== undefined) {
    const [field] = tooLong
    return fail({ kind: 'address_field_too_long', field, limit: addressCharactersMax })
  }
  const email = text('email')
  if (email !== undefined && !isMailAddress(email)) return fail({ kind: 'order_email_invalid' })
  const country = (text('country') ?? domesticCountry).toUpperCase()
  if (!isServedCountry(country)) {
    return fail({ kind: 'country_not_served', country: cutText(country, 60) })
  }
  return ok({
    recipientName,
    street1,
    street2,
    city,
    state,
    zip,
    country,
    email: (email ?? accountEmail).toLowerCase(),
    phone,
  })
}

/** What fits a label and cannot carry a message of its own in the confirmation mail. */
const addressCharactersMax = 200

/** In code points. */
const isTooLong = (text: string | null): boolean =>
  text !== null && text.length > addressCharactersMax && [...text].length > addressCharactersMax

function readOptions(fields: FormFields): Result<PrintOptions, OrderFailure> {
  const text = (name: string) => firstText(fields, [name])
  const material = (text('material') ?? defaultPrintOptions.material).toLowerCase()
  if (!isMaterial(material)) return fail({ kind: 'order_material_unknown' })
  const quality = text('quality') ?? defaultPrintOptions.quality
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

/** "Stored as-is": only what the database cannot hold is taken out. */
const asSent = (value: string | undefined): string | null =>
  value?.toWellFormed().replaceAll('\0', '') || null

/** Characters that show nothing by themselves: a variation selector, a joiner, an empty Braille cell. */
const nothingVisible = /^[\s\p{M}\p{C}\u2800]*$/u

/** The first of the aliases that is not blank, on one line. */
const firstText = (fields: FormFields, names: readonly string[]): string | undefined =>
  textsOf(fields, names)[0]

/** What the aliases hold, each on one line, without blank ones. */
export const textsOf = (fields: FormFields, names: readonly string[]): readonly string[] =>
  names
    .map((name) => singleLine(fields.get(name) ?? ''))
    .filter((text) => !nothingVisible.test(text))
