// The desk's page on the shop: preview, save, refusals, history, and access.
import { expect, test } from 'bun:test'
import { logoPng, logoSvg } from '../../../testing/own-branding.ts'
import { deskPages, openDesk } from '../../../testing/people/operator-desk.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService(() => ({ env: { VIEWER_EMAILS: 'viewer@example.com' } }))
const desk = use(() => openDesk(service))
const session = use(async () => ({ cookie: await service.signIn(OPERATOR_EMAIL) }))
const path = '/operator/shop'

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** Sends the form as a browser does. */
async function preview(
  fields: Record<string, string>,
  logo: Blob | null = null,
  cookie = session.cookie,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('logoFile', logo ?? new Blob([]), logo === null ? '' : 'logo.svg')
  const headers = { cookie, origin: service.baseUrl }
  const response = await service.fetch(`${path}/preview`, { method: 'POST', body, headers })
  return { status: response.status, html: await response.text() }
}

/** Returns the hidden fields of the preview's form. */
function hiddenOf(html: string): Record<string, string> {
  const start = html.indexOf(`action="${path}/save"`)
  const form = start < 0 ? '' : html.slice(start, html.indexOf('</form>', start))
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [
        name,
        value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
      ],
    ),
  )
}

const versions = async () =>
  await service.db.selectFrom('branding_versions').selectAll().orderBy('id').execute()

test('an operator previews a branding, which changes nothing, and saves it', async () => {
  const shown = await preview(
    {
      name: 'Acme & Sons',
      accent: 'FFEE00',
      seller: 'Acme GmbH\nMain Street 1',
      reason: 'Our name.',
    },
    new Blob([logoSvg]),
  )
  expect(shown.status).toBe(200)
  const text = textOf(shown.html)
  expect(text).toContain('Name: default to “Acme &amp; Sons”.')
  expect(text).toContain('New logo.')
  // The page states how a color that is too light is changed.
  expect(text).toMatch(
    /Light scheme: #ffee00 has a contrast of 1\.\d:1, and text needs 4\.5:1\. It is darkened to #[0-9a-f]{6} \([4-5]\.\d:1\)\./,
  )
  expect(text).toContain('Dark scheme: #ffee00 as chosen')
  expect(shown.html).toContain('scheme-light')
  expect(shown.html).toContain('/assets/shop/accent-preview.css?color=ffee00&amp;v=')
  expect(await versions()).toEqual([])
  expect(await (await service.fetch('/')).text()).toContain(' · Print farm</title>')

  const hidden = hiddenOf(shown.html)
  expect(hidden).toMatchObject({ name: 'Acme & Sons', newest: '0', reason: 'Our name.' })
  const saved = await desk.post(`${path}/save`, hidden)
  expect([saved.status, saved.location]).toEqual([303, `${path}?done=saved`])
  // A second press of the same button.
  expect((await desk.post(`${path}/save`, hidden)).location).toBe(`${path}?done=saved`)
  expect(await versions()).toHaveLength(1)
  expect(await (await service.fetch('/')).text()).toContain(' · Acme &amp; Sons</title>')
  const page = await desk.get(path)
  expect(textOf(page.html)).toContain(OPERATOR_EMAIL)
  expect(textOf(page.html)).toContain('Our name.')
  // The form has the values in force.
  expect(page.html).toContain('value="Acme &amp; Sons"')
  expect(page.html).toContain('name="logo"')
})

test('the logo stays until it is removed or replaced', async () => {
  const logo = /name="logo" value="([0-9a-f]{64})"/.exec((await desk.get(path)).html)?.[1] ?? ''
  const fields = { name: 'Acme & Sons', accent: '#ffee00', seller: 'Acme GmbH', logo }
  expect(hiddenOf((await preview(fields)).html)['logo']).toBe(logo)
  const replaced = await preview(fields, new Blob([await logoPng(100, 100)]))
  expect(hiddenOf(replaced.html)['logo']).toMatch(/^(?!.*undefined)[0-9a-f]{64}$/)
  expect(hiddenOf(replaced.html)['logo']).not.toBe(logo)
  const removed = await preview({ ...fields, removeLogo: '1' })
  expect(textOf(removed.html)).toContain('Logo removed.')
  expect(hiddenOf(removed.html)['logo']).toBe('')
})

/** Returns the logo of the form that edits, and whether its removal is ticked. */
function editedLogo(html: string) {
  const form = html.slice(html.indexOf(`action="${path}/preview"`))
  const box = /<input[^>]*name="removeLogo"[^>]*>/.exec(form)?.[0] ?? ''
  return {
    logo: /name="logo" value="([0-9a-f]*)"/.exec(form)?.[1] ?? null,
    shown: /class="shop-logo".*?src="\/assets\/shop\/logo\/([0-9a-f]{64})/s.exec(form)?.[1] ?? null,
    removes: /\schecked/.test(box),
  }
}

