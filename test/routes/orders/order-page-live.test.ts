// Parts of an order's page in addition to its status: history, pictures, receipt, and the stream that updates it.
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { CUBE, placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const email = 'owner-of-parts@example.com'
const owner = use(async () => ({
  cookie: await service.signIn(email),
  account: await service.account(),
}))

/** Places an order of the signed-in account. */
async function order(changes: Partial<Parameters<typeof submit>[2]> = {}) {
  const made = await placed(submit(service, owner.account, changes))
  const mine = service.db.selectFrom('accounts').select('id').where('email', '=', email)
  await service.db
    .updateTable('orders')
    .set({ account_id: mine })
    .where('code', '=', made.code)
    .execute()
  return made
}

const html = async (path: string, cookie?: string) =>
  (await service.fetch(path, cookie === undefined ? {} : { headers: { cookie } })).text()
const setStatus = (code: string, status: string) =>
  setOrderStatus(service.deps, OPERATOR_EMAIL, { code, version: 'current', status })

describe('history', () => {
  verifies('web.order-history', async () => {
    const { code } = await order()
    for (const status of ['ACCEPTED', 'PRINTING', 'PRINTED', 'PRINTING']) {
      await setStatus(code, status)
    }
    const page = await html(`/orders/${code}`)
    const list = /<ol id="order-timeline".*?<\/ol>/s.exec(page)?.[0] ?? ''
    expect([...list.matchAll(/<li><span>(.*?)<\/span> <time /g)].map(([, text]) => text)).toEqual([
      'Order placed',
      'Payment received',
      'Accepted by the farm',
      'Printing started',
      'Printing finished',
      'Back to: Printing',
    ])
    expect(page).not.toContain(OPERATOR_EMAIL)
  })

  verifies('web.order-day', async () => {
    const { code } = await order()
    await service.db
      .updateTable('orders')
      .set({ due_at: new Date('2126-12-03T10:00:00Z') })
      .where('code', '=', code)
      .execute()
    expect(await html(`/orders/${code}`)).toContain('>Ships by Tuesday, December 3.</p>')
  })
})

describe('pictures', () => {
  verifies('web.order-picture', async () => {
    const { code } = await order()
    expect(await html(`/orders/${code}`)).toContain(`src="/orders/${code}/pictures/1.png"`)
    const picture = await service.fetch(`/orders/${code}/pictures/1.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = await picture.bytes()
    expect(Buffer.from(bytes.subarray(0, 8)).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    // PNG: width and height are big-endian numbers from byte 16 on.
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([640, 640])
    // The picture is drawn once: another order of the same file gets the stored picture.
    service.replace({ meshes: { draw: () => Promise.reject(new Error('drawn again')) } })
    const again = await service.fetch(`/orders/${(await order()).code}/pictures/1.png`)
    expect([again.status, await again.bytes()]).toEqual([200, bytes])
  })

  test.each([
    ['Red', 0],
    ['Green', 1],
    ['Cyan', 2],
  ] as const)('a part in %s is drawn in it', async (color, strongest) => {
    const { code } = await order({ fields: { color } })
    const picture = await (await service.fetch(`/orders/${code}/pictures/1.png`)).bytes()
    const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    const opaque = [...Array(data.length / 4).keys()]
      .map((at) => [...data.subarray(4 * at, 4 * at + 4)])
      .filter(([, , , alpha]) => alpha === 255)
    const sums = [0, 1, 2].map((at) => opaque.reduce((sum, pixel) => sum + (pixel[at] ?? 0), 0))
    expect(sums.indexOf(Math.max(...sums))).toBe(strongest)
    expect(Math.max(...sums)).toBeGreaterThan(1.3 * Math.min(...sums))
  })

  test('do not exist for a sliced file, other lines and unknown orders', async () => {
    const file = { name: 'part.gcode', bytes: gcode({ grams: '3', time: '1h' }) }
    const { code } = await order({ file })
    expect(await html(`/orders/${code}`)).not.toContain('<img')
    for (const path of [
      `${code}/pictures/1.png`,
      `${code}/pictures/2.png`,
      `${code}/pictures/1`,
      'SVC-AAAAAA/pictures/1.png',
    ]) {
      expect([path, (await service.fetch(`/orders/${path}`)).status]).toEqual([path, 404])
    }
  })
})

describe('receipt', () => {
  verifies('web.order-receipt', async () => {
    const fields = {
      quantity: '3',
      material: 'petg',
      quality: 'premium',
      color: 'Mint Green',
      street1: '5 Nowhere Way',
    }
    const { code } = await order({ fields })
    const page = await html(`/orders/${code}/receipt`)
    // 8 cm3 x 0.44 x 1.27 = 4.47 -> 5 g x 0.12 x 1.75 = 1.05 each.
    for (const amount of ['$3.15', '$7.00', '$10.15']) {
      expect(page).toContain(`<td>${amount}</td>`)
    }
    expect(page).toContain(`<div>${new URL(service.baseUrl).host}</div>`)
    expect(page).toMatch(/<dd>Paid on <time /)
    expect(page).toContain('All amounts are in US dollars.')
    expect(await html(`/orders/${code}`)).toContain('Printable receipt or invoice')
    for (const text of ['5 Nowhere Way', 'cube.stl']) expect(page).not.toContain(text)
    const own = await html(`/orders/${code}/receipt`, owner.cookie)
    for (const text of [
      'Ship to',
      '5 Nowhere Way',
      '3 × cube.stl',
      'This document shows no tax.',
    ]) {
      expect(own).toContain(text)
    }
    const other = await html(`/orders/${code}/receipt`, await service.signIn('other@example.com'))
    for (const text of ['5 Nowhere Way', 'cube.stl']) expect(other).not.toContain(text)
  })

  verifies('web.receipt-unpaid', async () => {
    const { code } = await placed(submit(service, await service.account({ card: null })))
    expect(await html(`/orders/${code}`)).not.toContain('Receipt')
    const response = await service.fetch(`/orders/${code}/receipt`)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/orders/${code}`])
  })

  test('the page names the file only for the account of the order', async () => {
    const { code } = await order()
    expect(await html(`/orders/${code}`, owner.cookie)).toContain('<dd>cube.stl</dd>')
    expect(await html(`/orders/${code}`)).not.toContain('cube.stl')
  })
})

