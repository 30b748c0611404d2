// The webhook endpoints of the processor's account, and a signed event without an effect, for a check of the configuration.
import Stripe from 'stripe'
import { usedEventTypes } from './events.ts'

export type WebhookEndpoint = {
  readonly url: string
  readonly apiVersion: string | null
  /** Event types that the service uses and this endpoint does not send. */
  readonly missing: readonly string[]
  readonly enabled: boolean
}

export type EndpointsOrRefusal =
  | {
      readonly kind: 'listed'
      readonly endpoints: readonly WebhookEndpoint[]
      readonly version: string
    }
  /** `key` means that the key is not accepted. `right` means that it may not list endpoints. */
  | { readonly kind: 'refused'; readonly by: 'key' | 'right' }
  | { readonly kind: 'unreachable'; readonly message: string }

const requestTimeoutMs = 10_000
const all = '*'

/** Lists the endpoints. `version` is the API version that events must have. */
export async function listWebhookEndpoints(settings: {
  readonly secretKey: string
  readonly apiBase: string | null
}): Promise<EndpointsOrRefusal> {
  const address = settings.apiBase === null ? {} : addressOf(settings.apiBase)
  const stripe = new Stripe(settings.secretKey, {
    ...address,
    timeout: requestTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(),
  })
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    const endpoints = data.map(({ url, api_version, enabled_events, status }) => ({
      url,
      apiVersion: api_version,
      missing: enabled_events.includes(all)
        ? []
        : usedEventTypes.filter((type) => !enabled_events.includes(type)),
      enabled: status === 'enabled',
    }))
    return { kind: 'listed', endpoints, version: String(stripe.getApiField('version')) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return { kind: 'refused', by: 'key' }
    }
    if (error instanceof Stripe.errors.StripePermissionError) {
      return { kind: 'refused', by: 'right' }
    }
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'unreachable', message: message.replaceAll(/\b(?:sk|rk)_[\w*]+/g, '[key]') }
  }
}

/** Returns an event of a type that the service does not use, and the header that signs it. */
export async function signedTestEvent(
  secret: string,
  at: Date,
): Promise<{ readonly body: string; readonly signature: string }> {
  const body = JSON.stringify({
    id: `evt_doctor_${at.getTime()}`,
    object: 'event',
    type: 'customer.created',
    data: { object: {} },
  })
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  })
  return { body, signature }
}

function addressOf(apiBase: string) {
  const { hostname: host, port, protocol } = new URL(apiBase)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host, port: port || (scheme === 'http' ? '80' : '443'), protocol: scheme }
}
