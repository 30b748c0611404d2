// Messages to customers and their attachments (decisions.md 44), over REST and on the order's page.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sendMail } from '../../../server/db/orders/mail/send-mail.ts'
import type { Mail } from '../../../server/domain/base/ports.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
let cookie: string
let code: string
beforeAll(async () => {
  cookie = await service.signIn(OPERATOR_EMAIL)
  code = (await placed(submit(service, await service.account()))).code
}, HOOK_TIMEOUT_MS)
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const text = { subject: 'Your bracket', body: 'The hole is 2.9 mm wide.\nShall we print it?' }

async function send(body: unknown, { of = code, key = '' }: { of?: string; key?: string } = {}) {
  const response = await service.fetch(`/api/operator/orders/${of}/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie,
      ...(key !== '' && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

async function upload(name: string, bytes: Uint8Array | string) {
  const body = new FormData()
  body.append('file', new File([bytes as BlobPart], name))
  const response = await service.fetch('/api/support/attachments', {
    method: 'POST',
    headers: { cookie },
    body,
  })
  return { status: response.status, json: await response.json() }
}

async function mailsAbout(of: string): Promise<readonly Mail[]> {
  const queued = await service.deps.outbox.list({ state: 'waiting', orderCode: of, limit: 20 })
  const mails: Mail[] = []
  for (const { id } of queued) {
    await sendMail(service.db, { send: async (mail) => void mails.push(mail) }, id)
  }
  return mails
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

describe('a message', () => {
  verifies(
    'decision.order-message',
    'is mailed to the customer and stored with the order',
    async () => {
      await mailsAbout(code)
      const { status, json } = await send(text)
      expect(status).toBe(200)
      expect(json).toMatchObject({
        ...text,
        code,
        by: OPERATOR_EMAIL,
        sentAt: null,
        attachments: [],
      })
      const order = await service.deps.orders.readByCode(code)
      expect(await mailsAbout(code)).toMatchObject([
        {
          to: order?.address.email,
          subject: 'Your bracket',
          text: `${text.body}\n\nYour order ${code}: ${service.baseUrl}/orders/${code}\n`,
        },
      ])
      const page = await service.fetch(`/operator/orders/${code}`, { headers: { cookie } })
      const html = await page.text()
      for (const shown of ['Your bracket', 'Shall we print it?', ', sent']) {
        expect(html).toContain(shown)
      }
    },
  )

  test('is sent once for one key, and once for the same text without a key', async () => {
    const first = await send({ ...text, subject: 'Once' }, { key: 'k1' })
    const second = await send({ ...text, subject: 'Once' }, { key: 'k1' })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.json.messageId).toBe(first.json.messageId)
    expect((await send({ ...text, subject: 'Other' }, { key: 'k1' })).status).toBe(409)
    const both = await Promise.all([1, 2].map(() => send({ ...text, subject: 'Twice' })))
    expect(new Set(both.map(({ json }) => json.messageId)).size).toBe(1)
    const subjects = (await mailsAbout(code)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(['Once', 'Twice'])
  })

  test('refuses each wrong field with a sentence', async () => {
    const cases: readonly [unknown, number, string][] = [
      [{ ...text, subject: '' }, 400, 'subject: is required, 1 to 150 characters'],
      [{ ...text, subject: 'x'.repeat(151) }, 400, 'subject: is required, 1 to 150 characters'],
      [{ subject: 'x' }, 400, 'body: is required'],
      [{ ...text, body: ' \n ' }, 400, 'body: is required, 1 to 5000 characters'],
      [{ ...text, body: 'x'.repeat(5001) }, 400, 'body: is required, 1 to 5000 characters'],
      [{ ...text, attachmentIds: 'x' }, 400, 'attachmentIds: must be a list of ids of attachments'],
      [
        { ...text, attachmentIds: Array.from({ length: 6 }, (_, at) => String(at)) },
        400,
        'attachmentIds: can name at most 5 attachments',
      ],
      [{ ...text, attachmentIds: ['nope'] }, 404, 'There is no attachment nope. Upload it first.'],
    ]
    for (const [body, status, error] of cases) {
      const refused = await send(body)
      expect([refused.status, refused.json.error]).toEqual([status, error])
    }
    expect((await send(text, { of: 'SVC-AAAAAA' })).json).toEqual({ error: 'Order not found' })
    expect(await mailsAbout(code)).toEqual([])
  })

  verifies(['limits.operator.order-message', 'limits.enforced.operator-scopes'], async () => {
    const statuses: number[] = []
    for (let index = 0; index < 61; index += 1) statuses.push((await send({})).status)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429])
  })

  test('is sent from the order page once, and a refused form keeps its text', async () => {
    const path = `/operator/orders/${code}/messages`
    const post = (fields: Record<string, string>) =>
      service.fetch(path, {
        method: 'POST',
        headers: { origin: service.baseUrl, cookie },
        body: new URLSearchParams(fields),
      })
    const refused = await post({ subject: '', body: 'Keep <this>' })
    const html = await refused.text()
    expect(refused.status).toBe(400)
    expect(html).toContain(Bun.escapeHTML('Keep <this>'))
    expect(html).toContain('Enter a subject in 1 to 150 characters.')
    const form = { subject: 'From the page', body: 'Hello', messageId: crypto.randomUUID() }
    for (const _ of [1, 2]) {
      const sent = await post(form)
      expect(sent.headers.get('location')).toBe(`/operator/orders/${code}?message=1#messages`)
    }
    expect((await mailsAbout(code)).map(({ subject }) => subject)).toEqual(['From the page'])
  })

  test('is sent once when the form with a new file is sent twice', async () => {
    const messageId = crypto.randomUUID()
    const press = (body: string, bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData()
      const fields = { subject: 'Twice with a file', body, messageId, do: 'send' }
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new File([bytes], 'marks.png'))
      return service.fetch(`/operator/orders/${code}/messages`, {
        method: 'POST',
        headers: { origin: service.baseUrl, cookie },
        body: form,
      })
    }
    for (const sent of await Promise.all([press('Hello', png), press('Hello', png)])) {
      expect(sent.headers.get('location')).toBe(`/operator/orders/${code}?message=1#messages`)
    }
    const mails = await mailsAbout(code)
    expect(mails.map(({ subject }) => subject)).toEqual(['Twice with a file'])
    for (const other of [press('Goodbye', png), press('Hello', new Uint8Array([...png, 1]))]) {
      const refused = await other
      const html = await refused.text()
      expect(refused.status).toBe(409)
      expect(html).toContain('What you entered was not sent.')
      expect(html).toContain('Attached: marks.png')
      expect(html).not.toContain(messageId)
    }
    expect(await mailsAbout(code)).toEqual([])
  })
})