/** Collects the events of a stream until it is closed. */
async function follow(path: string) {
  const aborted = new AbortController()
  const response = await service.fetch(path, { signal: aborted.signal })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  })()
  return {
    response,
    text: () => text,
    close: async () => {
      aborted.abort()
      await reading
    },
  }
}

describe('the stream', () => {
  verifies('web.order-live', async () => {
    const { code } = await order()
    const stream = await follow(`/orders/${code}/live`)
    expect(stream.response.headers.get('content-type')).toStartWith('text/event-stream')
    await until(async () => stream.text().includes('id="order-checked"'))
    for (const id of ['state', 'payment', 'parcel', 'price', 'timeline']) {
      expect(stream.text()).toContain(`id="order-${id}"`)
    }
    const before = stream.text().length
    await setStatus(code, 'ACCEPTED')
    await until(async () => stream.text().includes('<h1>Accepted — queued to print</h1>'))
    // The stream sends only changes: the price did not change.
    expect(stream.text().slice(before)).not.toContain('id="order-price"')
    await stream.close()
    expect(service.app.streamListeners()).toBe(0)
  })

  test('sends the parts of a page in the language of its address alone', async () => {
    const { code } = await order()
    const page = await html(`/orders/${code}?language=de`)
    const [, address = ''] = /data-stream="([^"]*)"/.exec(page) ?? []
    expect(address).toBe(`/orders/${code}/live?language=de`)
    const inGerman = await follow(address)
    const inEnglish = await follow(`/orders/${code}/live`)
    const unknown = await follow(`/orders/${code}/live?language=xx`)
    await setStatus(code, 'ACCEPTED')
    for (const [stream, heading] of [
      [inGerman, '<h1>Angenommen – wartet auf den Druck</h1>'],
      [inEnglish, '<h1>Accepted — queued to print</h1>'],
      [unknown, '<h1>Accepted — queued to print</h1>'],
    ] as const) {
      await until(async () => stream.text().includes(heading))
    }
    // Every part that the stream replaces, the address of the stream included.
    for (const text of [
      'Diese Seite aktualisiert sich selbst.',
      `data-stream="/orders/${code}/live?language=de"`,
      'Zahlung eingegangen',
      '>Summe<',
    ]) {
      expect(inGerman.text()).toContain(text)
    }
    for (const text of ['Accepted', 'Last checked', 'Payment received', '>Total<']) {
      expect(inGerman.text()).not.toContain(text)
    }
    for (const stream of [inGerman, inEnglish, unknown]) await stream.close()
  })

  test('keeps the language of a page after a checkout', async () => {
    const { code } = await placed(submit(service, await service.account({ card: null })))
    const page = await html(`/orders/${code}?paid=1&language=fr`)
    const [, address = ''] = /data-stream="([^"]*)"/.exec(page) ?? []
    expect(address).toBe(`/orders/${code}/live?paid=1&amp;language=fr`)
    const stream = await follow(address.replace('&amp;', '&'))
    await until(async () => stream.text().includes('En attente de confirmation du paiement'))
    await stream.close()
  })

  test('shows the progress of a print within 10 s', async () => {
    const farm = await openFarm(service)
    const code = await farm.order({ quantity: '3' }, CUBE)
    await farm.queue(code)
    const job = await mustClaim(farm)
    const beat = { lease: job.lease, printing: true, remainingSeconds: 600 }
    const heartbeat = (progress: number) =>
      good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, { ...beat, progress }))
    await heartbeat(0.25)
    const stream = await follow(`/orders/${code}/live`)
    await until(async () => stream.text().includes('25%, about 10 min left'))
    expect(stream.text()).toContain('0 of 3 parts printed.')
    await heartbeat(0.5)
    service.advance(10)
    await until(async () => stream.text().includes('50%, about 10 min left'))
    service.advance(-10)
    await stream.close()
  })

  test('one query reads the progress of all watched orders', async () => {
    const codes = [(await order()).code, (await order()).code]
    const { marks } = service.deps.orders
    const asked: (readonly string[])[] = []
    const restore = service.replace({
      orders: {
        marks: (those) => {
          asked.push(those)
          return marks(those)
        },
      },
    })
    const streams = await Promise.all(codes.map((code) => follow(`/orders/${code}/live`)))
    await until(async () => asked.some((those) => those.length === 2))
    await Promise.all(streams.map(({ close }) => close()))
    restore()
  })

  test('one visitor may open 50 streams of one order, and still load the page', async () => {
    const path = `/orders/${(await order()).code}/live`
    const streams = await Promise.all(Array.from({ length: 50 }, () => follow(path)))
    expect(streams.map(({ response }) => response.status)).toEqual(Array(50).fill(200))
    const { status, headers } = await service.fetch(path)
    expect([status, headers.get('retry-after')]).toEqual([429, '30'])
    await Promise.all(streams.map(({ close }) => close()))
    const again = await follow(path)
    expect(again.response.status).toBe(200)
    await again.close()
  })

  test('responds to HEAD with only its headers, and adds no listener', async () => {
    const path = `/orders/${(await order()).code}/live`
    const { status, headers } = await service.fetch(path, { method: 'HEAD' })
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ])
    expect(service.app.streamListeners()).toBe(0)
  })

  test('returns 404 for a code without an order, which counts as a guess', async () => {
    const { status } = await service.fetch('/orders/SVC-AAAAAA/live')
    expect(status).toBe(404)
  })
})
