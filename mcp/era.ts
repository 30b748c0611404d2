// Decides which revision of the protocol a request uses: once per request, from the request alone. Later code receives
// the era and never checks a version again. The conformance suite determines the order of the checks.

import { fail, ok, type Result } from '../server/domain/base/result.ts'
import { quoteForeign } from '../server/domain/base/text/text.ts'
import { codes, type Message, type RpcError } from './json-rpc.ts'

export const modernVersion = '2026-07-28'
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
export const supportedVersions = [modernVersion, ...legacyVersions] as const

/** Version that `initialize` returns for an unknown proposal, and for 2026-07-28, which has no handshake. */
export const newestLegacy = legacyVersions[0]
const unstatedVersion = '2025-03-26'

export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const

export type LegacyVersion = (typeof legacyVersions)[number]
export type Era =
  | { readonly kind: 'modern'; readonly version: typeof modernVersion }
  | { readonly kind: 'legacy'; readonly version: LegacyVersion }

const modern: Era = { kind: 'modern', version: modernVersion }

/** `header` is MCP-Protocol-Version, or null if it was not sent. */
export function classify(message: Message, header: string | null): Result<Era, RpcError> {
  const { method, meta, id } = message
  const named = meta[metaKeys.version]
  if (named !== undefined && typeof named !== 'string') {
    return refuse(codes.params, `_meta["${metaKeys.version}"] must be a string.`)
  }
  // The body proposes a version, so a different header is not a conflict (contract.md 5.4).
  if (method === 'initialize' && named !== modernVersion) {
    return named === undefined ? ok(legacyEraOf(newestLegacy)) : eraOf(named)
  }
  if (named === undefined) return fromHeader(header, id === undefined)
  if (header !== null && header !== named && method !== 'initialize') {
    return refuse(
      codes.headers,
      `The header MCP-Protocol-Version is ${quoteForeign(header)} but _meta["${metaKeys.version}"] is ${quoteForeign(named)}.`,
    )
  }
  return eraOf(named)
}

/** Legacy clients send the negotiated version only in the header, or not at all. */
function fromHeader(header: string | null, isNotification: boolean): Result<Era, RpcError> {
  if (header === null) return ok(legacyEraOf(unstatedVersion))
  const era = eraOf(header)
  if (!era.ok || era.value.kind === 'legacy' || isNotification) return era
  return refuse(
    codes.params,
    `A ${modernVersion} request needs params._meta["${metaKeys.version}"] and params._meta["${metaKeys.capabilities}"].`,
  )
}

function eraOf(version: string): Result<Era, RpcError> {
  if (version === modernVersion) return ok(modern)
  const known = legacyVersions.find((one) => one === version)
  if (known !== undefined) return ok(legacyEraOf(known))
  return fail({
    status: 400,
    code: codes.version,
    message: `Unsupported protocol version. This server speaks ${supportedVersions.join(', ')}.`,
    data: { supported: supportedVersions, requested: version },
  })
}

/** Returns the version that `initialize` negotiates. */
export function negotiateVersion(proposal: unknown): LegacyVersion {
  return legacyVersions.find((version) => version === proposal) ?? newestLegacy
}

const legacyEraOf = (version: LegacyVersion): Era => ({ kind: 'legacy', version })

function refuse(code: number, message: string) {
  return fail({ status: 400, code, message })
}
