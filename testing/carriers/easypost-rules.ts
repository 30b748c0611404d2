// Rules of EasyPost's documentation for the body of a new shipment.
import type { Json } from './easypost.ts'

export type RequestFailure = readonly [code: string, message: string, errors?: readonly unknown[]]

/** Returns why the service would refuse the body; null if it would not. */
export function shipmentProblem(body: Json): RequestFailure | null {
  const shipment = body?.shipment
  if (typeof shipment !== 'object' || shipment === null) return missing('shipment')
  const { to_address: to, from_address: from, parcel, customs_info: customs, reference } = shipment
  for (const [name, address] of [
    ['to_address', to],
    ['from_address', from],
  ] as const) {
    const wrong = addressProblem(name, address)
    if (wrong !== null) return wrong
  }
  if (typeof reference !== 'string' || reference === '') return missing('reference')
  const { weight, length, width, height } = parcel ?? {}
  if (!isPositive(weight)) return missing('parcel.weight')
  const sides = [length, width, height].filter((side) => side !== undefined)
  if (sides.length % 3 !== 0 || !sides.every(isPositive)) return missing('parcel.length')
  if (to.country === from.country) {
    return customs === undefined ? null : customsProblem(customs, from, parcel)
  }
  return customs === undefined
    ? ['SHIPMENT.CUSTOMS_INFO.REQUIRED', 'Customs info is required for international shipments']
    : customsProblem(customs, from, parcel)
}

function addressProblem(name: string, address: Json): RequestFailure | null {
  if (typeof address !== 'object' || address === null) return missing(name)
  for (const field of ['name', 'street1', 'city', 'zip', 'country', 'phone', 'email']) {
    if (name === 'to_address' && (field === 'phone' || field === 'email')) continue
    if (typeof address[field] !== 'string' || address[field] === '') {
      return missing(`${name}.${field}`)
    }
  }
  if (!/^[A-Z]{2}$/.test(address.country)) return missing(`${name}.country`)
  return address.street1 === 'Nowhere'
    ? [
        'ADDRESS.VERIFY.FAILURE',
        'Address not found',
        [{ field: 'street1', message: 'House number is missing', suggestion: null }],
      ]
    : null
}

const contents = [
  'documents',
  'gift',
  'merchandise',
  'returned_goods',
  'sample',
  'dangerous_goods',
  'humanitarian_donation',
  'other',
]

function customsProblem(customs: Json, from: Json, parcel: Json): RequestFailure | null {
  if (!contents.includes(customs.contents_type)) return missing('customs_info.contents_type')
  if (customs.restriction_type !== 'none') return missing('customs_info.restriction_type')
  if (!['abandon', 'return'].includes(customs.non_delivery_option)) {
    return missing('customs_info.non_delivery_option')
  }
  if (customs.customs_certify !== true) return missing('customs_info.customs_certify')
  if (typeof customs.customs_signer !== 'string' || customs.customs_signer === '') {
    return missing('customs_info.customs_signer')
  }
  if (from.country === 'US' && !/^NOEEI 30\.3[67]/.test(customs.eel_pfc ?? '')) {
    return missing('customs_info.eel_pfc')
  }
  const items: Json[] = customs.customs_items ?? []
  if (items.length === 0) return missing('customs_info.customs_items')
  const wrong = items.map(itemProblem).find((problem) => problem !== null)
  if (wrong !== undefined) return wrong
  const net = items.reduce((sum, { weight }) => sum + weight, 0)
  return net > parcel.weight
    ? ['SHIPMENT.INVALID_PARAMS', 'Customs items weigh more than the parcel']
    : null
}

function itemProblem(item: Json): RequestFailure | null {
  const {
    description,
    quantity,
    weight,
    value,
    hs_tariff_number: code,
    origin_country: origin,
  } = item
  if (typeof description !== 'string' || description === '') {
    return ['SHIPMENT.CUSTOMS_INFO.DESCRIPTION_REQUIRED', 'Description is required']
  }
  if (!Number.isInteger(quantity) || quantity < 1) return missing('customs_item.quantity')
  if (!isPositive(weight) || !isPositive(value)) return missing('customs_item.weight')
  const isTariff = /^\d{6,10}$/.test(code) && /^[A-Z]{2}$/.test(origin)
  return isTariff ? null : missing('customs_item.hs_tariff_number')
}

const isPositive = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

const missing = (field: string): RequestFailure => [
  'PARAMETER.REQUIRED',
  'Missing required parameter.',
  [{ field, message: 'cannot be blank' }],
]
