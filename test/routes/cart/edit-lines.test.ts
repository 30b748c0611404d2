// The form of a basket line: settings are changed on the basket's page, and the new price is shown before they are stored.

import { expect, test } from 'bun:test'
import type { BasketId } from '../../../server/domain/base/ids/basket-id.ts'
import type { BasketLineId } from '../../../server/domain/base/ids/basket-line-id.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { buyer, giftCard, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'

const { service } = useShop()

const works = '4242424242424242'
const lineGone = 'That line is no longer in the basket.'

type Fields = Record<string, string>

const nameOf = (tag: string): string => / name="(\w+)"/.exec(tag)?.[1] ?? ''

/** The fields of a line's form with the values that the page shows. */
function shownFields(html: string, id: string): Fields {
  const fields: Fields = {}
  const own = `[^>]*form="edit-${id}"[^>]*`
  for (const [tag] of html.matchAll(new RegExp(`<input${own}>`, 'g'))) {
    fields[nameOf(tag)] = /value="([^"]*)"/.exec(tag)?.[1] ?? ''
  }
  for (const [tag] of html.matchAll(new RegExp(`<select${own}>.*?</select>`, 'gs'))) {
    fields[nameOf(tag)] = /<option value="([^"]*)" selected/.exec(tag)?.[1] ?? ''
  }
  const [form = ''] = new RegExp(`<form id="edit-${id}".*?</form>`, 's').exec(html) ?? []
  for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)"[^>]*? value="([^"]*)"/g)) {
    fields[name] = value
  }
  return fields
}

async function basketWith(fields: Fields = {}) {
  const visitor = createVisitor(service)
  await visitor.add(40, { color: 'Black', ...fields })
  const { html } = await visitor.get('/basket')
  const id = lineId(html)
  const path = `/basket/lines/${id}/settings`
  return { visitor, id, html, send: (sent: Fields) => visitor.post(path, sent) }
}

const settingsOf = async (id: BasketLineId) =>
  await service.db
    .selectFrom('basket_lines')
    .select(['material', 'quality', 'color', 'infill', 'layer_height', 'quantity', 'seen_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

// 40 mm cubed: 64 cm3. PETG at 60%: 64 x (0.30 + 0.70 x 0.60) x 1.27 = 58.5, so 59 g at $0.12.
const stronger = { material: 'petg', infill: '60' }

test('the new price is shown first, then stored, and the order is charged it', async () => {
  const { visitor, id, html, send } = await basketWith()
  expect(html).toContain('$4.32')
  const shown = await send({ ...shownFields(html, id), ...stronger })
  expect([shown.status, shown.html]).toEqual([200, expect.stringContaining('$7.08')])
  expect(shown.html).toContain('Nothing is saved yet.')
  expect(await settingsOf(id)).toMatchObject({ material: 'pla', infill: 20 })
  const fields = shownFields(shown.html, id)
  expect(fields).toMatchObject({ ...stronger, shownCents: '708', color: 'Black', layerHeight: '' })
  const saved = await send(fields)
  expect([saved.status, saved.location]).toEqual([303, `/basket#line-${id}`])
  const basket = await visitor.get('/basket')
  expect(basket.html).toContain('PETG, Black')
  expect(basket.html).toContain('60% infill')
  expect(basket.html).not.toContain('Prices have changed')
  // 7.08 plus 7.00 of postage.
  const checkout = await visitor.get('/checkout')
  expect(checkout.html).toContain('Pay $14.08')
  const placed = await visitor.post('/checkout', {
    ...ADDRESS,
    country: 'US',
    email: 'edit@example.com',
    action: 'order',
    key: keyOf(checkout.html),
    shownCents: '1408',
  })
  expect(placed.status).toBe(303)
  const order = await service.db
    .selectFrom('orders')
    .select(['material', 'infill', 'total_cents'])
    .where('email', '=', 'edit@example.com')
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ material: 'petg', infill: 60, total_cents: 1408 })
})

