// The EasyPost adapter against the stand-in: request bodies, parsed responses, failures, and calls that are cut.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createEasyPost } from '../../../server/adapters/carriers/easypost.ts'
import type { Carriers, QuotedParcel } from '../../../server/domain/carriers/ports.ts'
import { type EasyPostStandIn, startEasyPost } from '../../../testing/carriers/easypost.ts'

let standIn: EasyPostStandIn
let carriers: Carriers
beforeEach(async () => {
  standIn = await startEasyPost()
  carriers = open(standIn.apiKey)
})
afterEach(() => standIn.close())

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
const open = (apiKey: string) =>
  createEasyPost({
    apiKey,
    apiBase: standIn.url,
    from,
    log: { warn: () => {} },
    pause: async () => {},
  })

const home: QuotedParcel = {
  reference: 'b7d6ef4e-6f6b-4b3f-a9d2-7d0c1e3f5a01',
  to: {
    recipientName: 'Ada',
    company: null,
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
}

const abroad: QuotedParcel = {
  ...home,
  to: {
    ...home.to,
    company: 'Analytical Ltd',
    city: 'London',
    state: '',
    zip: 'N1 9GU',
    country: 'GB',
  },
  grams: 600,
  size: null,
  customs: {
    form: 'cn22',
    needsInvoice: false,
    lines: [
      {
        place: 1,
        description: '3D-printed part of plastic, ABS',
        quantity: 3,
        netGrams: 283,
        valueCents: 2325,
        hsCode: '392690',
        originCountry: 'US',
      },
    ],
    netGrams: 283,
    grossGrams: null,
    valueCents: 2325,
    postageCents: 3000,
    sender: [],
    missing: [],
  },
}

async function quoted(parcel = home) {
  const quote = await carriers.quote(parcel)
  if (!quote.ok) throw new Error(quote.failure.kind)
  return quote.value
}

describe('quote', () => {
  test('returns the rates, the cheapest first', async () => {
    // The rates of the documentation's example.
    expect(
      (await quoted()).rates.map(({ service, cents, currency, days }) => [
        service,
        cents,
        currency,
        days,
      ]),
    ).toEqual([
      ['GroundAdvantage', 593, 'USD', 3],
      ['Priority', 690, 'USD', 2],
      ['Express', 3310, 'USD', 2],
    ])
  })

  test('sends ounces and inches, and no customs data within the country', async () => {
    await quoted()
    const { shipment } = standIn.created[0]
    // 436 g / 28.349523125 g = 15.379 oz, rounded up to a tenth.
    expect(shipment.parcel).toEqual({ weight: 15.4, length: 10, width: 8, height: 4 })
    expect(shipment.customs_info).toBeUndefined()
    expect(shipment.reference).toBe(home.reference)
    expect(shipment.from_address).toEqual(from)
  })

  test.each([null, '+1 415 555 0100'])(
    'sends the address without the email (phone: %p)',
    async (phone) => {
      await quoted({ ...home, to: { ...home.to, phone } })
      expect(standIn.created[0].shipment.to_address).toEqual({
        name: 'Ada',
        street1: '179 N Harbor Dr',
        city: 'Redondo Beach',
        state: 'CA',
        zip: '90277',
        country: 'US',
        ...(phone !== null && { phone }),
      })
      expect(JSON.stringify(standIn.created[0])).not.toContain(home.to.email)
    },
  )

  test('sends customs data for a parcel abroad', async () => {
    const { messages } = await quoted(abroad)
    const { shipment } = standIn.created[0]
    expect(shipment.customs_info).toEqual({
      contents_type: 'merchandise',
      restriction_type: 'none',
      non_delivery_option: 'return',
      customs_certify: true,
      customs_signer: 'Farm',
      eel_pfc: 'NOEEI 30.37(a)',
      customs_items: [
        {
          description: '3D-printed part of plastic, ABS',
          quantity: 3,
          // 283 g / 28.349523125 g = 9.9825 oz, rounded down to a hundredth.
          weight: 9.98,
          value: 23.25,
          currency: 'USD',
          hs_tariff_number: '392690',
          origin_country: 'US',
        },
      ],
    })
    expect(shipment.to_address.company).toBe('Analytical Ltd')
    expect(messages).toEqual(['USPS: GroundAdvantage: domestic only'])
  })

  test('cites the exemption of exports to Canada', async () => {
    await quoted({ ...abroad, to: { ...abroad.to, country: 'CA' } })
    expect(standIn.created[0].shipment.customs_info.eel_pfc).toBe('NOEEI 30.36')
  })

  test.each(['cut_before', 'cut_after'] as const)('repeats a call that is %s', async (fault) => {
    standIn.failNext('POST /shipments', fault)
    expect((await quoted()).rates).toHaveLength(3)
  })

  test.each([
    [{ status: 401, code: 'APIKEY.INVALID' }, { kind: 'carrier_account_refused' }],
    [{ status: 403, code: 'FORBIDDEN' }, { kind: 'carrier_account_refused' }],
    [
      { status: 422, code: 'SHIPMENT.INVALID', message: 'Too\nheavy.', errors: ['Ask us.'] },
      { kind: 'carrier_refused', message: 'Too heavy.; Ask us' },
    ],
  ])('maps %p', async (fault, failure) => {
    standIn.failNext('POST /shipments', fault)
    expect(await carriers.quote(home)).toEqual({ ok: false, failure } as never)
  })

  test('reads an error whose fields are null', async () => {
    standIn.failNext('POST /shipments', { status: 422, code: null, message: null, errors: null })
    expect(await carriers.quote(home)).toEqual({
      ok: false,
      failure: { kind: 'carrier_refused', message: '' },
    })
  })

  test('skips rates that it cannot read', async () => {
    standIn.changeShipments((shipment) => {
      const [first, second] = shipment.rates
      return { ...shipment, messages: null, rates: [{ ...first, rate: '12 points' }, null, second] }
    })
    expect((await quoted()).rates.map(({ service }) => service)).toEqual(['Priority'])
  })

  test('quotes the reason for a refused address', async () => {
    const refused = await carriers.quote({ ...home, to: { ...home.to, street1: 'Nowhere' } })
    expect(refused).toEqual({
      ok: false,
      failure: {
        kind: 'carrier_address_refused',
        message: 'Address not found; street1 House number is missing',
      },
    })
  })

  test('logs the code of a refused address, and nothing of the address', async () => {
    const logged: unknown[] = []
    const client = createEasyPost({
      apiKey: standIn.apiKey,
      apiBase: standIn.url,
      from,
      log: { warn: (...line) => logged.push(line) },
    })
    standIn.failNext('POST /shipments', {
      status: 422,
      code: 'ADDRESS.VERIFY.FAILURE',
      message: '179 N Harbor Dr not found',
    })
    expect(await client.quote(home)).toMatchObject({
      failure: { message: '179 N Harbor Dr not found' },
    })
    expect(logged).toEqual([
      [
        'carriers.refused',
        {
          path: '/shipments',
          status: 422,
          kind: 'carrier_address_refused',
          code: 'ADDRESS.VERIFY.FAILURE',
        },
      ],
    ])
  })

  test('refuses a wrong key', async () => {
    expect(await open('EZTK-other').quote(home)).toMatchObject({
      failure: { kind: 'carrier_account_refused' },
    })
  })
})

describe('buy', () => {
  test('returns carrier, price and number, and takes the money once for two calls', async () => {
    const { shipmentId, rates } = await quoted()
    const label = {
      carrier: 'USPS',
      service: 'Priority',
      cents: 690,
      currency: 'USD',
      number: '9400100000000000000001',
      url: `https://track.easypost.com/${shipmentId}`,
    }
    const rateId = rates[1]?.id ?? ''
    expect(await carriers.buy(shipmentId, rateId)).toEqual({ ok: true, value: label })
    expect(await carriers.buy(shipmentId, rateId)).toEqual({ ok: true, value: label })
    expect(standIn.purchases).toEqual([{ shipmentId, cents: 690 }])
  })

  test('never repeats a purchase, and finds one whose response was lost', async () => {
    const { shipmentId, rates } = await quoted()
    standIn.failNext('/buy', 'cut_after')
    expect(await carriers.buy(shipmentId, rates[0]?.id ?? '')).toMatchObject({ ok: true })
    expect(standIn.calls.filter((call) => call.endsWith('/buy'))).toHaveLength(1)
    expect(standIn.purchases).toHaveLength(1)
  })

  test.each([
    'cut_before',
    { status: 500, code: 'INTERNAL' },
    { status: 422, code: 'SHIPMENT.PURCHASE.IN_PROGRESS' },
    { status: 422, code: 'SHIPMENT.POSTAGE.TIMED_OUT' },
  ] as const)('has an unknown outcome after %p', async (fault) => {
    const { shipmentId, rates } = await quoted()
    standIn.failNext('/buy', fault)
    expect(await carriers.buy(shipmentId, rates[0]?.id ?? '')).toEqual({
      ok: false,
      failure: { kind: 'carrier_unreachable' },
    })
    expect(standIn.purchases).toHaveLength(0)
  })

  test('reports that the balance is too low', async () => {
    const { shipmentId, rates } = await quoted()
    standIn.setBalance(592)
    expect(await carriers.buy(shipmentId, rates[0]?.id ?? '')).toMatchObject({
      failure: { kind: 'carrier_balance_low' },
    })
  })

  test('does not repeat a purchase that the rate limit refused', async () => {
    const { shipmentId, rates } = await quoted()
    standIn.failNext('/buy', { status: 429, code: 'RATE_LIMITED' })
    expect(await carriers.buy(shipmentId, rates[0]?.id ?? '')).toMatchObject({
      failure: { kind: 'carrier_busy' },
    })
    expect(standIn.calls.filter((call) => call.endsWith('/buy'))).toHaveLength(1)
  })
})

describe('a bought label', () => {
  const bought = async () => {
    const { shipmentId, rates } = await quoted()
    await carriers.buy(shipmentId, rates[0]?.id ?? '')
    return shipmentId
  }
  const textOf = async (shipmentId: string, format: 'pdf' | 'zpl') => {
    const file = await carriers.file(shipmentId, format)
    return file.ok ? Buffer.from(file.value).toString() : file.failure.kind
  }

  test('is downloaded as PDF and ZPL, without the key', async () => {
    const shipmentId = await bought()
    expect(await textOf(shipmentId, 'pdf')).toStartWith('%PDF-')
    expect(await textOf(shipmentId, 'zpl')).toStartWith('^XA')
  })

  test('has no file before the purchase', async () => {
    expect(await textOf((await quoted()).shipmentId, 'pdf')).toBe('carrier_refused')
  })

  test('is read with the state of its tracking', async () => {
    const shipmentId = await bought()
    expect(await carriers.read(shipmentId)).toMatchObject({
      value: { tracking: 'unknown', refund: null },
    })
    standIn.setTracking(shipmentId, 'delivered')
    expect(await carriers.read(shipmentId)).toMatchObject({ value: { tracking: 'delivered' } })
    standIn.setTracking(shipmentId, 'a state of a newer version')
    expect(await carriers.read(shipmentId)).toMatchObject({ value: { tracking: 'unknown' } })
  })

  test('is refunded once', async () => {
    const shipmentId = await bought()
    standIn.failNext('/refund', 'cut_after')
    expect(await carriers.refund(shipmentId)).toMatchObject({
      failure: { kind: 'carrier_unreachable' },
    })
    expect(await carriers.refund(shipmentId)).toEqual({ ok: true, value: 'submitted' })
    expect(standIn.calls.filter((call) => call.endsWith('/refund'))).toHaveLength(1)
  })
})
