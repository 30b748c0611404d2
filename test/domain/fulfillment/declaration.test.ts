// Customs declarations: which parcels need one, its form, and its content. Rules and sources: customs-areas.ts and
// declaration.ts.
import { describe, expect, test } from 'bun:test'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { internationalCountries } from '../../../server/domain/catalog/countries.ts'
import { usualCustomsTerms } from '../../../server/domain/catalog/customs-terms.ts'
import type { Material } from '../../../server/domain/catalog/options.ts'
import { crossesCustoms } from '../../../server/domain/fulfillment/customs/customs-areas.ts'
import { declarationOf } from '../../../server/domain/fulfillment/customs/declaration.ts'
import type { OrderLine } from '../../../server/domain/orders/record/order-lines.ts'
import { newOrder, placedOrder, printOptions, shippingAddress } from '../../../testing/orders.ts'
import { verifies } from '../../helpers/verifies.ts'

const order = placedOrder(newOrder(accountIdOf('buyer')))
const sender = ['Example Prints Inc.', '1 Main Street, Springfield, IL 62701']
const line = (place: number, printCents: number, changes: object = {}): OrderLine => ({
  place,
  options: printOptions({ quantity: 3 }),
  price: { printCents, gramsPerPart: 20, centihoursPerPart: 100 },
  file: order.file,
  ...changes,
})
const to = (country: string, zip = '10115', state = 'Berlin') =>
  shippingAddress({ country, zip, state })
const declare = (lines: readonly OrderLine[], customs: object = {}, address = to('DE')) =>
  declarationOf(
    { ...order, address },
    { customs: { ...usualCustomsTerms, ...customs }, lines, sender },
  )

describe('a border', () => {
  test.each(internationalCountries)('exists between the United States and %s', (country) => {
    expect(crossesCustoms('US', to(country))).toBe(true)
    expect(declare([line(1, 1_000)], {}, to(country))).toMatchObject({ form: 'cn22' })
  })

  test.each([
    ['US', 'US', '62701', 'IL', false],
    // Puerto Rico and the Virgin Islands.
    ['US', 'US', '00901', 'PR', false],
    ['US', 'US', '00802', 'VI', false],
    // Guam, the Marianas, American Samoa; 96941 to 96944 is Micronesia, which 608.2.4 omits.
    ['US', 'US', '96910', 'GU', true],
    ['US', 'US', '96950', 'MP', true],
    ['US', 'US', '96799-1234', 'AS', true],
    ['US', 'US', '96701', 'HI', false],
    ['US', 'US', '09012', 'AE', true],
    ['US', 'US', '34002', 'aa', true],
    // The ZIP codes of military post, whatever the state: 090 to 098 is AE, 340 AA, 962 to 966 AP.
    ['US', 'US', '09012', '', true],
    ['US', 'US', '09898', 'Armed Forces Europe', true],
    ['US', 'US', '34002', 'Florida', true],
    ['US', 'US', '96201', 'Armed Forces Pacific', true],
    ['US', 'US', '96698', '-', true],
    ['US', 'US', 'APO AE 09012-1234', '', true],
    ['US', 'US', '08999', 'NJ', false],
    ['US', 'US', '10001', 'NY', false],
    ['US', 'US', '33999', 'FL', false],
    ['US', 'US', '34102', 'FL', false],
    ['US', 'US', '96161', 'CA', false],
    ['US', 'US', '96813', 'HI', false],
    ['DE', 'FR', '75001', 'Paris', false],
    ['AT', 'NL', '1011 AB', 'Amsterdam', false],
    ['DE', 'DE', '27498', 'Heligoland', true],
    ['DE', 'DE', '78266', 'Büsingen', true],
    ['DE', 'ES', '28001', 'Madrid', false],
    ['DE', 'ES', '35001', 'Las Palmas', true],
    ['DE', 'ES', '38001', 'Tenerife', true],
    ['DE', 'ES', '51001', 'Ceuta', true],
    ['DE', 'ES', '52001', 'Melilla', true],
    ['DE', 'FR', '97400', 'Réunion', true],
    ['DE', 'FR', '98800', 'Nouméa', true],
    ['DE', 'FR', '98411', 'Saint-Pierre', true],
    ['DE', 'FR', 'F-97400', 'Réunion', true],
    ['DE', 'FR', 'F-75001', 'Paris', false],
    // Monaco is treated as France.
    ['DE', 'FR', '98000', 'Monaco', false],
    ['DE', 'FR', 'MC-98000', 'Monaco', false],
    ['MC', 'FR', '06000', 'Nice', false],
    ['MC', 'US', '10001', 'NY', true],
    ['DE', 'DE', 'D-27498', 'Heligoland', true],
    ['DE', 'DE', 'D - 10115', 'Berlin', false],
    ['DE', 'ES', 'ES-35001', 'Las Palmas', true],
    ['DE', 'ES', 'e 28001', 'Madrid', false],
    ['DE', 'IT', 'I-23041', 'Livigno', true],
    ['DE', 'GB', 'GB-BT1 1AA', 'Belfast', false],
    ['GB', 'GB', 'GB-JE2 3AB', 'Jersey', true],
    ['IM', 'GB', 'SW1A 1AA', 'London', false],
    ['GB', 'GB', 'IM1 1AA', 'Douglas', false],
    ['DE', 'IT', '23041', 'Livigno', true],
    ['DE', 'IT', '20121', 'Milano', false],
    ['DE', 'GB', 'SW1A 1AA', 'London', true],
    ['DE', 'GB', 'BT1 1AA', 'Belfast', false],
    ['GB', 'GB', 'bt1 1aa', 'Belfast', false],
    ['GB', 'GB', 'JE2 3AB', 'Jersey', true],
    ['DE', 'US', '10001', 'NY', true],
  ] as const)('from %s to %s %s %s: %p', (from, country, zip, state, crosses) => {
    expect(crossesCustoms(from, to(country, zip, state))).toBe(crosses)
  })

  verifies('customs.border', 'that is not crossed needs no declaration', () => {
    expect(declare([line(1, 1_000)], {}, to('US', '62701', 'IL'))).toBeNull()
    expect(declare([line(1, 1_000)], { postedFrom: 'FR' })).toBeNull()
  })
})

