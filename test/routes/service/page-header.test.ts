// The header of every page for customers: the same links, and the number of parts in the visitor's basket.
import { expect, test } from 'bun:test'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { useShop } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada } = useShop()

const links = [
  '/quote Quote',
  '/generate Generate',
  '/gallery Gallery',
  '/docs Docs',
  '/basket Basket',
  '/account Account',
]

async function headerOf(path: string, headers: Record<string, string>) {
  const response = await service.fetch(path, { headers: { accept: 'text/html', ...headers } })
  const html = await response.text()
  const [, nav = ''] = /<nav aria-label="Main">(.*?)<\/nav>/s.exec(html) ?? []
  const items = [...nav.matchAll(/<a href="([^"]*)">(.*?)<\/a>/gs)].map(
    ([, href, label = '']) => `${href} ${label.replaceAll(/<[^>]*>/g, '').trim()}`,
  )
  return { status: response.status, items }
}

/** Excluded routes: the desk has a separate header, and the others are not pages of this visitor. */
const others = [
  /^\/operator/,
  /^\/docs/,
  /^\/assets/,
  /^\/models\//,
  /^\/(gallery|documents|drafts)\/:/,
  /^\/tickets\/:id\/files/,
  /\/(live|files|pictures|picture|picture\.png)\b/,
  /\.csv$/,
  /\*$/,
  /^\/account\/(card\/done|export)$/,
  // A fragment of the quote page.
  /^\/quote\/terms$/,
  // For directories of agents.
  /^\/(api|\.well-known)\//,
  /^\/server\.json$/,
  /^\/clients\b/,
  // A permalink leads to the quote page; the others need a checkout.
  /^\/buy\b/,
  /^\/ucp\//,
  // Only with a token of an account.
  /^\/hand-in\//,
  /\.txt$/,
]

verifies('web.header', async () => {
  const headers = { cookie: ada.cookie, origin: service.baseUrl }
  const { code } = await placed(submit(service, await service.account()))
  const sent = await service.fetch('/contact', {
    method: 'POST',
    body: new URLSearchParams({ email: ada.email, body: 'Hello' }),
    headers,
  })
  const ticket = sent.headers.get('location') ?? ''
  const body = new FormData()
  body.set('file', new Blob([cubeStl({ sizeMm: 20 })]), 'cube.stl')
  body.set('quantity', '3')
  await service.fetch('/basket/parts', { method: 'POST', body, headers })

  const paths = service.app.routes
    .filter(
      ({ page, method, path }) => page && method === 'GET' && !others.some((one) => one.test(path)),
    )
    .map(({ path }) => path.replace(':code', code).replace('/tickets/:id', ticket))
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['/', '/quote', '/quote/link', '/generate', '/gallery', '/basket', '/checkout'],
      ...['/terms', '/privacy', '/refunds', '/contact', ticket, '/gift-cards', '/account'],
      ...['/account/orders', '/account/generations', '/account/second-factor'],
      ...['/account/developer', '/account/security'],
      ...[`/orders/${code}`, `/orders/${code}/pay`, `/orders/${code}/receipt`],
    ]),
  )
  const counted = links.map((link) => link.replace('Basket', 'Basket3 parts'))
  for (const path of paths) {
    expect([path, await headerOf(path, headers)]).toEqual([path, { status: 200, items: counted }])
  }
  // Without an account, and with nothing in the basket.
  for (const path of [
    '/',
    '/terms',
    '/contact',
    `/orders/${code}`,
    '/account',
    '/account/forgot',
  ]) {
    expect([path, await headerOf(path, {})]).toEqual([path, { status: 200, items: links }])
  }
})

test('pages that are the same for everyone have the links without the count', async () => {
  for (const [path, status] of [
    ['/docs', 200],
    ['/no-such-page', 404],
  ] as const) {
    expect([path, await headerOf(path, { cookie: ada.cookie })]).toEqual([
      path,
      { status, items: links },
    ])
  }
})
