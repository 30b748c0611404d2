// Sends mail through the mail server in SMTP_URL, or writes .eml files that any mail program opens. Each mail has its text and an HTML
// alternative.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Mail, MailAttachment, Mailer, OutgoingMail } from '../../domain/base/ports.ts'
import { isEmailAddress } from '../../domain/base/text/email-address.ts'
import { branding } from '../../domain/branding/branding.ts'

export type MailerOptions = {
  readonly smtpUrl: string | null
  /** Value of MAIL_FROM. */
  readonly from: string
  /** Folder of the .eml files when there is no mail server. */
  readonly folder: string
  /** The part of Message-ID after the @: the service's host name. */
  readonly host: string
  /** Renders the HTML alternative of a mail. */
  readonly htmlOf: (
    mail: Mail,
    pictures: readonly InlinePicture[],
    /** Content-ID of the shop's logo; null without one. */
    logoContentId: string | null,
  ) => string
}

/** A picture inside the mail. Its HTML references it by `contentId`, which is unique among all mails (RFC 2392). */
export type InlinePicture = Pick<MailAttachment, 'fileName'> & { readonly contentId: string }

export type OpenMailer = Mailer & { readonly close: () => void }

/** Creates the mailer. `send` rejects when the mail was not accepted. Sending it again with the same messageId is then safe. */
export function createMailer(options: MailerOptions): OpenMailer {
  return options.smtpUrl === null
    ? fileMailer(options)
    : smtpMailer({ ...options, smtpUrl: options.smtpUrl })
}

/** Connects and signs in. Rejects if that is not possible. */
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
    /**
     * Writes one file per messageId, so sending a mail again does not create a second file. A reader never sees an
     * incomplete file.
     */
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, options))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed in memory.')
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
function messageOf(mail: OutgoingMail, options: MailerOptions) {
  const { attachments = [] } = mail
  const messageId = `${fileName(mail.messageId)}@${options.host}`
  const contentIdOf = (name: string) => `${fileName(name)}.${messageId}`
  const pictures = attachments.map(({ fileName: name }) => ({
    fileName: name,
    contentId: contentIdOf(name),
  }))
  const { name: shop, logo } = branding()
  const logoFile = logo === null ? null : { name: 'logo.png', png: logo.mailPng }
  return {
    from: senderOf(options.from, shop),
    // An object, because a string would be read as a list of addresses.
    to: { name: '', address: singleAddress(mail.to) },
    subject: mail.subject,
    text: shop === null ? mail.text : signText(mail.text, shop),
    html: options.htmlOf(mail, pictures, logoFile === null ? null : contentIdOf(logoFile.name)),
    attachments: [
      ...attachments,
      ...(logoFile === null
        ? []
        : [{ fileName: logoFile.name, contentType: 'image/png', content: logoFile.png }]),
    ].map(({ fileName: filename, contentType, content }) => ({
      filename,
      contentType,
      // Marks the picture as inline, because the HTML alternative shows it.
      cid: contentIdOf(filename),
      // Wrapped without a copy, because the transport accepts no other type.
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    messageId: `<${messageId}>`,
  }
}

/**
 * Returns the sender: the address of MAIL_FROM under the shop's name. An object, so that the name is encoded and cannot
 * add an address or a header.
 */
function senderOf(from: string, name: string | null): string | { name: string; address: string } {
  if (name === null) return from
  const [, address = from] = /<([^<>]+)>\s*$/.exec(from) ?? []
  return { name, address: address.trim() }
}

/** Adds the name as a signature, after the delimiter of RFC 3676. */
const signText = (text: string, name: string): string => `${text.trimEnd()}\n\n-- \n${name}\n`

function singleAddress(address: string): string {
  if (!isEmailAddress(address)) throw new Error('The recipient is not a single mail address.')
  return address
}

function fileName(messageId: string): string {
  return messageId.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 200)
}
