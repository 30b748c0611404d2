// Headers of deprecated routes: Deprecation (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288).
import type { Deprecation } from '../contract/contract.ts'

/** Returns the headers. Each date means its start in UTC. */
export function deprecationHeaders({ since, sunset, successor }: Deprecation) {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
    ...(successor !== undefined && { link: `<${successor}>; rel="successor-version"` }),
  }
}
