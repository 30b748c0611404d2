// The mails of notifications: what happened, since when, and the page that solves it.
import { quoteForeign } from '../base/text.ts'
import { type NotificationKind, notificationKinds } from './kinds.ts'
import type { DigestLine, Finding, NewFindings, NoticeMail } from './ports.ts'

type Envelope = { readonly to: string; readonly baseUrl: string }

export function notificationMail(
  kind: NotificationKind,
  found: NewFindings,
  { to, baseUrl }: Envelope,
): NoticeMail {
  const { path } = notificationKinds[kind]
  const lines = [
    `${headline(kind, found.count)}:`,
    '',
    ...found.findings.map((finding) => `- ${describeFinding(finding)}`),
    ...more(found),
    '',
    `${baseUrl}${path}`,
    '',
    footer(baseUrl),
    '',
  ]
  return { to, subject: headline(kind, found.count), text: lines.join('\n') }
}

/** 1 -> "A charge is not settled", 3 -> "3 charges are not settled". */
function headline(kind: NotificationKind, count: number): string {
  const [one, several] = notificationKinds[kind].subject
  return count === 1 ? one : `${count} ${several}`
}

/** Details hold text of strangers and machines. */
export function describeFinding({ subject, since, detail }: Finding): string {
  const facts = detail === null ? '' : ` ${quoteForeign(detail)}`
  return `${subject}, since ${moment(since)}${facts}`
}

const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const more = ({ findings, count }: NewFindings): readonly string[] =>
  count > findings.length ? [`- and ${count - findings.length} more`] : []

/** The lines of what a limit held back. */
export function digestLines(kind: NotificationKind, found: NewFindings): readonly DigestLine[] {
  const { path } = notificationKinds[kind]
  const first = found.findings[0]
  if (first === undefined) return []
  const lines = found.findings.map((finding) => ({
    kind,
    text: describeFinding(finding),
    path,
    since: finding.since,
  }))
  const rest = more(found).map((text) => ({ kind, text: text.slice(2), path, since: first.since }))
  return [...lines, ...rest]
}

/** A mail of this many lines is not read further. */
const maxLines = 200

export function digestMail(lines: readonly DigestLine[], { to, baseUrl }: Envelope): NoticeMail {
  const kinds = [...new Set(lines.map(({ kind }) => kind))]
  const shown = lines.slice(0, maxLines)
  const parts = kinds.flatMap((kind) => {
    const ofKind = shown.filter((line) => line.kind === kind)
    const path = ofKind[0]?.path ?? '/operator'
    return [`${labelOf(kind)}:`, ...ofKind.map(({ text }) => `- ${text}`), `${baseUrl}${path}`, '']
  })
  const left = lines.length - shown.length
  const text = [
    'These could not be reported one by one within the limits for mail:',
    '',
    ...parts,
    ...(left === 0 ? [] : [`And ${left} more.`, '']),
    footer(baseUrl),
    '',
  ].join('\n')
  const things = lines.length === 1 ? '1 more thing needs' : `${lines.length} more things need`
  return { to, subject: `${things} attention`, text }
}

const labelOf = (kind: string): string =>
  Object.entries(notificationKinds).find(([name]) => name === kind)?.[1].label ?? kind

const footer = (baseUrl: string) =>
  `Operators choose what is mailed at ${baseUrl}/operator/settings`
