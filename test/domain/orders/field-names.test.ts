// Field names that count as misspellings, in a hand-written table; and the known names compared with the published
// form.
import { describe, expect, test } from 'bun:test'
import { nearestNames } from '../../../server/domain/base/text/field-names.ts'
import {
  checkFieldNames,
  knownFieldNames,
} from '../../../server/domain/orders/submit/field-names.ts'
import { submitFields } from '../../../server/http/routes/orders/order-fields.ts'

const meant: readonly (readonly [sent: string, meant: string])[] = [
  // The two examples of the decision.
  ['materal', 'material'],
  ['colour', 'color'],
  // Letter case and separators are ignored.
  ['Material', 'material'],
  ['MATERIAL', 'material'],
  [' material ', 'material'],
  ['recipient_name', 'recipientName'],
  ['layer-height', 'layerHeight'],
  ['postal code', 'postalCode'],
  ['color[]', 'color'],
  ['e-mail', 'email'],
  ['ｍａｔｅｒｉａｌ', 'material'],
  // One letter added, missing, wrong, or swapped.
  ['matterial', 'material'],
  ['quantiy', 'quantity'],
  ['infil', 'infill'],
  ['matarial', 'material'],
  ['qauntity', 'quantity'],
  ['mail', 'email'],
  ['unit', 'units'],
  ['notes', 'note'],
  // Two letters, in longer names.
  ['mateiral', 'material'],
  ['matrial', 'material'],
  ['postcode', 'postalCode'],
  ['quntty', 'quantity'],
  ['nozleDiamter', 'nozzleDiameter'],
  ['coutnry', 'country'],
  // A swap across a letter in between, which a plain edit distance counts as three.
  ['stretme2', 'street2'],
  ['quanimtty', 'quantity'],
  ['mаterial', 'material'],
  // Equally close to two names.
  ['street', 'street1 or street2'],
  ['address3', 'address1 or address2'],
  ['qualtity', 'quality or quantity'],
  // Three letters.
  ['zpi', 'zip'],
  ['zips', 'zip'],
  ['ZIP', 'zip'],
  // Other common names of values that an invoice or a parcel would lack.
  ['vat', 'vatId'],
  ['VAT', 'vatId'],
  ['vat_no', 'vatId'],
  ['vat_number', 'vatId'],
  ['vatNumber', 'vatId'],
  ['taxId', 'vatId'],
  ['tax-number', 'vatId'],
  ['po', 'purchaseOrder'],
  ['PO no.', 'purchaseOrder'],
  ['poNumber', 'purchaseOrder'],
  ['purchaseOrderNumber', 'purchaseOrder'],
  ['companyName', 'company'],
  ['Organization', 'company'],
  ['country_code', 'country'],
]

const unrelated = [
  // Close to short names.
  ...['tip', 'ip', 'vip', 'ship', 'id', 'z', 'x', ''],
  // Fields of other forms.
  ...['county', 'County', 'fname', 'f_name', 'lname', 'mname', 'sname', 'uname'],
  // Two letters away from a name of at most five.
  ...['eml', 'clr', 'uni'],
  ...['status', 'scale', 'store', 'photo', 'limit'],
  ...['code', 'date', 'mode', 'size', 'type', 'price'],
  ...['discount', 'coupon', 'giftCard', 'layer', 'nozzle', 'qty', 'zipcode'],
  ...['__proto__', 'constructor', 'toString', 'цвет', '颜色', 'ファイル', '🎨', '\u200b'],
]

describe('names', () => {
  for (const [sent, name] of meant) {
    test(`${JSON.stringify(sent)} is meant as ${name}`, () =>
      expect(nearestNames(sent, knownFieldNames).join(' or ')).toBe(name))
  }

  test('with another meaning match no known name', () => {
    expect(unrelated.map((name) => [name, nearestNames(name, knownFieldNames)])).toEqual(
      unrelated.map((name) => [name, []]),
    )
  })

  test('of an invoice match nothing when a form has no such field', () => {
    expect(nearestNames('vat_number', ['units', 'file'])).toEqual([])
  })

  test('that are accepted equal those of the published form and the four aliases', () => {
    const published = Object.keys(submitFields.entries)
    const aliases = ['name', 'address1', 'address2', 'postalCode']
    expect(new Set<string>(knownFieldNames)).toEqual(new Set([...published, ...aliases]))
  })
})

describe('the list of ignored names', () => {
  const ignored = (names: readonly string[], otherFiles: readonly string[] = []) =>
    checkFieldNames({
      fields: new Map(names.map((name) => [name, 'x'])),
      repeated: new Set(),
      otherFiles: new Set(otherFiles),
    })

  test('has each name once, text fields before files', () => {
    expect(ignored(['city', 'giftCard', 'coupon'], ['photo', 'coupon'])).toEqual({
      ok: true,
      value: ['giftCard', 'coupon', 'photo'],
    })
  })

  test('has one line of at most sixty characters for each, and counts those beyond twenty', () => {
    expect(ignored(['a\r\nb"<b>', '\u202egift', 'é'.repeat(80)])).toEqual({
      ok: true,
      value: ['a b"<b>', 'gift', 'é'.repeat(60)],
    })
    const many = Array.from({ length: 23 }, (_, index) => `extra${index}`)
    expect(ignored(many)).toEqual({ ok: true, value: [...many.slice(0, 20), '… 3 more'] })
  })
})
