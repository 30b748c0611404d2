// Version of this package, and the notice about a service of another version.

import { isBrowser } from './runtime.ts'

/** The version of this package, which equals that of the service it was released with. */
export const version = '0.2.0'

/** Versions of this package and of the service, such as 0.2.0. */
export type Versions = { readonly client: string; readonly service: string }

/** Returns the User-Agent of a program, or null in a browser, which sends its own. */
export const userAgent = (): string | null =>
  isBrowser() ? null : `svc-client-typescript/${version}`

/** Returns a function that reports the first response of a service with another version, and no later one. */
export function versionNotice(report: (versions: Versions) => void): (headers: Headers) => void {
  let isReported = false
  return (headers) => {
    const service = headers.get('x-service-version') ?? ''
    if (isReported || service === version || !/^\d+\.\d+\.\d+$/.test(service)) return
    isReported = true
    // An error in the caller's callback must not make the outcome of the call unknown.
    try {
      report({ client: version, service })
    } catch {}
  }
}

/** Writes the notice to the console: to standard error in Node, Bun and Deno. */
export const warnOfVersion =
  (baseUrl: string) =>
  ({ client, service }: Versions): void =>
    console.warn(
      `svc-client ${client} does not match the service, ${service}: npm install ${baseUrl}/clients/svc-client.tgz`,
    )