describe('an attachment', () => {
  verifies(
    'decision.support-attachment',
    'is a link in the email that works without signing in',
    async () => {
      const { status, json } = await upload('marks-1.png', png)
      expect([status, json]).toEqual([
        200,
        {
          attachmentId: expect.any(String),
          name: 'marks-1.png',
          contentType: 'image/png',
          bytes: 12,
        },
      ])
      const address = `/orders/${code}/files/${json.attachmentId}`
      expect((await service.fetch(address)).status).toBe(404)
      await send({ ...text, subject: 'With a file', attachmentIds: [json.attachmentId] })
      const [mail] = await mailsAbout(code)
      expect(mail?.text).toContain(`marks-1.png: ${service.baseUrl}${address}`)
      const file = await service.fetch(address)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(file.headers.get('content-disposition')).toStartWith('attachment; ')
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await file.bytes()).toEqual(png)
      const other = (await placed(submit(service, await service.account()))).code
      for (const wrong of [other, '%00', `SVC-${'A'.repeat(99)}`]) {
        const response = await service.fetch(`/orders/${wrong}/files/${json.attachmentId}`)
        expect([wrong, response.status]).toEqual([wrong, 404])
      }
    },
  )

  test('has one of the accepted types, by its content', async () => {
    const ascii = 'solid x\nfacet normal 0 0 1\nouter loop\nendloop\nendfacet\nendsolid'
    const taken: readonly [string, Uint8Array | string, string][] = [
      ['a.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]), 'image/jpeg'],
      ['a.txt', 'RIFF\x04\x00\x00\x00WEBPVP8 ', 'image/webp'],
      ['a.pdf', '%PDF-1.7\n', 'application/pdf'],
      ['a.stl', cubeStl({ sizeMm: 10 }), 'model/stl'],
      ['b.stl', ascii, 'model/stl'],
      ['a.3mf', 'PK\x03\x04rest', 'model/3mf'],
      ['a.gcode', '; made by hand\nG28\nG1 X1 Y2\nM104 S200\n', 'text/x-gcode'],
    ]
    for (const [name, bytes, type] of taken) {
      const { status, json } = await upload(name, bytes)
      expect([name, status, json.contentType]).toEqual([name, 200, type])
    }
    const error = 'Unsupported file. Send one of: png, jpeg, webp, pdf, stl, 3mf, gcode.'
    for (const [name, bytes] of [
      ['page.png', '<html><script>alert(1)</script></html>'],
      ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
      ['archive.zip', 'PK\x03\x04rest'],
      ['text.gcode', 'Dear customer,\nhere is nothing.\n'],
    ] as const) {
      expect([name, await upload(name, bytes)]).toEqual([name, { status: 415, json: { error } }])
    }
  })

  test('has at most 10 MB, and is not empty', async () => {
    const most = new Uint8Array(10 * 1024 * 1024)
    most.set(png)
    expect((await upload('most.png', most)).status).toBe(200)
    const more = new Uint8Array(10 * 1024 * 1024 + 1)
    more.set(png)
    expect(await upload('more.png', more)).toEqual({
      status: 413,
      json: { error: 'File too large (max 10 MB).' },
    })
    expect(await upload('none.png', '')).toEqual({
      status: 400,
      json: { error: 'The file is empty.' },
    })
  })

  verifies('limits.operator.support-attachment', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 31; index += 1) statuses.push((await upload('x.png', 'no')).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 415), 429])
  })
})