test('settings that were changed again after their price was shown are shown again', async () => {
  const { id, html, send } = await basketWith()
  const shown = await send({ ...shownFields(html, id), ...stronger })
  // A color that is not in stock: 36 g of PLA at $0.20.
  const other = { material: 'pla', infill: '20', color: 'custom', customColor: 'teal' }
  const again = await send({ ...shownFields(shown.html, id), ...other })
  expect([again.status, again.html]).toEqual([200, expect.stringContaining('Save at $7.20')])
  expect(await settingsOf(id)).toMatchObject({ material: 'pla', color: 'Black', seen_cents: 432 })
  await send(shownFields(again.html, id))
  expect(await settingsOf(id)).toMatchObject({ material: 'pla', color: 'teal', seen_cents: 720 })
})

test('premium without a layer height has its own, and one that was chosen stays', async () => {
  for (const [layerHeight, stored] of [
    ['', 0.1],
    ['0.16', 0.16],
  ] as const) {
    const { id, html, send } = await basketWith()
    const shown = await send({ ...shownFields(html, id), quality: 'premium', layerHeight })
    // 36 g at 1.75 x $0.12.
    expect(shown.html).toContain('Save at $7.56')
    await send(shownFields(shown.html, id))
    expect(await settingsOf(id)).toMatchObject({ quality: 'premium', layer_height: stored })
  }
})

test.each([
  [{ infill: '5' }, 'infill', 'Enter a whole number from 10 to 100.'],
  [
    { nozzleDiameter: '0.2', layerHeight: '0.2' },
    'layerHeight',
    'Enter a height from 0.04 to 0.15 mm.',
  ],
  [
    { color: 'custom', customColor: ' ' },
    'customColor',
    'Other color: enter a name or a hex value',
  ],
] as const)('%j is refused at its field, which keeps what was typed', async (typed, name, said) => {
  const { id, html, send } = await basketWith()
  const refused = await send({ ...shownFields(html, id), ...typed, material: 'asa' })
  expect(refused.status).toBe(400)
  expect(refused.html).toContain(said)
  expect(refused.html).toMatch(new RegExp(`id="${name}-${id}"[^>]*aria-invalid="true"`))
  expect(shownFields(refused.html, id)).toMatchObject({ ...typed, material: 'asa' })
  expect(await settingsOf(id)).toMatchObject({ material: 'pla', color: 'Black', infill: 20 })
})

test('a material that is not sold is refused at the line', async () => {
  const { id, html, send } = await basketWith()
  const refused = await send({ ...shownFields(html, id), material: 'gold' })
  expect([refused.status, refused.html]).toEqual([
    400,
    expect.stringContaining('One of: pla, petg, abs, asa, tpu'),
  ])
  expect(await settingsOf(id)).toMatchObject({ material: 'pla' })
})

test('a second window does not overwrite settings silently', async () => {
  const { visitor, id, html, send } = await basketWith()
  const stale = shownFields(html, id)
  const shown = await send({ ...stale, ...stronger })
  await send(shownFields(shown.html, id))
  const refused = await send({ ...stale, color: 'White', shownCents: '432' })
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('This part was changed in another window.'),
  ])
  // The form has the current values, so that saving again is a deliberate choice.
  expect(shownFields(refused.html, id)).toMatchObject({ ...stronger, color: 'Black' })
  expect(await settingsOf(id)).toMatchObject({ material: 'petg', color: 'Black' })
  // The quantity on the same page is not one of the settings.
  expect((await visitor.post('/basket', quantityForm(id, '3', '1'))).status).toBe(303)
  expect(await settingsOf(id)).toMatchObject({ material: 'petg', quantity: 3 })
})

const quantityForm = (id: string, quantity: string, shown: string): Fields => ({
  [`quantity-${id}`]: quantity,
  [`shown-quantity-${id}`]: shown,
  country: 'US',
})

