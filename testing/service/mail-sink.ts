// A mail server for a test that keeps every accepted email, including duplicates.
import { SMTPServer } from 'smtp-server'
import { freePort } from './real-server.ts'

export type MailSink = {
  /** SMTP_URL of the service. */
  readonly url: string
  /** Message id of each accepted email, in order. */
  readonly messageIds: () => readonly string[]
  /** Subjects of the emails, in order. */
  readonly subjects: () => readonly string[]
  readonly close: () => Promise<void>
}

export async function openMailSink(): Promise<MailSink> {
  const sources: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        sources.push(Buffer.concat(chunks).toString('latin1'))
        callback()
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const headers = (name: string) =>
    sources.map((source) => new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim() ?? '')
  return {
    url: `smtp://127.0.0.1:${port}`,
    messageIds: () => headers('Message-ID'),
    subjects: () => headers('Subject'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
