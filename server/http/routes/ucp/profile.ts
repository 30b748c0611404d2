// GET /.well-known/ucp: the profile that platforms of the Universal Commerce Protocol read before they call.
import { ucpVersion } from '../../../domain/ucp/session.ts'

/** Base path of the REST binding. */
export const ucpPath = '/ucp'
export const permalinkPath = '/buy'

const checkout = 'dev.ucp.shopping.checkout'
const permalink = 'dev.ucp.shopping.permalink'

const published = `https://ucp.dev/${ucpVersion}`

/**
 * Returns the profile. A permalink requires an https address (schemas/shopping/permalink.json), so a service without
 * one has none. Nothing is paid through the protocol: there are no payment handlers and no orders.
 */
export function ucpProfile(baseUrl: string): object {
  const version = ucpVersion
  return {
    ucp: {
      version,
      services: {
        'dev.ucp.shopping': [
          {
            version,
            spec: `${published}/specification/overview/`,
            transport: 'rest',
            schema: `${published}/services/shopping/rest.openapi.json`,
            endpoint: `${baseUrl}${ucpPath}`,
          },
        ],
      },
      capabilities: {
        [checkout]: [
          {
            version,
            spec: `${published}/specification/shopping/checkout`,
            schema: `${published}/schemas/shopping/checkout.json`,
          },
        ],
        ...(baseUrl.startsWith('https://') && {
          [permalink]: [
            {
              version,
              spec: `${published}/specification/permalink`,
              schema: `${published}/schemas/shopping/permalink.json`,
              config: { endpoint: `${baseUrl}${permalinkPath}` },
            },
          ],
        }),
      },
      payment_handlers: {},
    },
  }
}

/** Metadata of a response with a checkout. */
export const checkoutEnvelope = {
  version: ucpVersion,
  status: 'success',
  capabilities: { [checkout]: [{ version: ucpVersion }] },
  payment_handlers: {},
} as const

/** Metadata of a response without a checkout. */
export const errorEnvelope = { version: ucpVersion, status: 'error' } as const
