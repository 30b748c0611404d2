// Parses a link and rejects what must not be fetched, before any name lookup. Every redirect is also parsed here.
import { isIP } from 'node:net'
import type { DownloadRefusal } from '../../domain/models/downloads.ts'
import { isPublicAddress } from './public-address.ts'
import { hostNotAllowed, refuse } from './refusals.ts'

export type Target = {
  readonly kind: 'target'
  readonly url: URL
  /** Without the brackets of an IPv6 address and without a trailing dot. */
  readonly host: string
  /** Whether the link is http://127.0.0.1, where the settings allow it. */
  readonly loopback: boolean
}

export type TargetRules = {
  readonly hosts: readonly string[] | null
  readonly allowLoopback: boolean
}

const maxUrlLength = 4096
const loopbackHost = '127.0.0.1'

/** Names that never refer to a host on the public internet (RFC 6761, 6762, 7686, 8375, ICANN's .internal). */
const privateNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid|example|alt)$/

/** Parses a link. `base` is the address that redirected here. */
export function readTarget(text: string, rules: TargetRules, base?: URL): Target | DownloadRefusal {
  // The URL parser drops tabs and line ends and reads a backslash as a slash. Only attacks use that notation.
  const plain = text.trim()
  if (plain.length > maxUrlLength || /[\p{Cc}\p{Zs}\\]/u.test(plain)) return refuse('bad_url')
  const url = URL.parse(plain, base?.href)
  if (url === null || url.hostname === '') return refuse('bad_url')
  if (url.username !== '' || url.password !== '') {
    return refuse('bad_url', 'A link with a user name or password in it is not fetched.')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const loopback = rules.allowLoopback && url.protocol === 'http:' && host === loopbackHost
  // `port` is empty for the scheme's default port.
  if (!loopback && (url.protocol !== 'https:' || url.port !== '')) return refuse('not_https')
  if (rules.hosts !== null && !rules.hosts.includes(host)) return hostNotAllowed(host, rules.hosts)
  if (!loopback && !mayBePublic(host)) return refuse('private_address')
  return { kind: 'target', url, host, loopback }
}

function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(host) && !privateNames.test(host)
}
