// How the command line sends requests: without redirects, and with strings in responses that are safe to print.
import { parsePlainJson } from '../terminal/plain-text.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Creates the fetch function. Does not follow redirects, because the key must not reach another host.
 * `onServiceVersion` receives the version that the service states in its responses.
 */
export function createFetch(
  version: string,
  onServiceVersion: (serviceVersion: string) => void = () => {},
): Fetch {
  return async (url, init) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', `svc-cli/${version}`)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const stated = response.headers.get('x-service-version') ?? ''
    if (/^\d+\.\d+\.\d+$/.test(stated)) onServiceVersion(stated)
    return plainJson(response)
  }
}

async function plainJson(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(cleanJson(await response.text()), { status, statusText, headers })
}

function cleanJson(json: string): string {
  try {
    return JSON.stringify(parsePlainJson(json))
  } catch {
    return json
  }
}
