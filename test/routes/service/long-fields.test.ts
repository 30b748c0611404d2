// A text that is far too long in a field of a page's form: the response names the field and its maximum, in the words
// of the page.

import { beforeEach, describe, expect, test } from 'bun:test'
import { type Buyer, buyer, storeCube } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const ada = use<Buyer>(() => buyer(service))
const long = 'x'.repeat(60_000)

beforeEach(async () => {
  await resetRateLimits(service.db)
})

async function send(path: string, body: FormData | URLSearchParams, cookie = '') {
  const headers = { origin: service.baseUrl, cookie, accept: 'text/html' }
  const response = await service.fetch(path, { method: 'POST', body, headers })
  const html = await response.text()
  return { status: response.status, html, location: response.headers.get('location') ?? '' }
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Returns the sentence at the field. */
const errorAt = (html: string, field: string) =>
  new RegExp(`id="${field}-error"[^>]*>([^<]*)`).exec(html)?.[1]?.trim()

const message = { name: 'Ada', email: 'ada@example.com', orderCode: '', body: 'Do you print TPU?' }
const bodySentence = 'Enter a message in 1 to 5000 characters.'

describe('the contact form', () => {
  test.each([
    ['body', bodySentence],
    ['name', 'Enter a name of at most 100 characters, or none.'],
    ['email', 'Enter one plain email address, such as name@example.com.'],
  ] as const)('names %s', async (field, sentence) => {
    const fields = { ...message, [field]: long }
    for (const body of [formOf(fields), new URLSearchParams(fields)]) {
      const { status, html } = await send('/contact', body)
      expect([status, errorAt(html, field)]).toEqual([400, sentence])
      expect(html).toContain(`Nothing was sent. ${sentence}`)
    }
  })

  test('names the field of a reply, even for letters of several bytes', async () => {
    const { location } = await send('/contact', formOf(message))
    const path = location.replace('?sent=1', '')
    const cjk = '\u4e00'.repeat(20_000)
    for (const fields of [{ body: long }, { body: cjk }]) {
      for (const body of [formOf(fields), new URLSearchParams(fields)]) {
        const { status, html } = await send(path, body)
        expect([status, errorAt(html, 'body')]).toEqual([400, bodySentence])
      }
    }
  })
})

test('the checkout names the field and keeps the others', async () => {
  const modelUrl = await storeCube(service, ada, 24)
  await send('/basket/parts', formOf({ modelUrl, color: 'Black' }), ada.cookie)
  const fields = { ...ADDRESS, email: ada.email, action: 'order', key: crypto.randomUUID() }
  const city = await send('/checkout', new URLSearchParams({ ...fields, city: long }), ada.cookie)
  expect([city.status, errorAt(city.html, 'city')]).toEqual([400, 'At most 200 characters.'])
  expect(city.html).toContain(`value="${ADDRESS.street1}"`)
})

test('the gift card names its message', async () => {
  const fields = { amount: '25', recipientEmail: 'bo@example.com', message: long }
  const { status, html } = await send('/gift-cards/buy', new URLSearchParams(fields), ada.cookie)
  expect([status, errorAt(html, 'message')]).toEqual([
    400,
    'Shorten the message to 500 characters.',
  ])
})

test('the quote page names the field', async () => {
  const { status, html } = await send('/quote', formOf({ color: 'Black', country: long }))
  expect(status).toBe(400)
  expect(html).toContain('The field &quot;country&quot; is longer than 16 kB. Shorten it.')
})
