// Request bodies of EasyPost's API (docs.easypost.com: Shipments, Addresses, Parcels, Customs Infos).

import type { QuotedParcel } from '../../domain/carriers/ports.ts'
import type { CustomsDeclaration } from '../../domain/fulfillment/customs/declaration.ts'
import { dollarsOfCents } from '../../domain/pricing/dollars.ts'

/** The address that parcels are posted from. */
export type SenderAddress = {
  readonly name: string
  readonly street1: string
  readonly city: string
  readonly state: string
  readonly zip: string
  /** Two uppercase letters. */
  readonly country: string
  readonly phone: string
  readonly email: string
}

const gramsPerOunce = 28.349523125
const cmPerInch = 2.54

/** Rounds up to a tenth, so that a parcel never weighs more than stated. */
const ounces = (grams: number): number => Math.ceil((grams / gramsPerOunce) * 10) / 10
/** Rounds down to hundredths, so that the items never weigh more than the parcel; the API requires more than zero. */
const netOunces = (grams: number): number =>
  Math.max(0.01, Math.floor((grams / gramsPerOunce) * 100) / 100)
const inches = (cm: number): number => Math.round((cm / cmPerInch) * 100) / 100

export function shipmentBody(parcel: QuotedParcel, from: SenderAddress): unknown {
  const { reference, to, grams, size, customs } = parcel
  return {
    shipment: {
      reference,
      from_address: from,
      to_address: {
        name: to.recipientName,
        ...(to.company !== null && { company: to.company }),
        street1: to.street1,
        ...(to.street2 !== null && { street2: to.street2 }),
        city: to.city,
        state: to.state,
        zip: to.zip,
        country: to.country,
        ...(to.phone !== null && { phone: to.phone }),
      },
      parcel: {
        weight: ounces(grams),
        ...(size !== null && {
          length: inches(size.lengthCm),
          width: inches(size.widthCm),
          height: inches(size.heightCm),
        }),
      },
      ...(customs !== null && { customs_info: customsBody(customs, from, to.country) }),
      // Only PNG labels can be converted to other formats.
      options: { label_format: 'PNG' },
    },
  }
}

/** Values and weights are those of all pieces of an item. */
const customsBody = ({ lines }: CustomsDeclaration, from: SenderAddress, country: string) => ({
  contents_type: 'merchandise',
  restriction_type: 'none',
  non_delivery_option: 'return',
  customs_certify: true,
  customs_signer: from.name,
  ...(from.country === 'US' && { eel_pfc: country === 'CA' ? 'NOEEI 30.36' : 'NOEEI 30.37(a)' }),
  customs_items: lines.map(
    ({ description, quantity, netGrams, valueCents, hsCode, originCountry }) => ({
      description,
      quantity,
      weight: netOunces(netGrams),
      value: dollarsOfCents(Math.max(1, valueCents)),
      currency: 'USD',
      hs_tariff_number: hsCode,
      origin_country: originCountry,
    }),
  ),
})
