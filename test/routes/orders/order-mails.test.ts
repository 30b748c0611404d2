// The single email of a paid order: sent once, by the worker, to the address of the order, with the required content.
import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account({ email: 'Owner@Example.com' }))

const mailsOf = (code: string) =>
  service.mails().filter(({ subject, text }) => subject.includes(code) || text.includes(code))

verifies(['events.email-once', 'states.submit-charged'], async () => {
  const { code } = await placed(submit(service, account))
  await workOff(service)
  await workOff(service)
  await service.stripe.deliver({ copies: 2 })
  await workOff(service)
  expect(mailsOf(code)).toHaveLength(1)
})

verifies('events.email-content', async () => {
  const fields = {
    material: 'petg',
    color: 'Mint Green',
    quality: 'premium',
    quantity: '3',
    recipientName: 'Gräfin Ada',
    street1: '5 Rue de l’Église',
    street2: 'Bât. C',
    city: 'Genève-Ville',
    state: 'GE',
    zip: '1204',
    country: 'fr',
  }
  const { code } = await placed(submit(service, account, { fields }))
  await workOff(service)
  const [mail] = mailsOf(code)
  expect(mail?.subject).toBe(`Order ${code} confirmed`)
  // 5 g x 0.12 x 1.75 = 1.05 each; 3.15 + 30.00.
  expect(mail?.text.trim().split('\n')).toEqual([
    `Thank you for your order ${code}.`,
    '',
    '3 x cube.stl in PETG, Mint Green, premium quality: $33.15 charged.',
    '',
    'Shipping address:',
    'Gräfin Ada',
    '5 Rue de l’Église',
    'Bât. C',
    'Genève-Ville, GE 1204',
    'FR',
    '',
    `Follow it at ${service.baseUrl}/orders/${code}`,
  ])
})

test('the picture of the part is attached, and a sliced file has none', async () => {
  const { code } = await placed(submit(service, account))
  const file = { name: 'part.gcode', bytes: gcode({ grams: '3', time: '1h' }) }
  const sliced = await placed(submit(service, account, { file }))
  await workOff(service)
  const [mail] = mailsOf(code)
  expect(Object.keys(mail?.attachments ?? {})).toEqual(['part-1.png'])
  const picture = await (await service.fetch(`/orders/${code}/pictures/1.png`)).bytes()
  const mailed = await sharp(mail?.attachments['part-1.png']).raw().toBuffer()
  expect(mailed.length).toBe(320 * 320 * 4)
  // The picture is that of the order's page at half the width: they differ only at edges.
  const halved = await sharp(picture).resize(320).raw().toBuffer()
  const off = mailed.reduce((sum, value, at) => sum + Math.abs(value - (halved[at] ?? 0)), 0)
  expect(off / mailed.length).toBeLessThan(4)
  expect(mailsOf(sliced.code)[0]?.attachments).toEqual({})
})

test('a part that cannot be drawn does not delay the email', async () => {
  const { code } = await placed(submit(service, account, { fields: { units: 'mm' } }))
  service.replace({ meshes: { draw: async () => ({ kind: 'crashed' }) } })
  await workOff(service)
  expect(mailsOf(code).map(({ attachments }) => attachments)).toEqual([{}])
})

verifies(['events.email-recipient', 'orders.submit.email-recipient'], async () => {
  const fields = { email: 'Somebody.Else@Example.COM' }
  const named = await placed(submit(service, account, { fields }))
  const unnamed = await placed(submit(service, account))
  await workOff(service)
  expect(mailsOf(named.code).map(({ to }) => to)).toEqual(['somebody.else@example.com'])
  expect(mailsOf(unnamed.code).map(({ to }) => to)).toEqual(['owner@example.com'])
})

verifies('events.email-none-unpaid', async () => {
  const before = service.mails().length
  const cardless = await service.account({ card: null })
  const declining = await service.account({ card: 'pm_card_chargeCustomerFail' })
  for (const payer of [cardless, declining]) {
    const { code } = await placed(submit(service, payer))
    await setOrderStatus(service.deps, 'operator@example.com', {
      code,
      version: 'current',
      status: 'REJECTED',
    })
  }
  await workOff(service)
  expect(service.mails()).toHaveLength(before)
})

verifies('events.email-paid-by-link', async () => {
  const cardless = await service.account({ card: null })
  const { code, checkoutUrl } = await placed(submit(service, cardless))
  await workOff(service)
  expect(mailsOf(code)).toEqual([])
  await visitHostedPage(checkoutUrl ?? '', { number: '4242424242424242' })
  await service.stripe.deliver()
  await workOff(service)
  expect(mailsOf(code)).toHaveLength(1)
  expect(mailsOf(code)[0]?.to).toBe(cardless.email)
})

verifies('events.email-none-on-progress', async () => {
  const { code } = await placed(submit(service, account))
  await workOff(service)
  const statuses = 'ACCEPTED PRINTING PRINTED SHIPPED DELIVERED CANCELLED REJECTED RECEIVED'
  for (const status of statuses.split(' ')) {
    const tracking = { carrier: 'UPS', number: '1Z999AA10123456784' }
    const set = await setOrderStatus(service.deps, 'operator@example.com', {
      code,
      version: 'current',
      status,
      tracking,
      ...((status === 'CANCELLED' || status === 'REJECTED') && { refund: 'none' as const }),
    })
    const shows = status === 'SHIPPED' || status === 'DELIVERED'
    expect([status, set.ok && set.value.order.tracking?.number]).toEqual([
      status,
      shows ? tracking.number : undefined,
    ])
  }
  await workOff(service)
  expect(mailsOf(code)).toHaveLength(1)
  expect(mailsOf(code)[0]?.text).not.toContain('1Z999AA10123456784')
})