test('a quantity that another window has changed is not overwritten silently', async () => {
  const { visitor, id, html } = await basketWith()
  expect(html).toMatch(new RegExp(`name="shown-quantity-${id}" value="1"`))
  await visitor.post('/basket', quantityForm(id, '5', '1'))
  const late = await visitor.post('/basket', quantityForm(id, '3', '1'))
  expect([late.status, late.html]).toEqual([
    409,
    expect.stringContaining('This part was changed in another window.'),
  ])
  // An unchanged field changes nothing, even if the line has changed since.
  expect((await visitor.post('/basket', quantityForm(id, '1', '1'))).status).toBe(303)
  expect(await settingsOf(id)).toMatchObject({ quantity: 5 })
  // A page of the previous release does not send the quantity that it showed.
  const before = { [`quantity-${id}`]: '2', country: 'US' }
  expect((await visitor.post('/basket', before)).status).toBe(303)
  expect(await settingsOf(id)).toMatchObject({ quantity: 2 })
})

test('one window never contradicts itself: what it sends twice or together is stored', async () => {
  const { visitor, id, html, send } = await basketWith()
  // The autosave and the native form that the Enter key submits, in sequence and concurrently.
  for (const statuses of [
    [(await visitor.post('/basket', quantityForm(id, '3', '1'))).status],
    [(await visitor.post('/basket', quantityForm(id, '3', '1'))).status],
    (
      await Promise.all(
        [1, 2].map(() =>
          visitor.post('/basket', { ...quantityForm(id, '4', '3'), next: 'checkout' }),
        ),
      )
    ).map(({ status }) => status),
  ]) {
    expect(new Set(statuses)).toEqual(new Set([303]))
  }
  // A double click on the button that saves: 4 x $4.32.
  const fields = { ...shownFields(html, id), color: 'White', shownCents: '1728' }
  const clicks = await Promise.all([send(fields), send(fields)])
  expect(clicks.map(({ status }) => status)).toEqual([303, 303])
  expect((await send(fields)).status).toBe(303)
  expect(await settingsOf(id)).toMatchObject({ color: 'White', quantity: 4 })
})

test('settings saved after a quantity are priced with it, and both are kept', async () => {
  const { visitor, id, html, send } = await basketWith()
  const shown = await send({ ...shownFields(html, id), ...stronger })
  await visitor.post('/basket', quantityForm(id, '2', '1'))
  // 2 x 7.08.
  const again = await send(shownFields(shown.html, id))
  expect([again.status, again.html]).toEqual([200, expect.stringContaining('Save at $14.16')])
  await send(shownFields(again.html, id))
  expect(await settingsOf(id)).toMatchObject({ material: 'petg', quantity: 2, seen_cents: 1416 })
})

test('a price is for the line that the form was made for', async () => {
  const { id, html, send } = await basketWith()
  const { baskets } = service.deps
  const change = { from: {}, to: { color: 'White' }, seen: null } as const
  let reads = 0
  // Another window saves while the price is being computed: the page reads the basket again to show it.
  const undo = service.replace({
    baskets: {
      read: async (basketId: BasketId) => {
        reads += 1
        if (reads === 2) await baskets.setOptions(basketId, id, change)
        return await baskets.read(basketId)
      },
    },
  })
  const shown = await send({ ...shownFields(html, id), ...stronger, only: 'price' })
  undo()
  expect([shown.status, shown.html]).toEqual([200, expect.stringContaining('Save at $7.08')])
  const saved = await send(shownFields(shown.html, id))
  expect(saved.status).toBe(409)
  expect(await settingsOf(id)).toMatchObject({ material: 'pla', color: 'White' })
})

test('a form without a version is accepted', async () => {
  const { id, html, send } = await basketWith()
  const { version: _, ...fields } = shownFields(html, id)
  expect((await send({ ...fields, color: 'White', shownCents: '432' })).status).toBe(303)
  expect(await settingsOf(id)).toMatchObject({ color: 'White' })
})

