// Reads the .eml files that a service without a mail server leaves behind.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type SentMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** By name. */
  readonly attachments: Readonly<Record<string, Uint8Array>>
}

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
  const { headerOf, body, parts } = parsePart(source)
  const [text, ...files] = parts.length === 0 ? [{ headerOf, body }] : parts.map(parsePart)
  return {
    to: headerOf('To'),
    subject: decodeWords(headerOf('Subject')),
    text: decodedOf(text).toString('utf8').replaceAll('\r\n', '\n'),
    attachments: Object.fromEntries(
      files.map((file) => [
        /filename="?([^";]+)/.exec(file.headerOf('Content-Disposition'))?.[1] ?? '',
        decodedOf(file),
      ]),
    ),
  }
}

type Part = { readonly headerOf: (name: string) => string; readonly body: string }

/** A mail or a part of one; `parts` are those between its boundaries. */
function parsePart(source: string): Part & { readonly parts: readonly string[] } {
  const end = source.indexOf('\r\n\r\n')
  const head = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const headerOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const body = source.slice(end + 4)
  const boundary = /boundary="([^"]+)"/.exec(headerOf('Content-Type'))?.[1]
  const parts = boundary === undefined ? [] : `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1)
  return { headerOf, body, parts: parts.map((part) => part.replace(/^\r\n/, '')) }
}

function decodedOf(part: Part | undefined): Buffer {
  if (part === undefined) return Buffer.alloc(0)
  const { headerOf, body } = part
  const encoding = headerOf('Content-Transfer-Encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  const text = encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body
  return Buffer.from(text, 'utf8')
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
