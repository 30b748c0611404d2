// Notification emails: what happened, since when, and the page to resolve it.

import type { Mail } from '../base/ports.ts'
import { quoteForeign } from '../base/text/text.ts'
import { utcMinute } from '../base/time/date-format.ts'
import { type NotificationKind, notificationKinds } from './kinds.ts'
import type { DigestLine, NotifiableEvent } from './ports.ts'

/** Maximum number of findings listed in an email; the rest is stated as a number. */
const maxFindings = 10

type Envelope = { readonly to: string; readonly baseUrl: string }

export function notificationMail(
  kind: NotificationKind,
  found: readonly NotifiableEvent[],
  { to, baseUrl }: Envelope,
): Mail {
  const { path } = notificationKinds[kind]
  const lines = [
    `${headline(kind, found.length)}:`,
    '',
    ...toList(found.map(describeEvent), maxFindings),
    '',
    `${baseUrl}${path}`,
    '',
    footer(baseUrl),
    '',
  ]
  return { to, subject: headline(kind, found.length), text: lines.join('\n') }
}

/** Returns a headline: 1 -> "A charge is not settled", 3 -> "3 charges are not settled". */
function headline(kind: NotificationKind, count: number): string {
  const [one, several] = notificationKinds[kind].subject
  return count === 1 ? one : `${count} ${several}`
}

/** Describes the event. Sanitizes details, which contain untrusted text. */
export function describeEvent({ subject, since, detail }: NotifiableEvent): string {
  const facts = detail === null ? '' : ` ${quoteForeign(detail)}`
  return `${subject}, since ${utcMinute(since)}${facts}`
}

/** Returns the first texts as a list that ends with the number of the remaining ones. */
function toList(texts: readonly string[], max: number): readonly string[] {
  const lines = texts.slice(0, max).map((text) => `- ${text}`)
  return texts.length > max ? [...lines, `- and ${texts.length - max} more`] : lines
}

/** Returns findings that a limit held back, one line each, because the digest counts lines. */
export function digestLines(
  kind: NotificationKind,
  found: readonly NotifiableEvent[],
): readonly DigestLine[] {
  const { path } = notificationKinds[kind]
  return found.map((finding) => ({
    kind,
    text: describeEvent(finding),
    path,
    since: finding.since,
  }))
}

/** Maximum number of lines per kind in one email. */
const maxLinesPerKind = 50

export function digestMail(lines: readonly DigestLine[], { to, baseUrl }: Envelope): Mail {
  const kinds = [...Map.groupBy(lines, ({ kind }) => kind)]
  const parts = kinds.flatMap(([kind, ofKind]) => {
    const path = ofKind[0]?.path ?? '/operator'
    const texts = ofKind.map(({ text }) => text)
    return [`${labelOf(kind)}:`, ...toList(texts, maxLinesPerKind), `${baseUrl}${path}`, '']
  })
  const mailText = [
    'These could not be reported individually within the email limits:',
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
  `Operators select the notifications at ${baseUrl}/operator/settings`
