// The digest of notices that could not be mailed one by one: its count, and its list for each kind.
import { expect, test } from 'bun:test'
import type { NotificationKind } from '../../../server/domain/notifications/kinds.ts'
import { digestLines, digestMail } from '../../../server/domain/notifications/notification-mail.ts'

const since = new Date('2026-11-20T10:00:00Z')
const linesOf = (kind: NotificationKind, count: number) =>
  digestLines(
    kind,
    Array.from({ length: count }, (_, index) => ({
      subject: `${kind} ${index}`,
      since,
      detail: null,
    })),
  )
const digestOf = (...lines: ReturnType<typeof linesOf>) =>
  digestMail(lines, { to: 'ops@example.com', baseUrl: 'https://farm.example' })

test('counts objects, not lines', () => {
  expect(digestOf(...linesOf('late_order', 1)).subject).toBe('1 more thing needs attention')
  expect(digestOf(...linesOf('late_order', 50)).subject).toBe('50 more things need attention')
})

test('every kind has lines and the number of omitted lines', () => {
  const lines = [...linesOf('late_order', 250), ...linesOf('failed_mail', 2)]
  const { subject, text } = digestOf(...lines)
  expect(subject).toBe('252 more things need attention')
  expect(text.match(/^- late_order/gm)).toHaveLength(50)
  expect(text).toContain('\n- and 200 more\nhttps://farm.example/operator/queue?late=yes\n')
  expect(text).toContain(
    'An email cannot be sent:\n- failed_mail 0, since 2026-11-20 10:00 UTC\n- failed_mail 1',
  )
})
