// A shop's own name, logo and color in every interface: pages of customers and operators, documents for programs and agents, emails,
// sheets.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Logo } from '../../../server/domain/branding/branding.ts'
import { accentStyleUrl } from '../../../server/pages/branding/brand-assets.ts'
import { holdBranding, logoPng, logoSvg } from '../../../testing/own-branding.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const desk = use(() => openDesk(service))

const name = 'Tom & Jerry’s 3D Prints'
const shownName = 'Tom &amp; Jerry’s 3D Prints'
const defaultName = 'Print farm'
const accent = '#7a1fa2'
const state = { code: '', cookie: '', logo: null as Logo | null }

beforeAll(async () => {
  const logo = await service.deps.cleanLogo(new TextEncoder().encode(logoSvg))
  if (!logo.ok) throw new Error(logo.failure)
  await service.deps.brandings.keepLogo(logo.value)
  state.logo = logo.value
  await holdBranding(service, { name, accent, logoDigest: logo.value.digest })
  const account = await service.account()
  state.code = (await placed(submit(service, account))).code
  state.cookie = (await buyer(service)).cookie
})

const digest = () => state.logo?.digest ?? ''

/** Routes that are no pages: files, streams, fragments, and redirects to a checkout or a token. */
const noPages = [
  /^\/assets\//,
  /^\/(api|\.well-known)\//,
  /^\/(server\.json|clients\/|ucp\/|buy\b|hand-in\/)/,
  /\/(live|files|pictures|picture|picture\.png|file)\b/,
  /\.(csv|txt|zip|json|svg|png)$/,
  /^\/quote\/terms$/,
  /^\/account\/(card\/done|export)$/,
  /\/operator\/wall/,
  // An email with the branding of its query.
  /^\/operator\/shop\/mail$/,
]

const pagePaths = () =>
  service.app.routes
    .filter(
      ({ page, method, path }) =>
        page && method === 'GET' && !noPages.some((one) => one.test(path)),
    )
    .map(({ path }) =>
      path.replace(':code', state.code).replace(/:\w+/g, 'none').replace('*', 'none'),
    )

/** Returns the parts of a page in which the shop shows itself, and every place of the default name. */
async function faceOf(path: string, cookie: string | null) {
  const headers = {
    accept: 'text/html',
    origin: service.baseUrl,
    ...(cookie === null ? {} : { cookie }),
  }
  const response = await service.fetch(path, { headers })
  if (!response.headers.get('content-type')?.startsWith('text/html')) return null
  const html = await response.text()
  return {
    path,
    title: html.includes(` · ${shownName}</title>`),
    color: html.includes(
      `<link rel="stylesheet" href="${accentStyleUrl(accent).replace('&', '&amp;')}"/>`,
    ),
    icon: html.includes(
      `<link rel="icon" href="/assets/shop/logo/${digest()}-icon.png" type="image/png"/>`,
    ),
    logo: html.includes(`src="/assets/shop/logo/${digest()}.svg"`),
    defaults: html.split(defaultName).length - 1,
  }
}

const own = (path: string) => ({
  path,
  title: true,
  color: true,
  icon: true,
  logo: true,
  defaults: 0,
})

describe('every page has the shop’s name, logo and color, and not the default name', () => {
  test.each([
    ['without an account', () => null],
    ['of a buyer', () => state.cookie],
  ])('%s', async (_who, cookieOf) => {
    const paths = [...pagePaths().filter((path) => !path.startsWith('/operator')), '/no-such-page']
    expect(paths.length).toBeGreaterThan(30)
    const faces = []
    for (const path of paths) faces.push(await faceOf(path, cookieOf()))
    const pages = faces.filter((face) => face !== null)
    expect(pages.filter((face) => !Bun.deepEquals(face, own(face.path)))).toEqual([])
    // Redirects are no pages; most routes are.
    expect(pages.length).toBeGreaterThan(20)
  })

  test('of the desk', async () => {
    const cookie = await service.signIn('operator@example.com')
    const paths = pagePaths().filter((path) => path.startsWith('/operator'))
    expect(paths.length).toBeGreaterThan(20)
    const faces = []
    for (const path of [...paths, `/operator/slips?pick=${state.code}`]) {
      const face = await faceOf(path, cookie)
      // The form states what an empty name means.
      if (face === null) continue
      faces.push({ ...face, defaults: path === '/operator/shop' ? 0 : face.defaults })
    }
    expect(faces.filter((face) => !Bun.deepEquals(face, own(face.path)))).toEqual([])
    expect(faces.length).toBeGreaterThan(20)
  })
})

test('the policy of pages stays as strict as without branding', async () => {
  const policies = async () => {
    const found: string[] = []
    for (const path of ['/', '/quote', '/account', `/orders/${state.code}`]) {
      const response = await service.fetch(path)
      found.push(response.headers.get('content-security-policy') ?? '')
    }
    return found
  }
  for (const policy of await policies()) {
    expect(policy).toContain("style-src 'self'")
    expect(policy).not.toContain('unsafe-inline')
  }
})

