// One request to one checked address: no credentials, no cookies, no compression, no proxy, and a separate connection.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { Address } from './resolve.ts'
import type { Target } from './target.ts'

const maxHeaderBytes = 32 * 1024

const headers = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': 'svc-downloader/1',
}

type OpenOptions = {
  readonly target: Target
  /** Addresses that are already checked. No other address is used. */
  readonly addresses: readonly Address[]
  readonly signal: AbortSignal
  /** For tests: the certificate authority of their server. */
  readonly ca?: string
}

/**
 * Sends the request. Rejects when no address accepts the connection, when the certificate is not the host's, and when aborted. The
 * filtering agent checks each address again when it connects.
 */
export function openResponse(options: OpenOptions): Promise<IncomingMessage> {
  const { target, signal } = options
  return new Promise((resolve, reject) => {
    const settings = {
      method: 'GET',
      host: target.host,
      path: `${target.url.pathname}${target.url.search}`,
      headers: { host: target.url.host.replace(/\.$/, ''), ...headers },
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
      signal,
    }
    const request = target.loopback
      ? requestHttp({
          ...settings,
          port: target.url.port === '' ? 80 : Number(target.url.port),
          agent: new RequestFilteringHttpAgent({ allowIPAddressList: [target.host] }),
        })
      : requestHttps({
          ...settings,
          port: 443,
          lookup: fixedLookup(options.addresses),
          agent: new RequestFilteringHttpsAgent(options.ca === undefined ? {} : { ca: options.ca }),
        })
    request.on('error', reject)
    request.on('response', resolve)
    // The service never requests an upgrade, and a socket with another protocol sends no response.
    request.on('upgrade', () => request.destroy(new Error('unexpected upgrade')))
    request.end()
  })
}

function fixedLookup(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, callback) => {
    const first = addresses[0]
    if (all === true) {
      callback(null, [...addresses])
    } else if (first !== undefined) {
      callback(null, first.address, first.family)
    } else {
      callback(new Error('no address'), '')
    }
  }
}
