// Signs up and in on a real server as a browser does, with the code from the mail.
import { waitUntil } from '../service/real-server.ts'
import { jsonPost } from '../service/requests.ts'
import type { Stage } from './stage.ts'

const password = 'a password for tests'

/** Returns the session's cookies. They outlive the server. */
export async function signIn({ server }: Pick<Stage, 'server'>, email: string): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(`${server.baseUrl}/api/auth${path}`, jsonPost(body, { origin: server.baseUrl }))
  await post('/sign-up/email', { email, password })
  const codeOf = () =>
    server
      .mails()
      .filter(({ to }) => to === email)
      .map(({ text }) => /\b\d{8}\b/.exec(text)?.[0])[0]
  await waitUntil('the code is mailed', async () => codeOf() !== undefined)
  await post('/email-otp/verify-email', { email, otp: codeOf() })
  const signedIn = await post('/sign-in/email', { email, password })
  return signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