test('a refusal keeps the chosen logo, the previous logo, and a selected removal', async () => {
  const logo = editedLogo((await desk.get(path)).html).logo ?? ''
  const picture = new Uint8Array(await logoPng(120, 60))
  const cleaned = await service.deps.cleanLogo(picture)
  const chosen = cleaned.ok ? cleaned.value.digest : ''
  const refusedField = await preview({ name: 'x', logo }, new Blob([picture]))
  expect(refusedField.status).toBe(400)
  expect(editedLogo(refusedField.html)).toEqual({ logo: chosen, shown: chosen, removes: false })
  const refusedFile = await preview({ name: 'Acme', logo: chosen }, new Blob(['PK']))
  expect(refusedFile.status).toBe(400)
  expect(editedLogo(refusedFile.html)).toEqual({ logo: chosen, shown: chosen, removes: false })
  const removal = await preview({ name: 'x', logo, removeLogo: '1' })
  expect(removal.status).toBe(400)
  expect(editedLogo(removal.html)).toEqual({ logo, shown: logo, removes: true })
  // A save that came too late.
  const late = hiddenOf((await preview({ name: 'Acme', logo }, new Blob([picture]))).html)
  const refusedSave = await desk.post(`${path}/save`, { ...late, newest: '0' })
  expect(refusedSave.status).toBe(400)
  expect(editedLogo(refusedSave.html)).toEqual({ logo: chosen, shown: chosen, removes: false })
})

test('a save after another operator’s is refused', async () => {
  const [first, second] = [
    await preview({ name: 'First Prints' }),
    await preview({ name: 'Second Prints' }),
  ]
  expect((await desk.post(`${path}/save`, hiddenOf(first.html))).status).toBe(303)
  const late = await desk.post(`${path}/save`, hiddenOf(second.html))
  expect(late.status).toBe(400)
  expect(textOf(late.html)).toContain('Another version was saved since the preview.')
})

test.each([
  [
    'a line end in the name',
    { name: 'Acme\r\nBcc: victim@example.com' },
    null,
    'The name must have 2 to 60 characters',
  ],
  ['markup in the name', { name: '<script>alert(1)</script>' }, null, 'none of &lt; &gt;'],
  ['a color that is none', { accent: 'red;}' }, null, 'The color must be a hex color'],
  [
    'a script in the logo',
    {},
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>',
    'The SVG contains &lt;script&gt;',
  ],
  ['a file that is no picture', {}, 'PK', 'The logo must be an SVG or PNG file.'],
  ['a logo above the maximum', {}, 'x'.repeat(200_001), 'at most 200 kB'],
  ['a logo that is not kept', { logo: 'f'.repeat(64) }, null, 'Choose the logo again.'],
])('%s is refused at its field, and nothing is stored', async (_what, fields, logo, sentence) => {
  const before = await versions()
  const shown = await preview(
    { name: 'Acme Prints', ...fields },
    logo === null ? null : new Blob([logo]),
  )
  expect(shown.status).toBe(400)
  expect(shown.html).toContain(sentence)
  expect(shown.html).toContain('aria-invalid="true"')
  expect(shown.html).not.toContain('<script>alert')
  expect(await versions()).toEqual(before)
})

test('a form above 2 MB and a body that is not a form are refused', async () => {
  const large = await preview({ name: 'Acme Prints', terms: 'x'.repeat(3_000_000) })
  expect([large.status, textOf(large.html).includes('incomplete or too large')]).toEqual([
    400,
    true,
  ])
  const headers = { cookie: session.cookie, origin: service.baseUrl, 'content-type': 'text/plain' }
  const init = { method: 'POST', body: 'name=Acme', headers }
  const plain = await service.fetch(`${path}/preview`, init)
  expect(plain.status).toBe(400)
})

test('a hand-made save is checked like a preview', async () => {
  const newest = String(await service.deps.brandings.readNewestVersion())
  const saved = await desk.post(`${path}/save`, {
    name: '<b>x</b>',
    newest,
    key: crypto.randomUUID(),
  })
  expect(saved.status).toBe(400)
  expect(textOf(saved.html)).toContain('The name must have 2 to 60 characters')
})

test('the sample email allows its own inline styles by hash, and nothing else', async () => {
  const { response, html } = await desk.get(`${path}/mail?name=Acme%20%26%20Sons&accent=%237a1fa2`)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toStartWith("default-src 'none'; style-src 'unsafe-hashes' 'sha256-")
  expect(policy).not.toMatch(/unsafe-inline|script-src/)
  expect(policy).toEndWith('; sandbox allow-same-origin')
  expect(html).toContain('>Acme &amp; Sons</p>')
  expect(html).toContain('bgcolor="#7a1fa2"')
  const hostile = await desk.get(
    `${path}/mail?name=${encodeURIComponent('<script>')}&accent=%22onload`,
  )
  expect(hostile.html).not.toContain('<script>')
})

test('viewers read the page without its form, and customers have no access', async () => {
  for (const [email, status] of [
    ['viewer@example.com', 200],
    ['somebody@example.com', 403],
  ] as const) {
    const cookie = await service.signIn(email)
    const pages = deskPages(service, cookie)
    const shown = await pages.get(path)
    expect([email, shown.status]).toEqual([email, status])
    expect(shown.html).not.toContain('name="accent"')
    expect([email, (await preview({ name: 'Acme' }, null, cookie)).status]).toEqual([email, 403])
    expect([
      email,
      (await pages.post(`${path}/save`, { name: 'Acme', newest: '0' })).status,
    ]).toEqual([email, 403])
  }
})
