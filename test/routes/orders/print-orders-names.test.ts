// POST /api/print/orders: unknown names, names sent twice, and names sent with the wrong kind of value.
import { afterEach, describe, expect, test } from 'bun:test'
import { orderRow } from '../../../testing/database/rows.ts'
import {
  ADDRESS,
  CUBE,
  placed,
  refusal,
  type SubmitBody,
  submit,
} from '../../../testing/people/submit.ts'
import { multipartBody, type Part } from '../../../testing/service/multipart.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
let undo = () => {}
afterEach(() => {
  undo()
  undo = () => {}
})

const text = (name: string | null, content: string): Part => ({ name, content })
const file = (name: string, fileName: string | null = 'x.png'): Part => ({
  name,
  content: 'some bytes',
  fileName,
})
const cube: Part = { name: 'file', content: CUBE.bytes as Uint8Array, fileName: CUBE.name }
const address = Object.entries(ADDRESS).map(([name, value]) => text(name, value))

function send(parts: readonly Part[], headers: Record<string, string> = {}): Promise<Response> {
  const { body, headers: type } = multipartBody(parts)
  const all = { ...account.headers, ...type, ...headers }
  return service.fetch('/api/print/orders', { method: 'POST', headers: all, body })
}

const order = (...more: Part[]): Promise<SubmitBody> => placed(send([...address, cube, ...more]))
const refused = (...more: Part[]) => refusal(send([...address, cube, ...more]))

const rowOf = (code: string) => orderRow(service.db, code)

/** Returns the state that an order changes. */
async function traces() {
  const { rows } = await service.service.database.pool.query(
    'select (select count(*)::int from orders) as orders, (select count(*)::int from measurements) as measurements',
  )
  return { ...rows[0], ...(await service.stripe.charges()) }
}

describe('unknown names', () => {
  verifies('decision.ignored-fields', async () => {
    const body = await order(
      text('giftCard', 'GIFT-100'),
      text('price', '0.01'),
      text('giftCard', 'GIFT-100'),
      file('photo'),
    )
    expect(body.ignored).toEqual(['giftCard', 'price', 'photo'])
    expect(body.charged).toBe(8)
    expect('ignored' in (await order())).toBe(false)
  })

  verifies(
    'decision.ignored-fields',
    'are ignored even when they resemble misspellings of others',
    async () => {
      const words = ['county', 'County', 'fname', 'l_name', 'mname', 'sname', 'uname']
      const body = await order(...words.map((name) => text(name, 'Kent')))
      expect({ ignored: body.ignored, charged: body.charged }).toEqual({
        ignored: words,
        charged: 8,
      })
      // No county has two letters; without a country the order would go to the US.
      for (const country of ['DE', ' gb ']) {
        expect(await refused(text('county', country))).toEqual([
          400,
          'Unknown field "county". Did you mean country?',
        ])
      }
      expect(await refused(text('mail', 'a@example.com'))).toEqual([
        400,
        'Unknown field "mail". Did you mean email?',
      ])
    },
  )

  test('in other scripts, empty or missing, are listed and change nothing', async () => {
    const { ignored, charged } = await order(
      text('颜色', 'Red'),
      text('материал', 'petg'),
      text('', 'x'),
      text(null, 'y'),
      text('__proto__', 'z'),
    )
    expect({ ignored, charged }).toEqual({
      ignored: ['颜色', 'материал', '', '__proto__'],
      charged: 8,
    })
  })

  test('are listed on one line, cut at sixty characters, and counted beyond twenty', async () => {
    const long = 'n'.repeat(90)
    const many = Array.from({ length: 25 }, (_, index) => text(`extra${index}`, '1'))
    expect((await order(text(long, '1'))).ignored).toEqual(['n'.repeat(60)])
    expect((await order(text('a\u2028b\u202e<b>', '1'))).ignored).toEqual(['a b<b>'])
    const { ignored } = await order(...many)
    expect(ignored).toHaveLength(21)
    expect(ignored?.slice(19)).toEqual(['extra19', '… 5 more'])
  })

  test('are the same in the response to a repeat', async () => {
    const key = { 'idempotency-key': 'ignored-names' }
    const parts = [...address, cube, text('giftCard', 'x'), file('photo')]
    const first = await (await send(parts, key)).text()
    const again = await send(parts, key)
    expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual(['true', first])
    expect(JSON.parse(first).ignored).toEqual(['giftCard', 'photo'])
    // One more file makes another request.
    expect((await send([...parts, file('drawing')], key)).status).toBe(409)
  })
})

describe('a field and its alias with different values', () => {
  test.each([
    ['recipientName', 'name'],
    ['street1', 'address1'],
    ['street2', 'address2'],
    ['zip', 'postalCode'],
  ])('%s and %s are refused before anything is charged', async (name, alias) => {
    const rest = address.filter((part) => part.name !== name)
    const before = await traces()
    const both = [...rest, cube, text(name, 'one'), text(alias, 'another')]
    expect(await refusal(send(both))).toEqual([
      400,
      `${name} and ${alias} are two names of one field and were sent with different values. Send one of them.`,
    ])
    expect(await traces()).toEqual(before)
  })
})

