// The account's logo: over REST and by the form of the account page, on packing slips, in the export, and after the
// deletion of the account.
import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { type Buyer, buyer, post } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const path = '/api/account/logo'
const green = { r: 0, g: 128, b: 64 }

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: green } })

const formOf = (bytes: BlobPart, name = 'logo.png'): FormData => {
  const body = new FormData()
  body.set('file', new File([bytes], name))
  return body
}

const headersOf = ({ cookie }: Pick<Buyer, 'cookie'>) => ({ cookie, origin: service.baseUrl })

async function put(who: Buyer, bytes: BlobPart, name?: string) {
  const init = { method: 'PUT', headers: headersOf(who), body: formOf(bytes, name) }
  const response = await service.fetch(path, init)
  const { status, headers } = response
  return { status, code: headers.get('x-error-code'), body: await response.json() }
}
const read = async (who: Buyer) =>
  (await (await service.fetch(path, { headers: headersOf(who) })).json()) as {
    logo: { width: number; height: number } | null
  }
const storedOf = (who: Buyer) => service.deps.accountLogos.read(who.accountId)

test('a logo is decoded by its content, fitted, and stored without metadata', async () => {
  const who = await buyer(service)
  expect(await read(who)).toEqual({ logo: null })
  const photo = picture(1800, 600).withExif({ IFD0: { Copyright: 'secret place' } })
  const jpeg = await photo.jpeg().toBuffer()
  expect(jpeg.includes('secret place')).toBe(true)
  const sent = await put(who, jpeg, 'logo.svg')
  // 1800 x 600 fits into 900 x 300 at half its size.
  const logo = { width: 900, height: 300, updatedAt: expect.any(String) }
  expect(sent).toEqual({ status: 200, code: null, body: { logo } })
  expect(await read(who)).toEqual({ logo })
  const stored = await storedOf(who)
  const png = Buffer.from(stored?.png ?? [])
  expect(png.includes('secret place')).toBe(false)
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 900, height: 300 })

  // A smaller one is not enlarged.
  expect((await put(who, await picture(50, 20).png().toBuffer())).body).toMatchObject({
    logo: { width: 50, height: 20 },
  })
})

test('an invalid logo is refused, and the stored one stays', async () => {
  const who = await buyer(service)
  await put(who, await picture(50, 20).png().toBuffer())
  const before = await storedOf(who)
  const whole = await picture(400, 400).png({ compressionLevel: 0 }).toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const refused = [
    [new Uint8Array(svg.split('').map((one) => one.charCodeAt(0))), 'logo.png', 400, 'unreadable'],
    [await picture(20, 20).webp().toBuffer(), 'logo.png', 400, 'unreadable'],
    [whole.subarray(0, whole.length / 2), 'logo.png', 400, 'unreadable'],
    [await picture(2001, 2000).png().toBuffer(), 'logo.png', 400, 'too_many_pixels'],
    [new Uint8Array(1024 * 1024 + 1), 'logo.png', 413, 'too_large'],
    [new Uint8Array(), 'logo.png', 400, 'required'],
  ] as const
  for (const [bytes, name, status, code] of refused) {
    const { body, ...response } = await put(who, bytes, name)
    expect(response).toEqual({ status, code: `logo_${code}` })
    expect(body).toEqual({ error: expect.any(String) })
  }
  expect(await storedOf(who)).toEqual(before)
})

test('the account page uploads, shows and removes it, and nobody else reads it', async () => {
  const who = await buyer(service)
  const headers = headersOf(who)
  const send = async (body: FormData, at = '/account/logo') =>
    await service.fetch(at, { method: 'POST', headers, body })
  const page = async () => await (await service.fetch('/account/developer', { headers })).text()
  expect(await page()).toContain('Upload the logo')

  const unreadable = await send(formOf('not a picture'))
  expect(unreadable.status).toBe(400)
  expect(await unreadable.text()).toContain('The logo is not a complete PNG or JPEG.')
  const tooLarge = await send(formOf(new Uint8Array(1024 * 1024 + 1)))
  expect([tooLarge.status, await tooLarge.text()]).toEqual([
    413,
    expect.stringContaining('The logo is larger than 1 MB.'),
  ])

  const saved = await send(formOf(await picture(50, 20).png().toBuffer()))
  expect(saved.headers.get('location')).toBe('/account/developer?logo=saved#packing-slips')
  const source = /src="(\/account\/logo\/picture\?v=\d+)"/.exec(await page())?.[1] ?? ''
  const shown = await service.fetch(source, { headers })
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 50, height: 20 })

  const other = await buyer(service)
  expect((await service.fetch(source, { headers: headersOf(other) })).status).toBe(404)
  expect(await read(other)).toEqual({ logo: null })

  const removed = await send(new FormData(), '/account/logo/remove')
  expect(removed.headers.get('location')).toBe('/account/developer?logo=removed#packing-slips')
  expect(await read(who)).toEqual({ logo: null })
  for (let times = 0; times < 2; times += 1) {
    const again = await service.fetch(path, { method: 'DELETE', headers })
    expect([again.status, await again.json()]).toEqual([200, { ok: true }])
  }
})

test('packing slips have the logo of the account that ordered, in place of the farm’s mark', async () => {
  const desk = await openDesk(service)
  const who = await buyer(service)
  const own = await service.account(who)
  const { code } = await placed(submit(service, own, { fields: { reference: 'Box 7' } }))
  const { code: ofOther } = await placed(submit(service, await service.account()))
  const slips = async () => {
    const { html } = await desk.get(`/operator/slips?pick=${code}&pick=${ofOther}`)
    const parts = html.split('<article').slice(1)
    return Object.fromEntries(
      parts.map((part) => [
        /Packing slip ([\w-]+)/.exec(part)?.[1],
        {
          hasMark: part.includes('Print farm'),
          logos: [...part.matchAll(/src="(\/operator\/logos\/[^"]+)"/g)].map(([, src]) => src),
          hasReference: part.includes('Reference Box 7'),
        },
      ]),
    )
  }
  const plain = { hasMark: true, logos: [], hasReference: false }
  expect(await slips()).toEqual({ [code]: { ...plain, hasReference: true }, [ofOther]: plain })

  await put(who, await picture(300, 100).png().toBuffer())
  const branded = await slips()
  expect(branded).toEqual({
    [code]: { hasMark: false, logos: [expect.any(String)], hasReference: true },
    [ofOther]: plain,
  })
  const { response } = await desk.get(branded[code]?.logos[0] ?? '')
  expect(response.headers.get('content-type')).toBe('image/png')
  expect((await service.fetch(branded[code]?.logos[0] ?? '')).status).toBe(401)
})

test('the export contains the logo, and the deletion of the account removes it', async () => {
  const who = await buyer(service)
  await put(who, await picture(50, 20).png().toBuffer())
  const stored = await storedOf(who)
  const exported = await service.fetch('/account/export', { headers: headersOf(who) })
  const { logos } = (await exported.json()) as { logos: readonly unknown[] }
  expect(logos).toEqual([
    {
      width: 50,
      height: 20,
      updated_at: stored?.updatedAt.toISOString(),
      png_base64: Buffer.from(stored?.png ?? []).toString('base64'),
    },
  ])
  const [status] = await post(service, who, '/api/account/delete', { losesCredits: true })
  expect(status).toBe(200)
  expect(await storedOf(who)).toBeNull()
})
