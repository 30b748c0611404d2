// A sign-up and an order whose emails go through aiosmtpd, which also refuses recipients and cuts connections.
import { describe, expect, test } from 'bun:test'
import { startSmtpServer } from '../../../lab/foreign/mail/smtp.ts'
import { foreign, pathOrSkip } from '../../../lab/foreign/places.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { signIn } from '../../../testing/faults/sign-in.ts'
import { openStage } from '../../../testing/faults/stage.ts'
import { orderForm } from '../../../testing/people/submit.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import { use } from '../../../testing/use.ts'

const python = pathOrSkip(foreign.python)

describe.skipIf(python === null)('aiosmtpd', () => {
  const smtp = use(() => startSmtpServer(python ?? ''))
  const stage = use(() =>
    openStage({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'farm@farm.example' } }),
  )
  const received = (address: string) =>
    smtp.eventsOf(address).filter(({ event }) => event === 'received')
  /** Reads emails as the helper reads those in files. */
  const mailsTo = (address: string) =>
    received(address).map(({ to, source }) => {
      const rest = { subject: '', html: '', attachments: {} }
      return { to, text: source, ...rest }
    })

  test('an account is signed up by a mailed code, saves a card and orders; both emails arrive once', async () => {
    const email = 'buyer@example.com'
    const { server } = stage
    const cookie = await signIn({ server: { ...server, mails: () => mailsTo(email) } }, email)
    const session = { cookie, origin: server.baseUrl }
    const post = (path: string) => fetch(`${server.baseUrl}${path}`, rawPost('', session))
    const setup = await (await post('/api/account/card')).json()
    const visit = await visitHostedPage(setup.url, { number: '4242 4242 4242 4242' })
    if (visit.kind !== 'redirected') throw new Error(visit.message)
    await fetch(visit.location, { headers: session })
    const { key } = await (await post('/api/account/api-key')).json()

    const response = await fetch(
      `${server.baseUrl}/api/print/orders`,
      rawPost(orderForm({ color: 'Black' }), { 'x-api-key': key }),
    )
    const order = await response.json()
    expect(order).toMatchObject({ paid: true })
    await waitUntil('the confirmation arrives', () => received(email).length >= 2)
    const [code, confirmation, ...more] = received(email)
    expect(more).toEqual([])
    expect(code?.sender).toBe('farm@farm.example')
    expect(confirmation?.source).toContain(order.code)
    expect(confirmation?.source).toContain('From: farm@farm.example\r\n')
    expect(messageId(confirmation?.source)).not.toBe(messageId(code?.source))
  })

  test.each([
    ['a recipient that is refused for now', 'later', 'refused'],
    ['a connection that is cut after the mail was taken', 'dropped', 'dropped'],
  ] as const)('%s: the same email is sent again', async (_name, name, event) => {
    const email = `${name}@example.com`
    const account = await stage.account({ email })
    const response = await stage.submit(account)
    expect(response.status).toBe(201)
    await waitUntil('the mail arrives', () => received(email).length > 0)
    const events = smtp.eventsOf(email)
    expect(events.map((each) => each.event)).toEqual([event, 'received'])
    // A mail program drops the second one by its id.
    if (event === 'dropped') expect(messageId(events[0]?.source)).toBe(messageId(events[1]?.source))
  })

  test('a sign-up with an unknown mailbox gets the usual response, and other emails are sent', async () => {
    const { server } = stage
    const refused = await fetch(
      `${server.baseUrl}/api/auth/sign-up/email`,
      jsonPost(
        { email: 'refused@example.com', password: 'a password for tests' },
        { origin: server.baseUrl },
      ),
    )
    expect(refused.status).toBe(200)
    await waitUntil('it is refused', () => smtp.eventsOf('refused@example.com').length > 0)
    const account = await stage.account({ email: 'other@example.com' })
    await stage.submit(account)
    await waitUntil('the mail arrives', () => received('other@example.com').length > 0)
  })
})

const messageId = (source = ''): string | undefined => /^Message-ID: (.*)$/im.exec(source)?.[1]
