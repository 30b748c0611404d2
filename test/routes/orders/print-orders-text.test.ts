// POST /api/print/orders: text that is more than one visible line or too long, and invalid email addresses.
import { describe, expect, test } from 'bun:test'
import { orderRow } from '../../../testing/database/rows.ts'
import { type FormChanges, placed, refusal, submit } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account({ email: 'Owner@Example.com' }))

async function stored(fields: FormChanges) {
  const { code } = await placed(submit(service, account, { fields }))
  return orderRow(service.db, code)
}
const refused = (fields: FormChanges) => refusal(submit(service, account, { fields }))

test('every line of an address is one line of visible text', async () => {
  const row = await stored({
    recipientName: ' Ada\r\nLovelace\u200b ',
    street1: '1\tMain\u2028Street',
    street2: '\u202eFlat 2\u202c',
    city: 'Spring\0field',
    state: 'I\u001b[31mL',
    zip: '62\ufeff701',
    country: 'u\u2060s',
    email: 'Ada\u200b@Example.com ',
  })
  expect(row).toMatchObject({
    recipient_name: 'Ada Lovelace',
    street1: '1 Main Street',
    street2: 'Flat 2',
    city: 'Springfield',
    state: 'I[31mL',
    zip: '62701',
    country: 'US',
    email: 'ada@example.com',
  })
})

test('a name in any script stays unchanged', async () => {
  for (const recipientName of ['Žofie Müller-Łukasz', '渡辺 直子', 'می‌خواهم', 'Ada 👩‍🔧']) {
    expect((await stored({ recipientName })).recipient_name).toBe(recipientName)
  }
})

verifies(
  ['orders.submit.recipient-required', 'orders.submit.error.shipping-fields'],
  'a field without visible text is missing',
  async () => {
    for (const blank of ['\u200b', '\u200d\u200c', '\u3164', '\ufe0f', '\u2800', ' \u202e\0\r\n']) {
      expect(await refused({ recipientName: blank, city: blank })).toEqual([
        400,
        'Missing required shipping fields: recipientName, city',
      ])
      expect((await stored({ street2: blank, email: blank })).email).toBe('owner@example.com')
    }
    expect((await stored({ recipientName: '\u200b', name: 'Ada' })).recipient_name).toBe('Ada')
  },
)

test('a color is one line, and a stock color is recognized by its visible text', async () => {
  expect((await stored({ color: 'Deep\r\nSea' })).color).toBe('Deep Sea')
  expect((await stored({ color: '\u200b' })).color).toBe('Default')
  const { breakdown } = await placed(
    submit(service, account, {
      fields: { color: 'Bla\u200bck\n', infill: '100', quantity: '4' },
    }),
  )
  // 11 g x 0.12 x 4.
  expect(breakdown.print).toBe(5.28)
})

test('a note keeps its line ends and no other control character', async () => {
  const { note } = await stored({ note: ' Thin side up.\r\n\r\n\tThanks\0\u001b[1m\u202e! ' })
  expect(note).toBe('Thin side up.\r\n\r\n Thanks[1m!')
  expect((await stored({ note: '\u200b\r\n\0' })).note).toBeNull()
})

test('a phone is stored as it was sent, except characters that the database cannot store', async () => {
  expect((await stored({ phone: ' +1\t555\u200b \0' })).phone).toBe(' +1\t555\u200b ')
})

describe('lengths', () => {
  const fields = ['recipientName', 'street1', 'street2', 'city', 'state', 'zip', 'phone'] as const
  const columns = {
    recipientName: 'recipient_name',
    street1: 'street1',
    street2: 'street2',
    city: 'city',
    state: 'state',
    zip: 'zip',
    phone: 'phone',
  } as const

  test('200 characters of each field are accepted, and 201 are refused with the field’s name', async () => {
    for (const name of fields) {
      const most = '🏠'.repeat(200)
      expect((await stored({ [name]: most }))[columns[name]]).toBe(most)
      expect(await refused({ [name]: `${most}x` })).toEqual([
        400,
        `${name} is too long (max 200 characters).`,
      ])
    }
  })

  test('an address cannot inject text into the confirmation email', async () => {
    const letter = `Ada\r\n\r\nYou have won. ${'Send us your card number. '.repeat(400)}`
    expect(await refused({ recipientName: letter })).toEqual([
      400,
      'recipientName is too long (max 200 characters).',
    ])
    const row = await stored({ recipientName: 'Ada\r\n\r\nYou have won.' })
    const mail = await service.db
      .selectFrom('emails')
      .select('body')
      .where('order_id', '=', row.id)
      .executeTakeFirstOrThrow()
    expect(mail.body.split('\n')).toContain('Ada You have won.')
  })
})

describe('the email', () => {
  const words =
    'Invalid email. Send one plain address, such as name@example.com, or none for the address of the account.'

  test('that is not a plain address is refused instead of mailed to another one', async () => {
    const before = await service.stripe.charges()
    for (const email of [
      'bad',
      'bad@',
      '@bad.example',
      'a@b.example, c@d.example',
      'a@b.example;c@d.example',
      'x y@b.example',
      'Ada <ada@example.com>',
      'mailto:ada@example.com',
      '"ada"@example.com',
      'a@b@c.example',
      'a@b.example\r\nBcc: c@d.example',
      'a\u200db@c.example',
      `${'a'.repeat(320)}@b.example`,
    ]) {
      expect([email, ...(await refused({ email }))]).toEqual([email, 400, words])
    }
    expect(await service.stripe.charges()).toEqual(before)
  })

  test('is checked after the shipping fields and before the country', async () => {
    expect((await refused({ email: 'bad', city: '' }))[1]).toBe(
      'Missing required shipping fields: city',
    )
    expect((await refused({ email: 'bad', city: 'x'.repeat(201) }))[1]).toBe(
      'city is too long (max 200 characters).',
    )
    expect((await refused({ email: 'bad', country: 'BR' }))[1]).toBe(words)
    expect((await refused({ country: 'BR', city: 'x'.repeat(201) }))[0]).toBe(400)
  })

  verifies('orders.submit.email-default', 'defaults to the account’s address', async () => {
    for (const email of [undefined, '', '  ']) {
      expect((await stored({ email })).email).toBe('owner@example.com')
    }
  })
})
