// Reads the .eml files that a service without a mail server writes.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type SentMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** HTML alternative of the text. */
  readonly html: string
  /** By name. */
  readonly attachments: Readonly<Record<string, Uint8Array>>
}

/** Returns every email in the folder, in any order. */
export function readMails(folder: string): readonly SentMail[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => parseMail(readFileSync(join(folder, name), 'utf8')))
}

/** Removes emails, also while the service runs: an email that it is writing stays. */
export function removeMails(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.eml')) rmSync(join(folder, name))
  }
}

function parseMail(source: string): SentMail {
  const { headerOf } = parsePart(source)
  const leaves = leavesOf(source)
  const textOf = (type: string) => {
    const found = leaves.find((part) => part.headerOf('Content-Type').startsWith(type))
    return decodedOf(found).toString('utf8').replaceAll('\r\n', '\n')
  }
  return {
    to: headerOf('To'),
    subject: decodeWords(headerOf('Subject')),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    attachments: Object.fromEntries(
      leaves.flatMap((part) => {
        const [, name] = /filename="?([^";]+)/.exec(part.headerOf('Content-Disposition')) ?? []
        return name === undefined ? [] : [[name, decodedOf(part)] as const]
      }),
    ),
  }
}

/** Returns the innermost parts of an email, in order. */
function leavesOf(source: string): readonly Part[] {
  const { parts, ...part } = parsePart(source)
  return parts.length === 0 ? [part] : parts.flatMap(leavesOf)
}

type Part = { readonly headerOf: (name: string) => string; readonly body: string }

/** Parses an email or a part of one; `parts` are those between its boundaries. */
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

/** Decodes =?utf-8?Q?...?= and =?utf-8?B?...?=. */
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
