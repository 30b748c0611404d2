// Refused forms: the field with the error is marked and has the focus; without such a field, the notice has it.

import { beforeEach, expect, test } from 'bun:test'
import { limits } from '../../../server/domain/limits/table.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { useShop } from '../../../testing/people/shop.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada } = useShop()

beforeEach(async () => {
  await resetRateLimits(service.db)
})

type Fields = Readonly<Record<string, string>>

const post = (path: string, fields: Fields) =>
  service.fetch(path, {
    method: 'POST',
    body: path === '/generate' ? multipart(fields) : new URLSearchParams(fields),
    headers: { cookie: ada.cookie, origin: service.baseUrl, accept: 'text/html' },
  })

function multipart(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Returns the ids of the marked fields, and of the element with the focus; a notice has no id. */
async function shown(response: Response) {
  const marked: string[] = []
  const focused: string[] = []
  const ids: string[] = []
  const described: string[] = []
  let title = ''
  const page = new HTMLRewriter()
    .on('title', {
      text: ({ text }) => {
        title += text
      },
    })
    .on('[id]', { element: (element) => void ids.push(element.getAttribute('id') ?? '') })
    .on('main [aria-invalid=true]', {
      element: (element) => {
        marked.push(element.getAttribute('id') ?? '')
        described.push(...(element.getAttribute('aria-describedby') ?? '').split(' '))
      },
    })
    .on('main [autofocus]', {
      element: (element) =>
        void focused.push(element.getAttribute('id') ?? element.getAttribute('role') ?? ''),
    })
    .transform(response)
  await page.text()
  expect(title).toStartWith('Error: ')
  expect(ids).toEqual(expect.arrayContaining(described))
  return { status: response.status, marked, focused }
}

const message = { name: 'Ada', email: 'ada@example.com', orderCode: '', body: 'Hello' }

/** Creates the path of a ticket, of a line in the basket, or of nothing else. */
const made: Readonly<Record<string, () => Promise<string>>> = {
  ticket: async () => {
    const opened = await post('/contact', message)
    return (opened.headers.get('location') ?? '').replace('?sent=1', '')
  },
  line: async () => {
    const body = new FormData()
    body.set('file', new Blob([cubeStl({ sizeMm: 20 })]), 'cube.stl')
    const headers = { cookie: ada.cookie, origin: service.baseUrl }
    await service.fetch('/basket/parts', { method: 'POST', body, headers })
    const basket = await (await service.fetch('/basket', { headers })).text()
    return /\/basket\/lines\/[0-9a-f-]{36}/.exec(basket)?.[0] ?? ''
  },
}

type Case = readonly [path: string, fields: Fields, status: number, field: string | RegExp]

const cases: readonly Case[] = [
  ['/contact', { ...message, email: 'ada' }, 400, 'email'],
  ['/contact', { ...message, name: 'x'.repeat(101) }, 400, 'name'],
  ['/contact', { ...message, orderCode: 'x'.repeat(41) }, 400, 'orderCode'],
  ['/contact', { ...message, body: ' ' }, 400, 'body'],
  ['ticket', { body: '' }, 400, 'body'],
  ['line', { quantity: '51' }, 400, /^quantity-[0-9a-f-]{36}$/],
  // The first of several wrong fields.
  ['/checkout', { action: 'order', country: 'US', key: 'key-1' }, 400, 'email'],
  ['/gift-cards/buy', { amount: '1', recipientEmail: 'b@example.com' }, 400, 'amount'],
  ['/quote/link', { url: '' }, 400, 'url'],
  ['/quote/link', { url: 'http://example.com/a.stl' }, 400, 'url'],
  ['/quote/link', { url: 'https://example.com/a.stl', units: 'yd' }, 400, 'link-units'],
  ['/generate', { inputMode: 'text', prompt: '' }, 400, 'prompt'],
  ['/account/spending-limits', { accountLimit: 'x' }, 400, 'account-limit'],
]

const pathOf = async (name: string) => (await made[name]?.()) ?? name

verifies('web.forms.wrong-field', async () => {
  for (const [name, fields, status, field] of cases) {
    const page = await shown(await post(await pathOf(name), fields))
    const [id = ''] = page.marked
    expect([name, fields, page]).toEqual([
      name,
      fields,
      { status, marked: page.marked, focused: [id] },
    ])
    expect(id).toMatch(typeof field === 'string' ? new RegExp(`^${field}$`) : field)
  }
})

/** Sends one request more than the hourly limit. */
async function tooMany(
  path: string,
  scope: 'model-import' | 'ticket-signed-in',
): Promise<Response> {
  const fields = path === '/contact' ? { ...message, body: '' } : { url: '' }
  for (let sent = 0; sent < limits[scope].limit; sent += 1) await (await post(path, fields)).text()
  return await post(path, path === '/contact' ? message : { url: 'https://example.com/a.stl' })
}

verifies('web.forms.no-wrong-field', async () => {
  const refused = [
    await tooMany('/contact', 'ticket-signed-in'),
    await tooMany('/quote/link', 'model-import'),
  ]
  for (const response of refused) {
    expect(await shown(response)).toEqual({ status: 429, marked: [], focused: ['alert'] })
  }
})

test('a refused quantity stays in its field', async () => {
  const html = await (await post(await pathOf('line'), { quantity: '051x' })).text()
  expect(html).toMatch(/id="quantity-[^>]*value="051x"/)
})
