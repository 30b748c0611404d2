// A mailer that sends no mail twice.
import type { Mailer } from '../../domain/base/ports.ts'

const remembered = 10_000

/**
 * Skips a mail whose message id this process has already sent: when the database is lost between sending a mail and recording that
 * it was sent, the retry only records it. Remembers the last 10,000 ids.
 */
export function mailOnce(mailer: Mailer, max = remembered): Mailer {
  /** The oldest first. */
  const ids = new Set<string>()
  return {
    send: async (mail) => {
      const { messageId } = mail
      if (ids.has(messageId)) return
      await mailer.send(mail)
      ids.add(messageId)
      const [oldest] = ids
      if (ids.size > max && oldest !== undefined) ids.delete(oldest)
    },
  }
}
