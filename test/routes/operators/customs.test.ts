// Customs data of parcels in every interface of the desk: the forms, the CSV, the order's page and the operators'
// API.
import { beforeAll, describe, expect, test } from 'bun:test'
import { internationalCountries } from '../../../server/domain/catalog/countries.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const viewerEmail = 'viewer@example.com'
const service = useService(() => ({ env: { VIEWER_EMAILS: viewerEmail } }))
const desk = use(() => openDesk(service))
const viewer = use(() => openDesk(service, viewerEmail))

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
const formsOf = (html: string) =>
  [...html.matchAll(/aria-label="(CN 22|CN 23|Commercial invoice) of/g)].map(([, name]) => name)
const readOrder = async (code: string) => {
  const { response } = await desk.get(`/api/operator/orders/${code}`)
  return await response.json()
}
const csvOf = async (code: string, of = desk) => {
  const { html } = await of.get(`/operator/export.csv?q=${code}`)
  const [heading = '', row = ''] = html.split('\r\n')
  return { heading: heading.split(','), row: row.split(',') }
}

/**
 * Fields of the CN 23, in the words of the form (OECD, "Misuse of Small Parcels for Trade in Counterfeit Goods",
 * annex A). The CN 22 has fewer fields with different numbers.
 */
const cn23Fields = [
  'From',
  'To',
  'Sender’s customs reference',
  'Importer’s reference',
  'Importer’s telephone',
  'Importer’s email',
  'Detailed description of contents (1)',
  'Quantity (2)',
  'Net weight, kg (3)',
  'Total gross weight, kg (4)',
  'Value, USD (5)',
  'Total value (6)',
  'HS tariff number (7)',
  'Country of origin (8)',
  'Postal charges (9)',
  'Category of item (10)',
  'Comments (11)',
  'Licence (12)',
  'Certificate (13)',
  'Invoice (14)',
  'Date and sender’s signature (15)',
  'Office of origin, date of posting',
  'May be opened officially',
]
const cn22Fields = [
  'Sender',
  'Quantity and detailed description of contents (1)',
  'Weight, kg (2)',
  'Value, USD (3)',
  'HS tariff number (4)',
  'Country of origin (5)',
  'Total weight, kg (6)',
  'Total value (7)',
  'Date and sender’s signature (8)',
  'Category of item',
  'May be opened officially',
]

describe('by the usual terms', () => {
  test.each(internationalCountries)(
    'a small parcel to %s has a CN 22 with every field',
    async (country) => {
      const [code = ''] = await desk.order(1, { country, color: 'Black', quantity: '2' })
      const { html, status } = await desk.get(`/operator/customs?pick=${code}`)
      expect(status).toBe(200)
      expect(formsOf(html)).toEqual(['CN 22'])
      const text = textOf(html)
      for (const field of cn22Fields) expect(text).toContain(field)
      // 20 mm cubes: 5 g each, at least $1.00 each.
      expect(text).toContain(
        '2 x 3D-printed part of plastic, polylactic acid (PLA) 0.010 $2.00 392690 US',
      )
      expect(text).toContain('☒ Sale of goods')
      expect(text).toContain('The gross weight is missing')
      expect(text).toContain('The form was chosen as if packaging weighed 500 g.')
      expect(text).toContain('The sender is missing')
    },
  )

  test.each(internationalCountries)(
    'an expensive parcel to %s has a CN 23 with every field, and an invoice',
    async (country) => {
      // 40 mm cubes: 81 g each, more than 2 kg together.
      const file = { bytes: cubeStl({ sizeMm: 40 }), name: 'cube.stl' }
      const fields = { country, quantity: '50', infill: '100' }
      const { code } = await placed(submit(service, await service.account(), { fields, file }))
      const { html } = await desk.get(`/operator/customs?pick=${code}`)
      expect(formsOf(html)).toEqual(['CN 23', 'Commercial invoice'])
      const text = textOf(html)
      for (const field of cn23Fields) expect(text).toContain(field)
    },
  )

  verifies(
    'customs.home-order',
    'an order within the country has no form, and says so',
    async () => {
      const [home = '', abroad = ''] = [
        ...(await desk.order(1)),
        ...(await desk.order(1, { country: 'FR' })),
      ]
      const { html } = await desk.get(`/operator/customs?pick=${home}&pick=${abroad}`)
      expect(formsOf(html)).toEqual(['CN 22'])
      expect(textOf(html)).toContain(`between United States and the address: ${home}.`)
      expect(await readOrder(home)).toMatchObject({ customs: null })
      const { row } = await csvOf(home)
      expect(row.slice(-8)).toEqual(['', '', '', '', '', '', '', ''])
      expect((await desk.get(`/operator/orders/${home}`)).html).not.toContain('/operator/customs?')
      expect((await desk.get(`/operator/orders/${abroad}`)).html).toContain(
        `/operator/customs?pick=${abroad}`,
      )
    },
  )

  verifies(
    'customs.selection',
    'a selection without such parcels is refused with the queue',
    async () => {
      const { status, html } = await desk.get('/operator/customs')
      expect([status, html.includes('print their customs declarations')]).toEqual([400, true])
    },
  )

  verifies(
    'customs.recorded',
    'viewers can open the form, and the access is recorded',
    async () => {
      const [code = ''] = await desk.order(1, { country: 'IE' })
      await service.db.deleteFrom('operator_actions').execute()
      expect((await viewer.get(`/operator/customs?pick=${code}`)).status).toBe(200)
      const actions = await service.db.selectFrom('operator_actions').selectAll().execute()
      expect(actions).toMatchObject([{ by: viewerEmail, kind: 'customs_opened', subject: code }])
    },
  )
})

describe('by the farm’s terms', () => {
  beforeAll(async () => {
    await holdTerms(service, {
      ...ownTerms,
      customs: {
        postedFrom: 'DE',
        originCountry: 'DE',
        hsCodes: { pla: '39269097' },
        packagingGrams: 120,
        sdrCents: 130,
      },
    })
  })

  verifies(
    'customs.farm-terms',
    'parcels within its customs area have no form, and others do',
    async () => {
      const [inside = '', outside = '', island = ''] = [
        ...(await desk.order(1, { country: 'FR', zip: '75001' })),
        ...(await desk.order(1)),
        ...(await desk.order(1, { country: 'ES', zip: '35001' })),
      ]
      const { html } = await desk.get(
        `/operator/customs?pick=${inside}&pick=${outside}&pick=${island}`,
      )
      expect(formsOf(html)).toEqual(['CN 22', 'CN 22'])
      expect(textOf(html)).toContain(`between Germany and the address: ${inside}.`)
    },
  )

  verifies(
    'customs.cn23',
    'an expensive order has a CN 23 with every field, and a commercial invoice',
    async () => {
      const quantity = '50'
      const [code = ''] = await desk.order(1, {
        country: 'CA',
        quantity,
        infill: '100',
        quality: 'premium',
      })
      const read = await readOrder(code)
      // 16 g (8 x 2.00) x $0.47 x 1.75 x 50 x 0.93 = 611.94.
      expect(read.customs).toEqual({
        form: 'cn23',
        needsInvoice: true,
        postedFrom: 'DE',
        lines: [
          {
            line: 1,
            description: '3D-printed part of plastic, polylactic acid (PLA)',
            quantity: 50,
            netGrams: 800,
            valueCents: 61_194,
            hsCode: '39269097',
            originCountry: 'DE',
          },
        ],
        netGrams: 800,
        grossGrams: 920,
        valueCents: 61_194,
        postageCents: 0,
        missing: ['sender'],
      })
      const { html } = await desk.get(`/operator/customs?pick=${code}`)
      expect(formsOf(html)).toEqual(['CN 23', 'Commercial invoice'])
      const text = textOf(html)
      for (const field of cn23Fields) expect(text).toContain(field)
      expect(text).toContain('50 0.800 $611.94 39269097 Germany')
      expect(text).toContain('Total gross weight, kg (4) 0.920')
      expect(text).toContain('Total $611.94 USD')
      for (const who of [desk, viewer]) {
        const { heading, row } = await csvOf(code, who)
        const names = heading.slice(-8)
        // The description contains a comma, so its quoted field is two pieces here.
        expect(names).toEqual([
          'customs_form',
          'customs_description',
          'customs_hs_code',
          'customs_origin',
          'customs_value_usd',
          'customs_net_grams',
          'customs_total_usd',
          'customs_gross_grams',
        ])
        expect(row.slice(-6)).toEqual(['39269097', 'DE', '611.94', '800', '611.94', '920'])
      }
    },
  )

  test('customs terms are shown among the terms on the desk', async () => {
    const text = textOf((await desk.get('/operator/terms')).html)
    expect(text).toContain('39269097')
    const preview = await desk.post('/operator/terms/preview', {
      terms: JSON.stringify({ ...ownTerms, customs: { originCountry: 'Germany' } }),
      validFrom: '',
      reason: 'x',
    })
    expect(preview.status).toBe(400)
    expect(textOf(preview.html)).toContain(
      'customs.originCountry must be a country in two capital letters of ISO 3166-1, such as US, or GB for the United Kingdom.',
    )
  })
})
