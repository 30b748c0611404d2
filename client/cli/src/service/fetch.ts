// How the command line sends requests: no redirects, and strings in responses that are safe to print.
import { parsePlainJson } from '../terminal/plain-text.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A redirect is not followed: the key must not reach another host. */
export function createFetch(version: string): Fetch {
  return async (url, init) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', `svc-cli/${version}`)
    return plainJson(await fetch(url, { ...init, headers, redirect: 'manual' }))
  }
}

async function plainJson(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(cleaned(await response.text()), { status, statusText, headers })
}

function cleaned(json: string): string {
  try {
    return JSON.stringify(parsePlainJson(json))
  } catch {
    return json
  }
}
