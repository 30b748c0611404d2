// Details of a business buyer: lengths, and VAT IDs by the format of their prefix.
import { expect, test } from 'bun:test'
import { readBuyer, withDefaults } from '../../../server/domain/accounts/buyer.ts'
import { verifies } from '../../helpers/verifies.ts'

const read = (fields: Record<string, string>) => readBuyer(new Map(Object.entries(fields)))
const vatId = (id: string) => {
  const buyer = read({ vatId: id })
  return buyer.ok ? buyer.value.vatId : buyer.failure.kind
}

verifies('buyer.vat-id', () => {
  // Examples of the formats that the European Commission and the tax offices publish.
  const valid = {
    'DE 123 456 789': 'DE123456789',
    'de-123.456.789': 'DE123456789',
    ATU12345678: 'ATU12345678',
    BE0123456789: 'BE0123456789',
    FRXX999999999: 'FRXX999999999',
    'GB999 9999 73': 'GB999999973',
    GBGD001: 'GBGD001',
    NL123456789B01: 'NL123456789B01',
    IE1234567WA: 'IE1234567WA',
    IE1S23456L: 'IE1S23456L',
    ESX9999999X: 'ESX9999999X',
    IT12345678901: 'IT12345678901',
    SE123456789001: 'SE123456789001',
    'CHE-123.456.789 MWST': 'CHE123456789MWST',
    // Mexico, India, Australia, New Zealand, Canada, United States: without a prefix.
    DEF850101AB1: 'DEF850101AB1',
    '22AAAAA0000A1Z5': '22AAAAA0000A1Z5',
    '51 824 753 556': '51824753556',
    '49-091-850': '49091850',
    '123456789RT0001': '123456789RT0001',
    '12-3456789': '123456789',
    // A prefix without a known format.
    JP1234567890123: 'JP1234567890123',
  }
  for (const [typed, stored] of Object.entries(valid)) {
    expect([typed, vatId(typed)]).toEqual([typed, stored])
  }
  const invalid = [
    'DE12345678',
    'DE1234567890',
    'FR12345',
    'GB12345678',
    'IT1234567890A',
    'hello',
    '12',
    'ATU1234567',
  ]
  for (const typed of invalid) expect([typed, vatId(typed)]).toEqual([typed, 'vat_id_invalid'])
})

test('lengths count characters, after the text was put on one line', () => {
  expect(read({ company: ' Müller\n& Söhne ', purchaseOrder: 'PO\u200b-1' })).toEqual({
    ok: true,
    value: { company: 'Müller & Söhne', vatId: undefined, purchaseOrder: 'PO-1' },
  })
  expect(read({ company: '𝒳'.repeat(200), purchaseOrder: 'x'.repeat(64) }).ok).toBe(true)
  for (const [field, limit] of [
    ['company', 200],
    ['purchaseOrder', 64],
    ['vatId', 20],
  ] as const) {
    expect(read({ [field]: '1'.repeat(limit + 1) })).toEqual({
      ok: false,
      failure: { kind: 'buyer_field_too_long', field, limit },
    })
  }
})

test('an empty field is absent, an omitted one has the default', () => {
  const stated = read({ company: ' ', vatId: 'DE123456789' })
  if (!stated.ok) throw new Error('it was refused')
  const defaults = { company: 'Boxes', vatId: 'FRXX999999999', purchaseOrder: 'PO-1' }
  expect(withDefaults(stated.value, defaults)).toEqual({
    company: null,
    vatId: 'DE123456789',
    purchaseOrder: 'PO-1',
  })
})