test('prices of changed settings are limited', async () => {
  const { id, html, send } = await basketWith()
  const { rateCounters } = service.deps
  const undo = service.replace({
    rateCounters: {
      consume: (scope, ...more) =>
        scope === 'line-settings'
          ? { allowed: false, retryAfterSeconds: 60 }
          : rateCounters.consume(scope, ...more),
    },
  })
  const refused = await send({ ...shownFields(html, id), ...stronger })
  undo()
  expect([refused.status, refused.html]).toEqual([
    429,
    expect.stringContaining('Too many changes to parts were priced for your network.'),
  ])
})

test('a wrong field of a stale form does not make the form current', async () => {
  const { id, html, send } = await basketWith()
  const stale = shownFields(html, id)
  const shown = await send({ ...stale, ...stronger })
  await send(shownFields(shown.html, id))
  const wrong = await send({ ...stale, infill: '5' })
  expect(wrong.status).toBe(400)
  const corrected = await send({ ...shownFields(wrong.html, id), infill: '30' })
  expect(corrected.status).toBe(409)
  expect(await settingsOf(id)).toMatchObject({ material: 'petg', infill: 60 })
})

test('two windows that save at the same time: one is stored, the other is told', async () => {
  const { id, html, send } = await basketWith()
  const fields = { ...shownFields(html, id), shownCents: '432' }
  const sent = await Promise.all(
    ['White', 'Red', 'Green'].map((color) => send({ ...fields, color })),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([303, 409, 409])
})

test('a sliced file says what it cannot change, and changes its color', async () => {
  const visitor = createVisitor(service)
  const body = new FormData()
  body.set('file', new Blob([gcode({ extrudedMm: 1000, grams: 3 })]), 'part.gcode')
  body.set('color', 'Black')
  const cookie = await service.fetch('/basket/parts', {
    method: 'POST',
    body,
    headers: { origin: service.baseUrl },
  })
  visitor.keep(cookie.headers.getSetCookie())
  const { html } = await visitor.get('/basket')
  const id = lineId(html)
  const path = `/basket/lines/${id}/settings`
  expect(html).toContain('This file is already sliced: its infill, layers and nozzle')
  const fields = shownFields(html, id)
  expect(Object.keys(fields).toSorted()).toEqual(
    ['color', 'country', 'customColor', 'material', 'quality', 'version'].toSorted(),
  )
  const refused = await visitor.post(path, { ...fields, infill: '60' })
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('This file is already sliced, so its infill, layers and nozzle cannot'),
  ])
  const shown = await visitor.post(path, { ...fields, color: 'White' })
  expect(shown.html).toContain('The price stays')
  await visitor.post(path, shownFields(shown.html, id))
  expect(await settingsOf(id)).toMatchObject({ color: 'White', infill: 20, layer_height: 0.2 })
})

test('another visitor and another site change nothing, and a removed line is said to be gone', async () => {
  const { visitor, id, html, send } = await basketWith()
  const fields = { ...shownFields(html, id), shownCents: '432', color: 'White' }
  const path = `/basket/lines/${id}/settings`
  const stranger = createVisitor(service)
  await stranger.add(30)
  expect((await stranger.post(path, fields)).status).toBe(404)
  await visitor.post(path, fields, 'https://evil.example')
  expect(await settingsOf(id)).toMatchObject({ color: 'Black' })
  await visitor.add(30)
  await visitor.post(`/basket/lines/${id}`, { remove: '1' })
  const gone = await send(fields)
  expect([gone.status, gone.html]).toEqual([404, expect.stringContaining(lineGone)])
})

