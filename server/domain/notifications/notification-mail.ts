// The mails of notifications: what happened, since when, and the page that solves it.
import { utcMinute } from '../base/date-format.ts'
import type { Mail } from '../base/ports.ts'
import { quoteForeign } from '../base/text.ts'
import { type NotificationKind, notificationKinds } from './kinds.ts'
import type { DigestLine, Finding } from './ports.ts'

/** A mail lists this many; the rest is a number. */
const maxFindings = 10

type Envelope = { readonly to: string; readonly baseUrl: string }

export function notificationMail(
  kind: NotificationKind,
  found: readonly Finding[],
  { to, baseUrl }: Envelope,
): Mail {
  const { path } = notificationKinds[kind]
  const lines = [
    `${headline(kind, found.length)}:`,
    '',
    ...listed(found.map(describeFinding), maxFindings),
    '',
    `${baseUrl}${path}`,
    '',
    footer(baseUrl),
    '',
  ]
  return { to, subject: headline(kind, found.length), text: lines.join('\n') }
}

/** 1 -> "A charge is not settled", 3 -> "3 charges are not settled". */
function headline(kind: NotificationKind, count: number): string {
  const [one, several] = notificationKinds[kind].subject
  return count === 1 ? one : `${count} ${several}`
}

/** Details contain text from strangers and machines. */
export function describeFinding({ subject, since, detail }: Finding): string {
  const facts = detail === null ? '' : ` ${quoteForeign(detail)}`
  return `${subject}, since ${utcMinute(since)}${facts}`
}

/** The first of the texts as a list, which ends with the number of the others. */
function listed(texts: readonly string[], max: number): readonly string[] {
  const lines = texts.slice(0, max).map((text) => `- ${text}`)
  return texts.length > max ? [...lines, `- and ${texts.length - max} more`] : lines
}

/** Findings that a limit held back, one line each, because the digest counts lines. */
export function digestLines(
  kind: NotificationKind,
  found: readonly Finding[],
): readonly DigestLine[] {
  const { path } = notificationKinds[kind]
  return found.map((finding) => ({
    kind,
    text: describeFinding(finding),
    path,
    since: finding.since,
  }))
}

/** A kind with more lines than this in one mail is not read further. */
const maxLinesPerKind = 50

export function digestMail(lines: readonly DigestLine[], { to, baseUrl }: Envelope): Mail {
  const kinds = [...Map.groupBy(lines, ({ kind }) => kind)]
  const parts = kinds.flatMap(([kind, ofKind]) => {
    const path = ofKind[0]?.path ?? '/operator'
    const texts = ofKind.map(({ text }) => text)
    return [`${labelOf(kind)}:`, ...listed(texts, maxLinesPerKind), `${baseUrl}${path}`, '']
  })
  const mailText = [
    'These could not be reported one by one within the limits for mail:',
    '',
    ...parts,
    footer(baseUrl),
    '',
  ].join('\n')
  const things = lines.length === 1 ? '1 more thing needs' : `${lines.length} more things need`
  return { to, subject: `${things} attention`, text: mailText }
}

const labelOf = (kind: string): string =>
  Object.entries(notificationKinds).find(([name]) => name === kind)?.[1].label ?? kind

const footer = (baseUrl: string) =>
  `Operators choose what is mailed at ${baseUrl}/operator/settings`
