// Headers of routes that are going to be removed: Deprecation (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288).
import type { Deprecation } from '../contract/contract.ts'

/** Days count from their beginning in UTC. */
export function deprecationHeaders({ since, sunset, successor }: Deprecation) {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
    ...(successor !== undefined && { link: `<${successor}>; rel="successor-version"` }),
  }
}
