// A mailer that sends no mail twice.
import type { Mailer } from '../../domain/base/ports.ts'
import { dropOldest } from '../../domain/base/time/recent.ts'

const remembered = 10_000

/**
 * Skips a mail whose message id this process has already sent. If the database is lost between sending a mail and recording it, the retry
 * only records it. Remembers the last 10,000 ids.
 */
export function mailOnce(mailer: Mailer, max = remembered): Mailer {
  /** Oldest ids first. */
  const ids = new Set<string>()
  return {
    send: async (mail) => {
      const { messageId } = mail
      if (ids.has(messageId)) return
      await mailer.send(mail)
      dropOldest(ids, max)
      ids.add(messageId)
    },
  }
}
