// Posts notices to the farm's staff: to a topic of an ntfy server, or to a webhook whose body is signed.
import { createHmac } from 'node:crypto'
import type { Clock } from '../../domain/base/ports.ts'
import type { PostedNotice, StaffChannel } from '../../domain/notifications/ports.ts'

export type StaffChannelOptions = {
  /** URL of a topic, such as https://ntfy.sh/our-farm. */
  readonly ntfy: { readonly url: string; readonly token: string | null } | null
  readonly webhook: { readonly url: string; readonly secret: string } | null
  readonly clock: Clock
}

const requestTimeoutMs = 10_000
/** An ntfy server turns a longer message into an attachment. */
const maxMessageBytes = 3500

/** Creates the channel. Null when neither is configured. */
export function createStaffChannel({
  ntfy,
  webhook,
  clock,
}: StaffChannelOptions): StaffChannel | null {
  if (ntfy === null && webhook === null) return null
  return {
    targets: [
      ...(ntfy === null ? [] : (['ntfy'] as const)),
      ...(webhook === null ? [] : (['webhook'] as const)),
    ],
    post: async (notice) => {
      if (notice.target === 'ntfy' && ntfy !== null) await postToTopic(ntfy, notice)
      if (notice.target === 'webhook' && webhook !== null) {
        await postToWebhook(webhook, notice, clock.now())
      }
    },
  }
}

/** Publishes as JSON, the server's format that accepts text of any language. */
async function postToTopic(
  { url, token }: NonNullable<StaffChannelOptions['ntfy']>,
  { title, text, url: click }: PostedNotice,
): Promise<void> {
  const server = new URL(url)
  const topic = server.pathname.split('/').at(-1) ?? ''
  server.pathname = server.pathname.slice(0, -topic.length)
  const body = JSON.stringify({ topic, title, message: shorten(text), click })
  await post(server.href, body, token === null ? {} : { authorization: `Bearer ${token}` })
}

function shorten(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxMessageBytes) return text
  // The last character may be incomplete after the cut.
  return `${new TextDecoder().decode(bytes.subarray(0, maxMessageBytes)).replace(/\uFFFD$/, '')}…`
}

/** Sends the header `x-signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a dot and the body. */
async function postToWebhook(
  { url, secret }: NonNullable<StaffChannelOptions['webhook']>,
  notice: PostedNotice,
  now: Date,
): Promise<void> {
  const { id, title, text, url: link, at } = notice
  const body = JSON.stringify({ id, title, text, url: link, at: at.toISOString() })
  const seconds = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  await post(url, body, { 'x-signature': `t=${seconds},v1=${signature}` })
}

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the staff channel responded with ${response.status}`)
}
