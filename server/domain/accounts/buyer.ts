// Invoice details of a business buyer: company, VAT ID and purchase order number. An account can have defaults for the
// fields that an order does not state.
import { fail, ok, type Result } from '../base/result.ts'
import { singleLine } from '../base/text/text.ts'

export type BuyerDetails = {
  readonly company: string | null
  /** In uppercase, without spaces, dots and hyphens. */
  readonly vatId: string | null
  readonly purchaseOrder: string | null
}

/** undefined = not stated, so the account's default applies; null = none. */
export type StatedBuyer = { readonly [Name in keyof BuyerDetails]: BuyerDetails[Name] | undefined }

export type BuyerField = keyof BuyerDetails

export type BuyerFailure =
  | { readonly kind: 'buyer_field_too_long'; readonly field: BuyerField; readonly limit: number }
  | { readonly kind: 'vat_id_invalid' }

export const noBuyerDetails: BuyerDetails = { company: null, vatId: null, purchaseOrder: null }

export const buyerFields = [
  'company',
  'vatId',
  'purchaseOrder',
] as const satisfies readonly BuyerField[]

/** In characters (code points). */
export const buyerFieldLimits: Readonly<Record<BuyerField, number>> = {
  company: 200,
  vatId: 20,
  purchaseOrder: 64,
}

/** Reads each field as a single line. An empty field states that the buyer has no such detail. */
export function readBuyer(fields: ReadonlyMap<string, string>): Result<StatedBuyer, BuyerFailure> {
  const read = (field: BuyerField): string | null | undefined => {
    const text = fields.get(field)
    if (text === undefined) return undefined
    const line = singleLine(text)
    return (field === 'vatId' ? compactVatId(line) : line) || null
  }
  const buyer = {
    company: read('company'),
    vatId: read('vatId'),
    purchaseOrder: read('purchaseOrder'),
  }
  for (const field of buyerFields) {
    const limit = buyerFieldLimits[field]
    if ([...(buyer[field] ?? '')].length > limit) {
      return fail({ kind: 'buyer_field_too_long', field, limit })
    }
  }
  return buyer.vatId && !isVatId(buyer.vatId) ? fail({ kind: 'vat_id_invalid' }) : ok(buyer)
}

export const withDefaults = (stated: StatedBuyer, defaults: BuyerDetails): BuyerDetails => ({
  company: stated.company === undefined ? defaults.company : stated.company,
  vatId: stated.vatId === undefined ? defaults.vatId : stated.vatId,
  purchaseOrder: stated.purchaseOrder === undefined ? defaults.purchaseOrder : stated.purchaseOrder,
})

const compactVatId = (text: string): string => text.replaceAll(/[\s.\-/]/g, '').toUpperCase()

/** VAT IDs by prefix: the formats of the European Union, Northern Ireland, the United Kingdom, Norway and Switzerland. */
const byPrefix: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{10}\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/**
 * Tax numbers without a prefix: Mexico (RFC), India (GSTIN), Canada (BN), and numbers of digits only (Australia, New
 * Zealand, US).
 */
const withoutPrefix = [
  /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/,
  /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/,
  /^\d{9}R[TCP]\d{4}$/,
  /^\d{8,12}$/,
]

/**
 * Whether the text has the format of a VAT ID. For countries that are not listed: two letters followed by letters or
 * digits.
 */
function isVatId(id: string): boolean {
  if (withoutPrefix.some((pattern) => pattern.test(id))) return true
  const [prefix, rest] = [id.slice(0, 2), id.slice(2)]
  const format = byPrefix[prefix]
  return format === undefined ? /^[A-Z]{2}(?=.*\d)[A-Z\d]{4,18}$/.test(id) : format.test(rest)
}
