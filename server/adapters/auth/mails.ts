// Emails for sign-up and password reset. They bypass the outbox, because a code expires within minutes and must not be stored in plain
// text.
import { codeMinutes } from '../../domain/accounts/mailed-code.ts'
import type { Log, Mailer } from '../../domain/base/ports.ts'

type CodePurpose = 'sign-in' | 'email-verification' | 'forget-password' | 'change-email'

export function createCodeMails(options: {
  readonly mailer: Mailer
  readonly baseUrl: string
  readonly log: Log
}) {
  const { mailer, baseUrl, log } = options
  const account = `${baseUrl}/account`

  /** Sends an email. Logs a failure without the text of the email; the visitor can request another code. */
  async function send(to: string, subject: string, lines: readonly string[]): Promise<void> {
    const messageId = `auth-${crypto.randomUUID()}`
    try {
      await mailer.send({ to, subject, text: `${lines.join('\n')}\n`, messageId })
    } catch (error) {
      log.error('auth.mail_failed', { messageId, error })
    }
  }

  return {
    async code(to: string, code: string, purpose: CodePurpose): Promise<void> {
      const expiry = `It is valid for ${codeMinutes} minutes and works once.`
      if (purpose === 'forget-password') {
        await send(to, `${code} is your code to set a new password`, [
          `Your code to set a new password: ${code}`,
          '',
          `${expiry} Enter it at ${account}/reset`,
          '',
          'If you did not request it, ignore this email: your password stays the same.',
        ])
        return
      }
      await send(to, `${code} is your code to confirm your address`, [
        `Your code to confirm this address: ${code}`,
        '',
        `${expiry} Enter it on the page where you signed up at ${account}`,
        '',
        'If you did not sign up, ignore this email: nothing happens without the code.',
      ])
    },
    alreadySignedUp(to: string): Promise<void> {
      return send(to, 'You already have an account', [
        `Someone, perhaps you, tried to sign up with this address at ${account}`,
        '',
        'It already has an account, so nothing was changed. Sign in there, or set a new password',
        `at ${account}/forgot if you have forgotten yours.`,
      ])
    },
  }
}
