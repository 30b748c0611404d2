// Posts notices to the farm's own staff: to a topic of an ntfy server, or to a webhook whose body is signed.
import { createHmac } from 'node:crypto'
import type { Clock } from '../../domain/base/ports.ts'
import type { PostedNotice, StaffChannel } from '../../domain/notifications/ports.ts'

export type StaffChannelOptions = {
  /** A topic, such as https://ntfy.sh/our-farm. */
  readonly ntfy: { readonly url: string; readonly token: string | null } | null
  readonly webhook: { readonly url: string; readonly secret: string } | null
  readonly clock: Clock
}

const timeoutMs = 10_000
/** An ntfy server makes an attachment of a longer message. */
const maxMessage = 3500

/** Null where neither is configured. */
export function createStaffChannel({
  ntfy,
  webhook,
  clock,
}: StaffChannelOptions): StaffChannel | null {
  if (ntfy === null && webhook === null) return null
  return {
    post: async (notice) => {
      // One that fails does not keep the other from being tried; a repeat posts to both again.
      const outcomes = await Promise.allSettled([
        ...(ntfy === null ? [] : [postToTopic(ntfy, notice)]),
        ...(webhook === null ? [] : [postToWebhook(webhook, notice, clock.now())]),
      ])
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },
  }
}

/** The server's form of publishing as JSON, which takes text of any language. */
async function postToTopic(
  { url, token }: NonNullable<StaffChannelOptions['ntfy']>,
  { title, text, url: click }: PostedNotice,
): Promise<void> {
  const server = new URL(url)
  const topic = server.pathname.split('/').at(-1) ?? ''
  server.pathname = server.pathname.slice(0, -topic.length)
  const message = text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text
  const body = JSON.stringify({ topic, title, message, click })
  await post(server.href, body, token === null ? {} : { authorization: `Bearer ${token}` })
}

/** `x-signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a dot and the body. */
async function postToWebhook(
  { url, secret }: NonNullable<StaffChannelOptions['webhook']>,
  notice: PostedNotice,
  now: Date,
): Promise<void> {
  const { title, text, url: link } = notice
  const body = JSON.stringify({ title, text, url: link, at: now.toISOString() })
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
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the staff channel responded with ${response.status}`)
}
