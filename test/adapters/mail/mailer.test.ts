// An email is sent once per message id: to a real SMTP conversation, or to a complete .eml file.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { createMailer } from '../../../server/adapters/mail/mailer.ts'
import { withBranding } from '../../../testing/own-branding.ts'
import { readMails } from '../../../testing/service/mails.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-mail-'))
const from = 'Print farm <farm@farm.example>'
const mail = {
  to: 'buyer@example.com',
  subject: 'Order SVC-ABC234',
  text: 'Thank you.\n',
  messageId: 'order-1-confirmation',
}

const htmlOf = ({ text }: { readonly text: string }) => `<p>${text.trim()}</p>`

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('mail as files', () => {
  const mailer = createMailer({ smtpUrl: null, from, folder, host: 'farm.example', htmlOf })

  test('an email is one .eml file with its headers and text', async () => {
    await mailer.send(mail)
    expect(readdirSync(folder)).toEqual(['order-1-confirmation.eml'])
    const source = readFileSync(join(folder, 'order-1-confirmation.eml'), 'utf8')
    expect(source).toContain('From: Print farm <farm@farm.example>\r\n')
    expect(source).toContain('To: buyer@example.com\r\n')
    expect(source).toContain('Subject: Order SVC-ABC234\r\n')
    expect(source).toContain('Message-ID: <order-1-confirmation@farm.example>\r\n')
    expect(source).toContain('Content-Type: multipart/alternative')
    expect(readMails(folder)).toEqual([
      {
        to: 'buyer@example.com',
        subject: 'Order SVC-ABC234',
        text: 'Thank you.\n',
        html: '<p>Thank you.</p>',
        attachments: {},
      },
    ])
  })

  test('a picture is a part of the HTML alternative, which refers to it by its name', async () => {
    const content = new Uint8Array([137, 80, 78, 71])
    const picture = { fileName: 'part-1.png', contentType: 'image/png', content }
    await mailer.send({ ...mail, messageId: 'picture', attachments: [picture] })
    const source = readFileSync(join(folder, 'picture.eml'), 'utf8')
    expect(source).toContain('Content-ID: <part-1.png.picture@farm.example>')
    expect(source).toContain('Content-Type: multipart/related')
    const [read] = readMails(folder).filter(({ attachments }) => 'part-1.png' in attachments)
    expect(read?.text).toBe('Thank you.\n')
    expect([...(read?.attachments['part-1.png'] ?? [])]).toEqual([...content])
    rmSync(join(folder, 'picture.eml'))
  })

  test('the shop’s name is the sender and the signature, and cannot add a header', async () => {
    const names = [
      'Acme Prints',
      'Müller & Söhne',
      'A"B, <x@evil.example>',
      'A\r\nBcc: x@evil.example',
    ]
    for (const [at, name] of names.entries()) {
      const messageId = `named-${at}`
      await withBranding({ name }, () => mailer.send({ ...mail, messageId }))
      const source = readFileSync(join(folder, `${messageId}.eml`), 'utf8')
      const [head = ''] = source.split('\r\n\r\n')
      const senders = head.replaceAll(/\r\n[ \t]+/g, ' ').match(/^From: .*$/gm) ?? []
      expect(senders).toHaveLength(1)
      expect(senders[0]).toEndWith(' <farm@farm.example>')
      expect(head).not.toMatch(/^Bcc:/m)
      rmSync(join(folder, `${messageId}.eml`))
    }
    await withBranding({ name: 'Acme Prints' }, () => mailer.send({ ...mail, messageId: 'signed' }))
    const source = readFileSync(join(folder, 'signed.eml'), 'utf8')
    expect(source).toContain('From: Acme Prints <farm@farm.example>\r\n')
    const [read] = readMails(folder).filter(({ text }) => text.includes('-- '))
    expect(read?.text).toBe('Thank you.\n\n-- \nAcme Prints\n')
    rmSync(join(folder, 'signed.eml'))
  })

  test('sending the same message again leaves one file, and no partial one', async () => {
    await Promise.all(Array.from({ length: 8 }, () => mailer.send(mail)))
    expect(readdirSync(folder)).toEqual(['order-1-confirmation.eml'])
  })

  test('a message id cannot escape the folder', async () => {
    await mailer.send({ ...mail, messageId: '../../outside' })
    expect(readdirSync(folder).sort()).toEqual(['..-..-outside.eml', 'order-1-confirmation.eml'])
  })

  test('a subject cannot inject a header', async () => {
    await mailer.send({ ...mail, subject: 'x\r\nBcc: thief@example.com', messageId: 'smuggle' })
    const source = readFileSync(join(folder, 'smuggle.eml'), 'utf8')
    expect(source).not.toMatch(/^Bcc:/m)
  })

  test.each([
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'Name <a@example.com>',
    'a@example.com\r\nBcc: b@example.com',
    'nobody',
    '',
  ])('a recipient that is not one address is refused: %j', async (to) => {
    await expect(mailer.send({ ...mail, to })).rejects.toThrow('not a single mail address')
  })
})

describe('mail through a server', () => {
  const received: { to: string[]; source: string }[] = []
  let refuse = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuse) return done(new Error('mailbox full'))
        received.push({
          to: session.envelope.rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  let smtpUrl = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const address = server.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    smtpUrl = `smtp://127.0.0.1:${address.port}`
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

  test('the server gets recipient, Message-ID and text', async () => {
    const mailer = createMailer({ smtpUrl, from, folder, host: 'farm.example', htmlOf })
    await mailer.send(mail)
    mailer.close()
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['buyer@example.com'])
    expect(received[0]?.source).toContain('Message-ID: <order-1-confirmation@farm.example>\r\n')
    expect(received[0]?.source).toContain('Thank you.')
  })

  test('sending rejects when the server refuses the email, so that it is retried', async () => {
    refuse = true
    const mailer = createMailer({ smtpUrl, from, folder, host: 'farm.example', htmlOf })
    await expect(mailer.send(mail)).rejects.toThrow('mailbox full')
    mailer.close()
  })
})
