// The mails of signing up and resetting a password. They go out directly, not through the outbox: a code is worth
// nothing minutes later, and must not lie readable in a table.
import type { Log, Mailer } from '../../domain/base/ports.ts'

type CodePurpose = 'sign-in' | 'email-verification' | 'forget-password' | 'change-email'

export const codeMinutes = 10
export const codeDigits = 8

export function createCodeMails(options: {
  readonly mailer: Mailer
  readonly baseUrl: string
  readonly log: Log
}) {
  const { mailer, baseUrl, log } = options
  const account = `${baseUrl}/account`

  /** A mail that cannot be sent is logged, never its text; the visitor asks for another code. */
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
      const expiry = `It works for ${codeMinutes} minutes, once.`
      if (purpose === 'forget-password') {
        await send(to, `${code} is your code to set a new password`, [
          `Your code to set a new password: ${code}`,
          '',
          `${expiry} Enter it at ${account}/reset`,
          '',
          'If you did not ask for it, ignore this mail: your password stays as it is.',
        ])
        return
      }
      await send(to, `${code} is your code to confirm your address`, [
        `Your code to confirm this address: ${code}`,
        '',
        `${expiry} Enter it on the page where you signed up at ${account}`,
        '',
        'If you did not sign up, ignore this mail: without the code nothing happens.',
      ])
    },
    alreadySignedUp(to: string): Promise<void> {
      return send(to, 'You already have an account', [
        `Somebody, perhaps you, tried to sign up with this address at ${account}`,
        '',
        'It has an account already, so nothing was changed. Sign in there, or set a new password',
        `at ${account}/forgot if you do not remember yours.`,
      ])
    },
  }
}
