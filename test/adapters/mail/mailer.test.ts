// Mail leaves once per message id: to a real SMTP conversation, or to a whole .eml file.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { createMailer } from '../../../server/adapters/mail/mailer.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-mail-'))
const from = 'Print farm <farm@farm.example>'
const mail = {
  to: 'buyer@example.com',
  subject: 'Order SVC-ABC234',
  text: 'Thank you.\n',
  messageId: 'order-1-confirmation',
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('mail as files', () => {
  const mailer = createMailer({ smtpUrl: null, from, folder, host: 'farm.example' })

  test('a mail is one .eml file with its headers and text', async () => {
    await mailer.send(mail)
    expect(readdirSync(folder)).toEqual(['order-1-confirmation.eml'])
    const source = readFileSync(join(folder, 'order-1-confirmation.eml'), 'utf8')
    expect(source).toContain('From: Print farm <farm@farm.example>\r\n')
    expect(source).toContain('To: buyer@example.com\r\n')
    expect(source).toContain('Subject: Order SVC-ABC234\r\n')
    expect(source).toContain('Message-ID: <order-1-confirmation@farm.example>\r\n')
    expect(source).toEndWith('\r\n\r\nThank you.\r\n')
  })

  test('sending the same message again leaves one file, and no unfinished one', async () => {
    await Promise.all(Array.from({ length: 8 }, () => mailer.send(mail)))
    expect(readdirSync(folder)).toEqual(['order-1-confirmation.eml'])
  })

  test('a message id cannot leave the folder', async () => {
    await mailer.send({ ...mail, messageId: '../../outside' })
    expect(readdirSync(folder).sort()).toEqual(['..-..-outside.eml', 'order-1-confirmation.eml'])
  })

  test('a subject cannot smuggle in a header', async () => {
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
    await expect(mailer.send({ ...mail, to })).rejects.toThrow('not one mail address')
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
    const mailer = createMailer({ smtpUrl, from, folder, host: 'farm.example' })
    await mailer.send(mail)
    mailer.close()
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['buyer@example.com'])
    expect(received[0]?.source).toContain('Message-ID: <order-1-confirmation@farm.example>\r\n')
    expect(received[0]?.source).toContain('Thank you.')
  })

  test('a mail that the server refuses rejects, so that it is tried again', async () => {
    refuse = true
    const mailer = createMailer({ smtpUrl, from, folder, host: 'farm.example' })
    await expect(mailer.send(mail)).rejects.toThrow('mailbox full')
    mailer.close()
  })
})
