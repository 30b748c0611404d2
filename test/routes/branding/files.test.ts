// The files of a branding: what their addresses return, caching, and hostile addresses.
import { describe, expect, test } from 'bun:test'
import { logoPng, logoSvg } from '../../../testing/own-branding.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
const headersOf = ({ headers }: Response) => ({
  type: headers.get('content-type'),
  cache: headers.get('cache-control'),
  policy: headers.get('content-security-policy'),
  sniff: headers.get('x-content-type-options'),
})
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"
const forever = 'public, max-age=31536000, immutable'

async function kept(bytes: Uint8Array): Promise<string> {
  const logo = await service.deps.cleanLogo(bytes)
  if (!logo.ok) throw new Error(logo.failure)
  await service.deps.brandings.keepLogo(logo.value)
  // A second time changes nothing.
  await service.deps.brandings.keepLogo(logo.value)
  return logo.value.digest
}

test('an SVG logo is sent with a policy that runs nothing, and so are its pictures', async () => {
  const digest = await kept(new TextEncoder().encode(logoSvg))
  const at = `/assets/shop/logo/${digest}`
  const svg = await service.fetch(`${at}.svg`)
  expect(headersOf(svg)).toEqual({
    type: 'image/svg+xml',
    cache: forever,
    policy,
    sniff: 'nosniff',
  })
  const etag = svg.headers.get('etag') ?? ''
  const again = await service.fetch(`${at}.svg`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  for (const file of ['-icon.png', '-mail.png']) {
    const picture = await service.fetch(`${at}${file}`)
    expect([file, picture.status, picture.headers.get('content-type')]).toEqual([
      file,
      200,
      'image/png',
    ])
  }
  expect((await service.fetch(`${at}.png`)).status).toBe(404)
})

test('a PNG logo is sent as PNG', async () => {
  const digest = await kept(await logoPng(200, 100))
  expect((await service.fetch(`/assets/shop/logo/${digest}.png`)).headers.get('content-type')).toBe(
    'image/png',
  )
  expect((await service.fetch(`/assets/shop/logo/${digest}.svg`)).status).toBe(404)
})

describe('addresses that name no file are not found', () => {
  test.each([
    `/assets/shop/logo/${'0'.repeat(64)}.svg`,
    '/assets/shop/logo/..%2f..%2fpackage.json',
    "/assets/shop/logo/'; drop table branding_logos.svg",
    '/assets/shop/accent.css',
    '/assets/shop/accent.css?color=red',
    '/assets/shop/accent.css?color=%230b6b4f%7D*%7Bdisplay:none',
    '/assets/shop/icon.svg?color=%22onload=%22alert(1)',
    '/assets/shop/accent-preview.css?color=x',
  ])('%s is 404', async (path) => {
    expect((await service.fetch(path)).status).toBe(404)
  })
})

test('a stylesheet is cached permanently only under its digest', async () => {
  const path = '/assets/shop/accent.css?color=7a1fa2'
  const plain = await service.fetch(path)
  expect(headersOf(plain)).toMatchObject({ type: 'text/css; charset=utf-8', cache: 'no-cache' })
  const digest = (plain.headers.get('etag') ?? '').replaceAll('"', '')
  const named = await service.fetch(`${path}&v=${digest}`)
  expect(headersOf(named).cache).toBe(forever)
  expect(await named.text()).toContain('--accent:#7a1fa2')
})
