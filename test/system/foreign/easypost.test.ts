// EasyPost's official client against our stand-in of its API: the stand-in accepts and returns what the client expects,
// and the client reads what our adapter created. Skipped without the client (`npm run judge:install`).
import { beforeAll, describe, expect, test } from 'bun:test'
import { foreign, pathOrSkip } from '../../../lab/foreign/places.ts'
import { createEasyPost } from '../../../server/adapters/carriers/easypost.ts'
import { type Json, startEasyPost } from '../../../testing/carriers/easypost.ts'
import { use } from '../../../testing/use.ts'

const path = pathOrSkip(foreign.easyPost)
const standIn = use(startEasyPost)
const from = {
  name: 'Farm',
  street1: '388 Townsend St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94107',
  country: 'US',
  phone: '4155550100',
  email: 'post@farm.example',
}
const london = {
  name: 'Ada',
  street1: '1 York Way',
  city: 'London',
  zip: 'N1 9GU',
  country: 'GB',
  phone: '2071234567',
}
const customs = {
  eel_pfc: 'NOEEI 30.37(a)',
  customs_certify: true,
  customs_signer: 'Farm',
  contents_type: 'merchandise',
  contents_explanation: '',
  restriction_type: 'none',
  non_delivery_option: 'return',
  customs_items: [
    {
      description: 'Plastic part',
      quantity: 2,
      weight: 11,
      value: 23.25,
      hs_tariff_number: '392690',
      origin_country: 'US',
    },
  ],
}
const parcel = { length: 10, width: 8, height: 4, weight: 15.4 }
const order = (changes: object = {}) => ({
  reference: 'order-1',
  from_address: from,
  to_address: london,
  parcel,
  customs_info: customs,
  options: { label_format: 'PNG' },
  ...changes,
})

describe.skipIf(path === null)("EasyPost's client", () => {
  let open: (apiKey?: string) => Json
  beforeAll(async () => {
    const { default: Client } = await import(path ?? '')
    open = (apiKey = standIn.apiKey) => new Client(apiKey, { baseUrl: `${standIn.url}/v2/` })
  })

  test('buys a label abroad, converts it, follows it and voids it', async () => {
    const client = open()
    const created = await client.Shipment.create(order())
    expect(created.customs_info.customs_items[0].value).toBe('23.25')
    const rate = created.lowestRate()
    expect([rate.carrier, rate.rate, rate.currency]).toEqual(['USPS', '17.21', 'USD'])
    const bought = await client.Shipment.buy(created.id, rate)
    expect(bought.tracking_code).toBe(bought.tracker.tracking_code)
    for (const format of ['PDF', 'ZPL']) {
      const { postage_label: label } = await client.Shipment.convertLabelFormat(created.id, format)
      expect(label[`label_${format.toLowerCase()}_url`]).toStartWith(standIn.url)
    }
    standIn.setTracking(created.id, 'in_transit')
    expect((await client.Shipment.retrieve(created.id)).tracker.status).toBe('in_transit')
    expect((await client.Shipment.refund(created.id)).refund_status).toBe('submitted')
    expect(Number((await client.User.retrieveMe()).balance)).toBe(1000 - 17.21)
  })

  test('reads what our adapter created', async () => {
    const carriers = createEasyPost({
      apiKey: standIn.apiKey,
      apiBase: standIn.url,
      from,
      log: { warn: () => {} },
    })
    const quoted = await carriers.quote({
      reference: 'order-2',
      to: {
        recipientName: 'Ada',
        company: 'Analytical Ltd',
        street1: '179 N Harbor Dr',
        street2: null,
        city: 'Redondo Beach',
        state: 'CA',
        zip: '90277',
        country: 'US',
        email: 'ada@example.com',
        phone: null,
      },
      grams: 436,
      size: { lengthCm: 25.4, widthCm: 20.32, heightCm: 10.16 },
      customs: null,
    })
    if (!quoted.ok) throw new Error(quoted.failure.kind)
    const read = await open().Shipment.retrieve(quoted.value.shipmentId)
    expect([read.reference, read.parcel, read.to_address.company]).toEqual([
      'order-2',
      parcel,
      'Analytical Ltd',
    ])
    expect(Math.round(Number(read.lowestRate().rate) * 100)).toBe(quoted.value.rates[0]?.cents ?? 0)
  })

  test('recognizes every refusal by its class', async () => {
    const nameOf = async (run: () => Promise<unknown>) =>
      await run().then(
        () => 'none',
        (error: Error & { code: string }) => `${error.constructor.name} ${error.code}`,
      )
    const client = open()
    const created = await client.Shipment.create(
      order({ customs_info: undefined, to_address: from }),
    )
    const refusals = {
      key: await nameOf(() => open('EZTK-other').User.retrieveMe()),
      fields: await nameOf(() => client.Shipment.create({})),
      customs: await nameOf(() => client.Shipment.create(order({ customs_info: undefined }))),
      missing: await nameOf(() => client.Shipment.retrieve('shp_missing')),
      money: await nameOf(() => {
        standIn.setBalance(0)
        return client.Shipment.buy(created.id, created.lowestRate())
      }),
    }
    const codes = Object.fromEntries(
      Object.entries(refusals).map(([name, text]) => [name, text.split(' ')[1]]),
    )
    expect(codes).toEqual({
      key: 'APIKEY.INVALID',
      fields: 'PARAMETER.REQUIRED',
      customs: 'SHIPMENT.CUSTOMS_INFO.REQUIRED',
      missing: 'NOT_FOUND',
      money: 'INSUFFICIENT_FUNDS',
    })
    // Each is a class of its own, besides two of the same status.
    const classes = Object.values(refusals).map((text) => text.split(' ')[0])
    expect(new Set(classes).size).toBe(4)
  })
})
