// Checks mail: the server responds and accepts the sign-in. With an address, it must accept one mail.
import { createMailer, reachMailServer } from '../../adapters/mail/mailer.ts'
import { htmlRendererFor } from '../../pages/mail/mail-page.tsx'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass } from './finding.ts'

/** Checks the server. `to` is the recipient of a test mail; null sends none. */
export async function checkMail(
  { config, now }: Examined,
  to: string | null,
): Promise<readonly Diagnosis[]> {
  const { smtpUrl, mailFrom } = config
  if (smtpUrl === null) {
    return [leftOut('mail', 'SMTP_URL is not set: mails are files in STATE_DIR/mail')]
  }
  try {
    await reachMailServer(smtpUrl)
  } catch (error) {
    return [fail('mail', `The mail server cannot be used: ${messageOf(error)}`, fixOf(error))]
  }
  if (to === null) {
    return [
      leftOut(
        'mail',
        'the server is there; no mail was sent',
        'npm run doctor -- --mail-to you@example.com',
      ),
    ]
  }
  const baseUrl = config.baseUrl ?? 'http://localhost'
  const host = new URL(baseUrl).hostname
  const place = { from: mailFrom, folder: config.stateDir, host }
  const mailer = createMailer({ smtpUrl, ...place, htmlOf: htmlRendererFor(baseUrl) })
  try {
    await mailer.send({
      to,
      subject: 'The print service can send mail',
      text: `Sent by "npm run doctor" of ${config.baseUrl ?? 'the print service'} at ${now().toISOString()}.\n`,
      messageId: `doctor-${now().getTime()}`,
    })
    return [pass('mail', `accepted for ${to}; look whether it arrives, and not as spam`)]
  } catch (error) {
    const message = `A mail from ${mailFrom} to ${to} was refused: ${messageOf(error)}`
    return [
      fail(
        'mail',
        message,
        'Set MAIL_FROM to a sender that the server of SMTP_URL sends for, or try another address.',
      ),
    ]
  } finally {
    mailer.close()
  }
}

function fixOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EAUTH') return 'Correct user and password in SMTP_URL.'
  // A port that speaks without TLS answers a handshake with text.
  if (code === 'ETLS' || /\b(?:ssl|tls|wrong version)/i.test(messageOf(error))) {
    return 'Use smtps:// with port 465, or smtp:// with port 587, in SMTP_URL.'
  }
  return 'Correct host and port in SMTP_URL, such as smtp://user:password@mail.example.com:587; many hosters block port 25.'
}