describe('a declaration', () => {
  verifies(
    'customs.content',
    'contains the charged amount of each line, its weight, code and origin',
    () => {
      const own = {
        originCountry: 'MX',
        packagingGrams: 150,
        hsCodes: { ...usualCustomsTerms.hsCodes, tpu: '39269097' },
      }
      const lines = [
        line(1, 720),
        line(2, 1_333, { options: printOptions({ material: 'tpu', quantity: 2 }) }),
      ]
      expect(declare(lines, own)).toEqual({
        form: 'cn22',
        needsInvoice: false,
        lines: [
          {
            place: 1,
            description: '3D-printed part of plastic, polylactic acid (PLA)',
            quantity: 3,
            netGrams: 60,
            valueCents: 720,
            hsCode: '392690',
            originCountry: 'MX',
          },
          {
            place: 2,
            description: '3D-printed part of plastic, polyurethane (TPU)',
            quantity: 2,
            netGrams: 40,
            valueCents: 1_333,
            hsCode: '39269097',
            originCountry: 'MX',
          },
        ],
        netGrams: 100,
        grossGrams: 250,
        valueCents: 2_053,
        postageCents: order.price.shippingCents,
        sender,
        missing: [],
      })
    },
  )

  test.each(['pla', 'petg', 'abs', 'asa', 'tpu'] satisfies Material[])(
    'of %s has at least six digits of chapter 39',
    (material) => {
      const declared = declare([line(1, 100, { options: printOptions({ material }) })])
      expect(declared?.lines[0]?.hsCode).toBe('392690')
    },
  )

  verifies(
    'customs.form-value',
    'up to 300 special drawing rights is a CN 22, above a CN 23 with an invoice',
    () => {
      // 300 x $1.30.
      expect(declare([line(1, 39_000)])).toMatchObject({ form: 'cn22', needsInvoice: false })
      expect(declare([line(1, 39_001)])).toMatchObject({ form: 'cn23', needsInvoice: true })
      expect(declare([line(1, 20_000), line(2, 19_001)])).toMatchObject({ form: 'cn23' })
      expect(declare([line(1, 39_001)], { sdrCents: 145 })).toMatchObject({ form: 'cn22' })
    },
  )

  verifies('customs.form-weight', 'above two kilograms or four articles is a CN 23', () => {
    const heavy = { price: { printCents: 100, gramsPerPart: 600, centihoursPerPart: 1 } }
    // 3 x 600 g.
    expect(declare([line(1, 100, heavy)], { packagingGrams: 200 })?.form).toBe('cn22')
    expect(declare([line(1, 100, heavy)], { packagingGrams: 201 })?.form).toBe('cn23')
    const lines = [1, 2, 3, 4, 5].map((place) => line(place, 100))
    expect(declare(lines.slice(0, 4))?.form).toBe('cn22')
    expect(declare(lines)?.form).toBe('cn23')
  })

  verifies(
    'customs.packaging',
    'reserves 500 g of the two kilograms for packaging of unknown weight',
    () => {
      const of = (gramsPerPart: number) =>
        declare([line(1, 100, { price: { printCents: 100, gramsPerPart, centihoursPerPart: 1 } })])
      // 3 parts of 500 g; the gross weight stays open.
      expect(of(500)).toMatchObject({ form: 'cn22', netGrams: 1_500, grossGrams: null })
      expect(of(501)).toMatchObject({ form: 'cn23', needsInvoice: true, grossGrams: null })
      expect(of(600)).toMatchObject({ form: 'cn23', netGrams: 1_800 })
    },
  )

  verifies('customs.missing', 'names missing values', () => {
    expect(declare([line(1, 100)])).toMatchObject({
      grossGrams: null,
      missing: ['packaging_weight'],
    })
    const nameless = declarationOf(
      { ...order, address: to('CA') },
      { customs: usualCustomsTerms, lines: [line(1, 100)], sender: [] },
    )
    expect(nameless?.missing).toEqual(['sender', 'packaging_weight'])
  })
})