async function waitingOrder() {
  const who = await buyer(service)
  const visitor = createVisitor(service, who)
  await visitor.add(40, { color: 'Black' })
  const key = keyOf((await visitor.get('/checkout')).html)
  const order = { ...ADDRESS, email: who.email, country: 'US', action: 'order', key }
  const placed = await visitor.post('/checkout', order)
  const { html } = await visitor.get('/basket')
  const id = lineId(html)
  const orders = async () =>
    await service.db
      .selectFrom('orders')
      .select(['status', 'total_cents', 'code', 'color', 'quantity'])
      .where('account_id', '=', who.accountId)
      .orderBy('created_at')
      .execute()
  const send = (sent: Fields) => visitor.post(`/basket/lines/${id}/settings`, sent)
  return { visitor, order, id, html, orders, send, checkoutUrl: placed.location ?? '' }
}

test('changed settings cancel the order that the line waits for, and are ordered at their price', async () => {
  const { visitor, order, id, html, orders, send, checkoutUrl } = await waitingOrder()
  const shown = await send({ ...shownFields(html, id), ...stronger })
  expect(await orders()).toMatchObject([{ status: 'PENDING_PAYMENT', total_cents: 1132 }])
  await send(shownFields(shown.html, id))
  expect(await orders()).toMatchObject([{ status: 'CANCELLED', total_cents: 1132 }])
  expect((await visitor.get('/basket')).html).not.toContain('waits for its payment')
  expect((await visitHostedPage(checkoutUrl, { number: works })).kind).toBe('refused')
  // The checkout page that was opened before the change shows another amount.
  const old = await visitor.post('/checkout', { ...order, shownCents: '1132' })
  expect([old.status, old.html]).toEqual([409, expect.stringContaining('is now $14.08')])
  await visitor.post('/checkout', { ...order, shownCents: '1408' })
  expect(await orders()).toMatchObject([
    { status: 'CANCELLED', total_cents: 1132 },
    { status: 'PENDING_PAYMENT', total_cents: 1408 },
  ])
})

test('a changed quantity cancels the order that the line waits for', async () => {
  const { visitor, id, orders } = await waitingOrder()
  await visitor.post('/basket', quantityForm(id, '1', '1'))
  expect(await orders()).toMatchObject([{ status: 'PENDING_PAYMENT' }])
  await visitor.post('/basket', quantityForm(id, '2', '1'))
  expect(await orders()).toMatchObject([{ status: 'CANCELLED' }])
})

test('a line whose order was paid a moment ago keeps what was ordered, and leads to the order', async () => {
  const { visitor, id, html, orders, send, checkoutUrl } = await waitingOrder()
  // The processor's event is not delivered yet.
  await visitHostedPage(checkoutUrl, { number: works })
  const [order] = await orders()
  const fields = { ...shownFields(html, id), color: 'White', shownCents: '432' }
  const edited = await send(fields)
  expect([edited.status, edited.location]).toEqual([303, `/orders/${order?.code}/pay`])
  const ordered = { status: 'RECEIVED', total_cents: 1132, color: 'Black', quantity: 1 }
  expect(await orders()).toMatchObject([ordered])
  // The line is now in the order and not in the basket, so no form of an older window is reported as saved.
  await visitor.add(30, { color: 'Black' })
  const other = lineId((await visitor.get('/basket')).html)
  const typed = { ...quantityForm(id, '2', '1'), ...quantityForm(other, '3', '1') }
  for (const sent of [
    await visitor.post('/basket', { ...typed, next: 'checkout' }),
    await visitor.post(`/basket/lines/${id}`, { quantity: '2' }),
    await send(fields),
  ]) {
    expect([sent.status, sent.html]).toEqual([404, expect.stringContaining(lineGone)])
  }
  // The other quantity is stored, and an unchanged one causes no error.
  expect(await settingsOf(other)).toMatchObject({ quantity: 3 })
  expect((await visitor.post('/basket', quantityForm(id, '1', '1'))).status).toBe(303)
  expect(await orders()).toMatchObject([ordered])
})

