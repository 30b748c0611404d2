// Sends mail: through the mail server in SMTP_URL, else as .eml files that any mail program opens.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { isMailAddress } from '../../domain/base/mail-address.ts'
import type { Mailer, OutgoingMail } from '../../domain/base/ports.ts'

export type MailerOptions = {
  readonly smtpUrl: string | null
  /** MAIL_FROM. */
  readonly from: string
  /** Where the .eml files go when there is no mail server. */
  readonly folder: string
  /** The part of Message-ID after the @: the service's host name. */
  readonly host: string
}

export type OpenMailer = Mailer & { readonly close: () => void }

/** `send` rejects when the mail was not accepted; sending it again with the same messageId is then safe. */
export function createMailer(options: MailerOptions): OpenMailer {
  return options.smtpUrl === null
    ? fileMailer(options)
    : smtpMailer({ ...options, smtpUrl: options.smtpUrl })
}

/** Connects and signs in; rejects where that is not possible. */
export async function reachMailServer(smtpUrl: string): Promise<void> {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function smtpMailer(options: MailerOptions & { smtpUrl: string }): OpenMailer {
  const transport = nodemailer.createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      await transport.sendMail(messageOf(mail, options))
    },
    close: () => transport.close(),
  }
}

function fileMailer(options: MailerOptions): OpenMailer {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  })
  return {
    /** One file per messageId, so a repeated send is one mail here as well. A reader never sees an incomplete file. */
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, options))
      if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed in memory')
      await mkdir(options.folder, { recursive: true })
      const path = join(options.folder, `${fileName(mail.messageId)}.eml`)
      const unfinished = `${path}.${crypto.randomUUID()}.tmp`
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, path)
    },
    close: () => transport.close(),
  }
}

/** Mail programs drop a second mail with the same Message-ID, which makes a resend after a crash harmless. */
function messageOf({ attachments = [], ...mail }: OutgoingMail, options: MailerOptions) {
  return {
    from: options.from,
    // As an object: a string would be read as a list of addresses.
    to: { name: '', address: singleAddress(mail.to) },
    subject: mail.subject,
    text: mail.text,
    attachments: attachments.map(({ fileName: filename, contentType, content }) => ({
      filename,
      contentType,
      // Without a copy; the transport takes no other bytes.
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    messageId: `<${fileName(mail.messageId)}@${options.host}>`,
  }
}

function singleAddress(address: string): string {
  if (!isMailAddress(address)) throw new Error('the recipient is not one mail address')
  return address
}

function fileName(messageId: string): string {
  return messageId.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 200)
}
