// Parts with overhangs, in every interface with a formula price: the price has no supports, and the note says how the
// part is printed (decisions.md 46).

import { expect } from 'bun:test'
import { contentSentence } from '../../../mcp/tools/order-sentences.ts'
import { confirmationMail } from '../../../server/domain/orders/mail/confirmation-mail.ts'
import { ownLine } from '../../../server/domain/orders/record/order-lines.ts'
import { crossStl, teeStl } from '../../../testing/models/overhangs.ts'
import { buyer, checkoutBody, post } from '../../../testing/people/shop.ts'
import { CUBE, type FilePart, placed, submit } from '../../../testing/people/submit.ts'
import { upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

const cross = { name: 'cross.stl', bytes: crossStl() }
const tee = { name: 'tee.stl', bytes: teeStl() }
const supported = 'The part will be printed with supports, at no extra charge.'
const turned = 'The part will be turned for printing, so that it needs no supports.'

const cartOf = async (color = 'Black') => {
  const ada = await buyer(service)
  const items: { modelUrl: string; color: string }[] = []
  for (const file of [cross, tee, CUBE]) {
    const { modelUrl } = await uploaded(upload(service, ada.cookie, file))
    items.push({ modelUrl, color })
  }
  return { ada, items }
}

verifies('decision.supports.note', 'a submitted order states how the part is printed', async () => {
  const fields = { color: 'Black' }
  const order = await placed(submit(service, account, { fields, file: cross }))
  // 3 x 10.3^2 x 60.3 - 2 x 10.3^3 mm3 = 17.006 cm3; x 0.44 x 1.26 = 9.43 g.
  expect(order.breakdown.grams).toBe(10)
  expect(order.note).toEndWith(supported)
  // 16 cm3: 8.87 g.
  const lying = await placed(submit(service, account, { fields, file: tee }))
  expect([lying.breakdown.grams, lying.note]).toEqual([9, turned])
  expect(await placed(submit(service, account, { fields }))).not.toHaveProperty('note')
  const uncolored = await placed(submit(service, account, { file: tee }))
  expect(uncolored.note).toEndWith(`a stock color bills $0.12/g. ${turned}`)
})

verifies('decision.supports.note', 'a repeat under its key returns the same note', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const request = { fields: { color: 'Black' }, file: cross, headers }
  const first = await placed(submit(service, account, request))
  const again = await placed(submit(service, account, request))
  expect(again).toEqual(first)
  expect(first.note).toEndWith(supported)
})

verifies('decision.supports.order', 'an order keeps the decision of its submit', async () => {
  const { code } = await placed(submit(service, account, { file: tee }))
  const order = await service.deps.orders.readByCode(code)
  expect(order?.supports).toMatchObject({ decision: 'turn', filamentCm3: 0, seconds: 0 })
  // The part is 20 mm high when it lies on that face.
  expect(order?.supports?.turnedMm?.[2]).toBeCloseTo(20, 3)
})

verifies(
  'decision.supports.note',
  'lines of a cart and of a checkout state how the part is printed',
  async () => {
    const { ada, items } = await cartOf()
    const [, priced] = await post(service, ada, '/api/cart-reprice', { items })
    const notes = (lines: { note?: string }[]) => lines.map(({ note }) => note ?? null)
    expect(notes(priced.lines)).toEqual([expect.stringContaining(supported), turned, null])
    const [status, order] = await post(service, ada, '/api/checkout', checkoutBody(items))
    expect(status).toBe(201)
    expect(notes(order.lines)).toEqual([supported, turned, null])
    const stored = await service.deps.orders.readByCode(order.code)
    if (stored === null) throw new Error('there is no order')
    const storedLines = await service.deps.orderLines.listByOrder(stored)
    const decisions: unknown[] = ['supports', 'turn', 'none']
    expect(storedLines.map(({ supports }): unknown => supports?.decision)).toEqual(decisions)
    const page = await (await service.fetch(`/orders/${order.code}`)).text()
    expect(page).toMatch(/Printed with supports: about \d+ g, \d+ min/)
    expect(page).toContain('Turned for printing, without supports')
  },
)

verifies(
  'decision.supports.note',
  'the draft of an agent order states how the part is printed',
  async () => {
    const { ada, items } = await cartOf()
    const draft = async (modelUrl?: string) => {
      const body = { text: 'One in black PLA.', modelUrl }
      const [, { quote }] = await post(service, ada, '/api/agent/order', body)
      return quote.lines[0].note
    }
    expect(await draft(items[0]?.modelUrl)).toContain(supported)
    expect(await draft(items[1]?.modelUrl)).toBe(turned)
    expect(await draft(items[2]?.modelUrl)).toBeUndefined()
  },
)

verifies('decision.supports.note', 'the basket states how the part is printed', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ material: 'pla', color: 'Black', quantity: '1' })) {
    form.set(name, value)
  }
  form.set('file', new Blob([cross.bytes]), cross.name)
  const { cookie } = await buyer(service)
  const headers = { cookie, origin: service.baseUrl }
  const added = await service.fetch('/basket/parts', { method: 'POST', headers, body: form })
  expect([302, 303]).toContain(added.status)
  expect(await (await service.fetch('/basket', { headers: { cookie } })).text()).toContain(
    supported,
  )
})

verifies(
  'decision.supports.note',
  'the quote page without a script states how the part is printed',
  async () => {
    const price = async (file: FilePart) => {
      const body = new FormData()
      body.set('color', 'Black')
      body.set('file', new Blob([file.bytes]), file.name)
      const headers = { origin: service.baseUrl }
      return await (await service.fetch('/quote', { method: 'POST', headers, body })).text()
    }
    expect(await price(cross)).toMatch(
      /Printed with supports: about \d+ g, \d+ min, at no extra charge\./,
    )
    const turnedPage = await price(tee)
    expect(turnedPage).toContain('Turned for printing, without supports.')
    // The report next to the price has the same text about the overhangs.
    expect(turnedPage).toMatch(/overhangs? steeper than 45°/)
    expect(turnedPage).toContain('Turned for printing, so that it needs no supports.')
    expect(turnedPage).not.toContain('Printed on supports')
    expect(await price(cross)).toContain('Printed on supports; the underside comes out rougher.')
    expect(await price(CUBE)).not.toContain('without supports')
  },
)

verifies(
  'decision.supports.order',
  'REST, the tool and the email state how the part is printed',
  async () => {
    const said = [
      [tee, 'turn', ', turned for printing'],
      [cross, 'supports', ', printed with supports'],
    ] as const
    for (const [file, decision, words] of said) {
      const { code } = await placed(submit(service, account, { file }))
      const path = `/api/print/orders/${code}`
      const read = await (await service.fetch(path, { headers: account.headers })).json()
      expect(read).toMatchObject({ code, supports: decision, supportsByOperator: false })
      const stored = await service.deps.orders.readByCode(code)
      if (stored === null) throw new Error('there is no order')
      const lines = [ownLine(stored)]
      expect(contentSentence(stored, { lines, jobs: [] })).toContain(words)
      const mail = confirmationMail(
        stored,
        {
          to: 'a@example.com',
          baseUrl: service.baseUrl,
          timeZone: 'UTC',
          now: new Date(),
          dueAt: null,
        },
        lines,
      )
      expect(mail.text).toContain(words)
    }
  },
)