test('a quantity of a line whose order was paid a moment ago leads to the order', async () => {
  const { visitor, id, orders, checkoutUrl } = await waitingOrder()
  await visitHostedPage(checkoutUrl, { number: works })
  const [order] = await orders()
  const changed = await visitor.post('/basket', quantityForm(id, '2', '1'))
  expect([changed.status, changed.location]).toEqual([303, `/orders/${order?.code}/pay`])
  expect(await orders()).toMatchObject([{ status: 'RECEIVED', quantity: 1 }])
})

test('a quantity of a line that is ordered and paid while it is saved is not reported as saved', async () => {
  const { visitor, id } = await basketWith()
  const key = keyOf((await visitor.get('/checkout')).html)
  const order = { ...ADDRESS, country: 'US', email: 'paid@example.com', action: 'order', key }
  const { baskets } = service.deps
  let calls = 0
  const undo = service.replace({
    baskets: {
      setOptions: async (...request: Parameters<typeof baskets.setOptions>) => {
        calls += 1
        if (calls === 1) {
          const placed = await visitor.post('/checkout', order)
          await pay(service, placed.location ?? '')
        }
        return await baskets.setOptions(...request)
      },
    },
  })
  const saved = await visitor.post('/basket', quantityForm(id, '2', '1'))
  undo()
  expect([saved.status, saved.html]).toEqual([404, expect.stringContaining(lineGone)])
  const ordered = await service.db
    .selectFrom('orders')
    .select(['quantity', 'paid'])
    .where('email', '=', 'paid@example.com')
    .execute()
  expect(ordered).toEqual([{ quantity: 1, paid: true }])
})

test('a line that is ordered while its settings are saved is not changed below its order', async () => {
  const { visitor, id, html, send } = await basketWith()
  const checkout = keyOf((await visitor.get('/checkout')).html)
  const order = { ...ADDRESS, country: 'US', email: 'race@example.com', action: 'order' }
  const { baskets } = service.deps
  let placed = 0
  const undo = service.replace({
    baskets: {
      setOptions: async (...request: Parameters<typeof baskets.setOptions>) => {
        placed += 1
        if (placed === 1) await visitor.post('/checkout', { ...order, key: checkout })
        return await baskets.setOptions(...request)
      },
    },
  })
  const saved = await send({ ...shownFields(html, id), color: 'White', shownCents: '432' })
  undo()
  expect([saved.status, placed]).toEqual([303, 2])
  expect(await settingsOf(id)).toMatchObject({ color: 'White' })
  const { status } = await service.db
    .selectFrom('orders')
    .select('status')
    .where('email', '=', 'race@example.com')
    .executeTakeFirstOrThrow()
  expect(status).toBe('CANCELLED')
})

const orderedBy = async (email: string) =>
  await service.db.selectFrom('orders').select('color').where('email', '=', email).execute()

test('the checkout orders only lines that its page showed', async () => {
  const { visitor, id, html, send } = await basketWith()
  const email = 'shown@example.com'
  const page = (await visitor.get('/checkout')).html
  const order = { ...ADDRESS, country: 'US', email, action: 'order', shownCents: '1132' }
  const key = keyOf(page)
  // Another window chooses another color at the same price.
  await send({ ...shownFields(html, id), color: 'White', shownCents: '432' })
  const refused = await visitor.post('/checkout', {
    ...order,
    key,
    shownBasket: shownBasketOf(page),
  })
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('The basket was changed or ordered in another window.'),
  ])
  expect(refused.html).toContain('PLA, White')
  expect(await orderedBy(email)).toEqual([])
  const shownBasket = shownBasketOf(refused.html)
  expect((await visitor.post('/checkout', { ...order, key, shownBasket })).status).toBe(303)
  expect(await orderedBy(email)).toEqual([{ color: 'White' }])
})

