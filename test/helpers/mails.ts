// Reads the .eml files that a service without a mail server leaves behind.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type SentMail = { readonly to: string; readonly subject: string; readonly text: string }

/** Every mail in the folder, in no order. */
export function readMails(folder: string): readonly SentMail[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => parseMail(readFileSync(join(folder, name), 'utf8')))
}

/** Also while the service runs: a mail that it is writing stays. */
export function removeMails(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.eml')) rmSync(join(folder, name))
  }
}

function parseMail(source: string): SentMail {
  const end = source.indexOf('\r\n\r\n')
  const head = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const body = decodeBody(source.slice(end + 4), header('Content-Transfer-Encoding').toLowerCase())
  return {
    to: header('To'),
    subject: decodeWords(header('Subject')),
    text: body.replaceAll('\r\n', '\n'),
  }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body
}

/** =?utf-8?Q?...?= and =?utf-8?B?...?= */
function decodeWords(text: string): string {
  return text.replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(value, 'base64').toString('utf8')
      : decodeQuoted(value.replaceAll('_', ' ')),
  )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