describe('misspelled names', () => {
  verifies('decision.misspelled-field', async () => {
    const sentence = (name: string, meant: string): [number, string] => [
      400,
      `Unknown field "${name}". Did you mean ${meant}?`,
    ]
    expect(await refused(text('materal', 'petg'))).toEqual(sentence('materal', 'material'))
    expect(await refused(text('colour', 'Red'))).toEqual(sentence('colour', 'color'))
    expect(await refused(text('Material', 'petg'))).toEqual(sentence('Material', 'material'))
    expect(await refused(text('postal_code', '1'))).toEqual(sentence('postal_code', 'postalCode'))
    expect(await refused(text('street', 'x'))).toEqual(sentence('street', 'street1 or street2'))
    expect(await refused(file('File'))).toEqual(sentence('File', 'file'))
    // Other common names, with values that a parcel or an invoice would lack.
    expect(await refused(text('vat', 'DE123456789'))).toEqual(sentence('vat', 'vatId'))
    expect(await refused(text('po', '4711'))).toEqual(sentence('po', 'purchaseOrder'))
    expect(await refused(text('companyName', 'X'))).toEqual(sentence('companyName', 'company'))
    expect(await refused(text('countryCode', 'DE'))).toEqual(sentence('countryCode', 'country'))
    // They are also refused next to the right name: one of the two values is unintended.
    expect(await refused(text('color', 'Black'), text('colour', 'Red'))).toEqual(
      sentence('colour', 'color'),
    )
    // A quote and a mark that reverses the line, as a header contains them.
    const odd = text('mate\\"\u202erial', 'petg')
    expect(await refused(odd)).toEqual(sentence("mate'rial", 'material'))
  })

  verifies('decision.misspelled-field-first', async () => {
    const stored: string[] = []
    undo = service.replace({
      objects: { putFile: async (key) => void stored.push(key) },
    })
    const before = await traces()
    const [status] = await refused(text('materal', 'petg'))
    expect(status).toBe(400)
    expect(stored).toEqual([])
    expect(await traces()).toEqual(before)
  })

  test('come after every check of the contract that needs no storage, and before the checks of storage', async () => {
    const misspelled = text('materal', 'petg')
    const rest = address.slice(1)
    const nameless = [...rest, cube, misspelled]
    expect(await refusal(send([...address, misspelled]))).toEqual([400, 'No file provided.'])
    expect((await refusal(send(nameless)))[1]).toBe(
      'Missing required shipping fields: recipientName',
    )
    const words = async (...more: Part[]) => (await refused(misspelled, ...more))[1]
    expect(await words(text('country', 'BR'))).toBe("We don't currently ship to BR.")
    expect(await words(text('material', 'nylon'))).toStartWith('Invalid material.')
    expect(await words(text('quality', 'ultra'))).toStartWith('Invalid quality.')
    const obj = { ...cube, fileName: 'part.obj' }
    expect((await refusal(send([...address, obj, misspelled])))[0]).toBe(415)
    const putFile = () => Promise.reject(new Error('the bucket is gone'))
    undo = service.replace({ objects: { putFile } })
    expect(await words()).toBe('Unknown field "materal". Did you mean material?')
  })

  test('do not use up an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'misspelled-first' }
    expect((await send([...address, cube, text('materal', 'petg')], key)).status).toBe(400)
    expect((await send([...address, cube, text('material', 'petg')], key)).status).toBe(201)
  })
})

describe('known names', () => {
  test('sent twice with different values are refused, and with the same value count once', async () => {
    const before = await traces()
    const words = (name: string): [number, string] => [
      400,
      `The field ${name} was sent more than once, with different values. Send it once.`,
    ]
    expect(await refused(text('quantity', '2'), text('quantity', '40'))).toEqual(words('quantity'))
    expect(await refused(text('city', 'Elsewhere'))).toEqual(words('city'))
    expect(await refused(text('color', ''), text('color', 'Black'))).toEqual(words('color'))
    expect(await traces()).toEqual(before)
    const { code, ignored } = await order(text('quantity', '2'), text('quantity', '2'))
    expect(ignored).toBeUndefined()
    expect((await rowOf(code)).quantity).toBe(2)
  })

  test('sent as a file are refused', async () => {
    const words = (name: string): [number, string] => [
      400,
      `The field ${name} was sent as a file. Send it as text.`,
    ]
    expect(await refused(file('material', 'petg.txt'))).toEqual(words('material'))
    // A part of bytes is a file, with or without a name.
    expect(await refused(file('note', null))).toEqual(words('note'))
    const nameless = [...address.slice(1), cube, file('recipientName')]
    expect((await refusal(send(nameless)))[1]).toBe(
      'Missing required shipping fields: recipientName',
    )
  })

  test('a file that is sent as text is reported, with and without another file', async () => {
    const asText = text('file', '@part.stl')
    const sentence = [
      400,
      'The field file was sent as text. Send it as a file part, with a file name.',
    ]
    for (const path of ['/api/print/orders', '/api/print-upload', '/api/printability']) {
      const { body, headers: type } = multipartBody([asText])
      const headers = { ...account.headers, ...type }
      const response = await refusal(service.fetch(path, { method: 'POST', headers, body }))
      expect([path, response]).toEqual([path, sentence as [number, string]])
    }
    expect(await refused(asText)).toEqual(sentence as [number, string])
    const blank = text('file', ' ')
    expect(await refusal(send([...address, blank]))).toEqual([400, 'No file provided.'])
    expect((await order(text('file', ' '))).charged).toBe(8)
  })
})

test('more than four files are refused', async () => {
  const files = Array.from({ length: 4 }, (_, index) => file(`picture${index}`))
  expect(await refused(...files)).toEqual([
    400,
    'The multipart body could not be read: it has more than 4 files. Send one file.',
  ])
})

test('the form of the page has no other fields', async () => {
  expect((await placed(submit(service, account))).ignored).toBeUndefined()
})