test('a line that is changed while its order is written is not ordered as it was', async () => {
  const { visitor, id } = await basketWith()
  const email = 'written@example.com'
  const page = (await visitor.get('/checkout')).html
  const { cartOrders, baskets } = service.deps
  const undo = service.replace({
    cartOrders: {
      placeOrder: async (...request: Parameters<typeof cartOrders.placeOrder>) => {
        const { basket_id } = await service.db
          .selectFrom('basket_lines')
          .select('basket_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await baskets.setOptions(basket_id, id, { from: {}, to: { color: 'White' }, seen: null })
        return await cartOrders.placeOrder(...request)
      },
    },
  })
  const order = { ...ADDRESS, country: 'US', email, action: 'order', shownCents: '1132' }
  const refused = await visitor.post('/checkout', { ...order, key: keyOf(page) })
  undo()
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('The basket was changed or ordered in another window.'),
  ])
  expect(await orderedBy(email)).toEqual([])
})

const shownBasketOf = (html: string) => /name="shownBasket" value="(\w+)"/.exec(html)?.[1] ?? ''

test('a layer height that the quality has with a finer nozzle is shown as that of the quality', async () => {
  // 0.2 mm is more than 75% of the nozzle.
  const { visitor, id, html, send } = await basketWith({
    nozzleDiameter: '0.2',
    layerHeight: '0.15',
  })
  expect(shownFields(html, id)).toMatchObject({ layerHeight: '', nozzleDiameter: '0.2' })
  const shown = await send(shownFields(html, id))
  expect(shown.html).toContain('The price stays')
  expect(shown.html).toContain(
    '20 to 75% of the nozzle. Left empty: 0.2 mm for standard, 0.1 mm for premium, or the nearest height in this range.',
  )
  await visitor.post(`/basket/lines/${id}/settings`, shownFields(shown.html, id))
  expect(await settingsOf(id)).toMatchObject({ layer_height: 0.15 })
})

test('a layer height between two hundredths can be edited', async () => {
  const { id, html, send } = await basketWith({ layerHeight: '0.125' })
  expect(html).toMatch(new RegExp(`<input id="layerHeight-${id}"[^>]*step="any"`))
  const shown = await send({ ...shownFields(html, id), color: 'White' })
  await send(shownFields(shown.html, id))
  expect(await settingsOf(id)).toMatchObject({ color: 'White', layer_height: 0.125 })
})

test('the form says that it saves no quantities', async () => {
  const { html } = await basketWith()
  expect(html).toContain('This form saves no quantities.')
})

test('the Enter key in a field of the checkout moves the focus only to what has changed', async () => {
  const { visitor } = await basketWith()
  const { html } = await visitor.get('/checkout')
  expect(html).toContain('name="shownCountry" value="US"')
  const entered = { ...ADDRESS, country: 'US', shownCountry: 'US', action: 'update' }
  const isFocused = async (fields: Fields, tag: RegExp) =>
    tag.test((await visitor.post('/checkout', fields)).html)
  const country = /<select[^>]*name="country"[^>]* autofocus/
  const sum = /<h2 id="sum"[^>]* autofocus/
  expect(await isFocused(entered, country)).toBe(false)
  expect(await isFocused(entered, sum)).toBe(false)
  expect(await isFocused({ ...entered, country: 'DE' }, country)).toBe(true)
  const who = await buyer(service)
  const code = await giftCard(service, who, 2500)
  expect(await isFocused({ ...entered, giftCard: code }, sum)).toBe(true)
})

test('a basket that is gone has no line to change', async () => {
  const visitor = createVisitor(service)
  const id = crypto.randomUUID()
  const path = `/basket/lines/${id}`
  expect((await visitor.post(path, { remove: '1' })).location).toBe('/basket#parts')
  for (const sent of [
    await visitor.post(path, { quantity: '2' }),
    await visitor.post('/basket', quantityForm(id, '2', '1')),
    await visitor.post(`${path}/settings`, { material: 'petg' }),
  ]) {
    expect([sent.status, sent.html]).toEqual([404, expect.stringContaining(lineGone)])
  }
})