test('documents for programs and agents have the name', async () => {
  const json = async (path: string) => await (await service.fetch(path)).json()
  const text = async (path: string) => await (await service.fetch(path)).text()
  const { info } = await json('/openapi.json')
  expect([info.title, info.contact.name]).toEqual([`${name} API`, name])
  expect((await json('/openapi-3.0.json')).info.title).toBe(`${name} API`)
  expect(await text('/openapi.yaml')).toContain(`${name} API`)
  expect(await text('/llms.txt')).toStartWith(`# ${name}\n`)
  expect(await text('/llms-full.txt')).toStartWith(`# Documentation of ${name}\n`)
  const png = {
    src: `${service.baseUrl}/assets/shop/logo/${digest()}-icon.png`,
    mimeType: 'image/png',
    sizes: ['256x256'],
  }
  for (const path of [
    '/server.json',
    '/api/mcp/server-card',
    '/.well-known/mcp/server-card.json',
  ]) {
    const card = await json(path)
    expect([path, card.title, card.icons[0]]).toEqual([path, name, png])
  }
  for (const path of ['/openapi.json', '/llms.txt', '/llms-full.txt', '/server.json']) {
    expect([path, (await text(path)).includes(defaultName)]).toEqual([path, false])
  }
  expect(
    (await service.fetch(png.src.replace(service.baseUrl, ''))).headers.get(
      'cross-origin-resource-policy',
    ),
  ).toBe('cross-origin')
})

test('agents get the name in the server’s title and its instructions', async () => {
  const call = async (method: string, params: object, headers: Record<string, string> = {}) => {
    const response = await service.fetch('/api/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return (await response.json()).result
  }
  const result = await call('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  expect(result.serverInfo.title).toBe(name)
  expect(result.instructions).toStartWith(`${name} is a print farm: it prints a 3D model`)
})

test('emails have the name as the sender, as the signature and in their HTML, with the logo', async () => {
  await workOff(service)
  const mail = service.mails().find(({ subject }) => subject.includes(state.code))
  expect(mail?.text).toEndWith(`\n\n-- \n${name}\n`)
  expect(mail?.html).toContain(`>${shownName}</p>`)
  expect(mail?.html).toContain('src="cid:logo.png.')
  expect(mail?.html).not.toContain(defaultName)
  expect(mail?.attachments['logo.png']).toEqual(state.logo?.mailPng)
})

test('receipts and packing slips have the name and the logo', async () => {
  const slips = await desk.get(`/operator/slips?pick=${state.code}`)
  const sheets = [slips.html, await (await service.fetch(`/orders/${state.code}/receipt`)).text()]
  for (const html of sheets) {
    const sheet = html.slice(html.indexOf('<main'))
    expect(sheet).toContain(shownName)
    expect(sheet).toContain(`/assets/shop/logo/${digest()}.svg`)
    expect(sheet).not.toContain(defaultName)
  }
})

test.each([
  ['dark', '#101010', 'letterhead-logo dark-logo'],
  ['light', '#f0f0f0', 'letterhead-logo'],
])('a %s logo on a receipt can be seen in the dark scheme', async (_shade, color, classes) => {
  const logo = await service.deps.cleanLogo(await logoPng(200, 100, color))
  if (!logo.ok) throw new Error(logo.failure)
  await service.deps.brandings.keepLogo(logo.value)
  await holdBranding(service, { name, accent, logoDigest: logo.value.digest })
  const html = await (await service.fetch(`/orders/${state.code}/receipt`)).text()
  expect(/<img[^>]*class="(letterhead-logo[^"]*)"/.exec(html)?.[1]).toBe(classes)
})

test('the desk’s texts of the legal pages and the seller replace those of the files', async () => {
  await holdBranding(service, {
    name,
    texts: { terms: '# Our terms\n\n<script>alert(1)</script> We print.' },
    seller: ['Acme GmbH', 'Main Street 1'],
  })
  const terms = await (await service.fetch('/terms')).text()
  expect(terms).toContain('Our terms')
  expect(terms).toContain('&lt;script&gt;')
  expect(terms).not.toContain('<script>alert')
  expect(service.deps.billing.seller).toEqual(['Acme GmbH', 'Main Street 1'])
  const receipt = await (await service.fetch(`/orders/${state.code}/receipt`)).text()
  expect(receipt).toContain('<div>Acme GmbH</div>')
})

test('a name that was stored without its checks cannot become markup or a header', async () => {
  await holdBranding(service, { name: '<img src=x onerror=alert(1)>\r\nBcc: victim@example.com' })
  const html = await (await service.fetch('/')).text()
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: victim@example.com')
  expect(html).not.toContain('<img src=x')
  const { code } = await placed(submit(service, await service.account()))
  await workOff(service)
  const mail = service.mails().find(({ subject }) => subject.includes(code))
  expect(mail?.html).not.toContain('<img src=x')
})

test('a page without a stored version of the branding has the default look', async () => {
  await holdBranding(service, {})
  const html = await (await service.fetch('/')).text()
  expect(html).toContain(` · ${defaultName}</title>`)
  expect(html).not.toContain('/assets/shop/')
})
