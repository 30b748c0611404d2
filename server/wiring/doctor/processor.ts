// Checks the card processor: its key, the registered webhook endpoint, and whether the endpoint leads to this service.
import { listWebhookEndpoints, signedTestEvent } from '../../adapters/payments/webhook-endpoints.ts'
import type { Config } from '../../config/config.ts'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass, warn } from './finding.ts'

const webhookPath = '/api/billing/webhook'
const endpointsPage = 'https://dashboard.stripe.com/webhooks'
const requestTimeoutMs = 10_000

export async function checkProcessor(examined: Examined): Promise<readonly Diagnosis[]> {
  const { stripe, baseUrl } = examined.config
  if (stripe === null) return [leftOut('key', 'local mode starts a stand-in of Stripe')]
  const answer = await listWebhookEndpoints(stripe)
  if (answer.kind === 'refused' && answer.by === 'key') {
    return [
      fail(
        'key',
        'Stripe does not accept the key.',
        'Set STRIPE_SECRET_KEY to a key of https://dashboard.stripe.com/apikeys.',
      ),
    ]
  }
  if (answer.kind === 'unreachable') {
    return [
      fail(
        'key',
        `Stripe cannot be reached: ${answer.message}`,
        'Let this machine open https://api.stripe.com, or correct STRIPE_API_BASE.',
      ),
    ]
  }
  const key = judgeKey(examined.config)
  if (baseUrl === null) return [key, leftOut('webhook', 'BASE_URL is not set')]
  const registered =
    answer.kind === 'refused'
      ? [
          warn(
            'webhook',
            'The key may not list the webhook endpoints.',
            `Give it "Webhook Endpoints: Read", or look at ${endpointsPage} yourself.`,
          ),
        ]
      : judgeEndpoint(answer, baseUrl + webhookPath)
  return [
    key,
    ...registered,
    await sendTestEvent(examined, baseUrl + webhookPath, stripe.webhookSecret),
  ]
}

export function judgeKey({ stripe, production, baseUrl }: Config): Diagnosis {
  const isLive = /^(?:sk|rk)_live_/.test(stripe?.secretKey ?? '')
  const isPublic = baseUrl?.startsWith('https:') === true
  if (isLive && !(production && isPublic)) {
    return fail(
      'key',
      'The key is live: cards are charged for real by a service that is not public.',
      'Set STRIPE_SECRET_KEY to a key that begins with sk_test_.',
    )
  }
  if (!isLive && production && isPublic) {
    return fail(
      'key',
      "The key is of Stripe's test mode: no money arrives.",
      'Set STRIPE_SECRET_KEY to one that begins with sk_live_ or rk_live_, and STRIPE_WEBHOOK_SECRET to that of the live endpoint.',
    )
  }
  if (stripe?.apiBase != null) {
    return warn(
      'key',
      `Payments go to ${stripe.apiBase}, not to Stripe.`,
      'Remove STRIPE_API_BASE before the first real order.',
    )
  }
  return pass('key', isLive ? 'live, accepted' : 'test mode, accepted')
}

type Listed = Extract<Awaited<ReturnType<typeof listWebhookEndpoints>>, { kind: 'listed' }>

function judgeEndpoint({ endpoints, version }: Listed, url: string): readonly Diagnosis[] {
  const create = `Create it at ${endpointsPage} with API version ${version} (docs/operations.md, Connect Stripe).`
  const ours = endpoints.filter((endpoint) => endpoint.url === url)
  const enabled = ours.find((endpoint) => endpoint.enabled)
  if (ours.length === 0) {
    return [fail('webhook', `Stripe has no webhook endpoint ${url}.`, create)]
  }
  if (enabled === undefined) {
    return [fail('webhook', `The endpoint ${url} is disabled.`, `Enable it at ${endpointsPage}.`)]
  }
  if (enabled.apiVersion !== version) {
    return [
      fail(
        'webhook',
        `Its events come in API version ${enabled.apiVersion ?? 'of the account'}, this release reads ${version}.`,
        `${create} Then delete the old one and set STRIPE_WEBHOOK_SECRET.`,
      ),
    ]
  }
  if (enabled.missing.length > 0) {
    return [
      fail(
        'webhook',
        `The endpoint does not send ${enabled.missing.join(', ')}.`,
        `Add these events at ${endpointsPage}.`,
      ),
    ]
  }
  return [pass('webhook', `registered, enabled, API version ${version}`)]
}

/** Sends a signed event without an effect to the public address. */
async function sendTestEvent({ now }: Examined, url: string, secret: string): Promise<Diagnosis> {
  const { body, signature } = await signedTestEvent(secret, now())
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    if (response.ok) return pass('event', `a signed event was accepted at ${url}`)
    return response.status === 400
      ? fail(
          'event',
          'The running service refuses an event that is signed with STRIPE_WEBHOOK_SECRET.',
          "Set STRIPE_WEBHOOK_SECRET to the endpoint's signing secret, the same for every process, and restart: systemctl restart svc. The proxy must pass bodies on unchanged.",
        )
      : fail(
          'event',
          `${url} responds with ${response.status}.`,
          'Let the proxy pass this path on, without a redirect and without asking for a password.',
        )
  } catch (error) {
    return fail(
      'event',
      `${url} cannot be reached: ${messageOf(error)}`,
      'systemctl start svc caddy, or correct BASE_URL.',
    )
  }
}
