// Parses a link and refuses what may not be fetched, before any name is looked up. Every redirect passes here as well.
import { isIP } from 'node:net'
import type { DownloadRefusal } from '../../domain/models/downloads.ts'
import { isPublicAddress } from './public-address.ts'
import { hostNotAllowed, refused } from './refusals.ts'

export type Target = {
  readonly kind: 'target'
  readonly url: URL
  /** Without the brackets of an IPv6 address and without a dot at the end. */
  readonly host: string
  /** http://127.0.0.1, where the settings allow it. */
  readonly loopback: boolean
}

export type TargetRules = {
  readonly hosts: readonly string[] | null
  readonly allowLoopback: boolean
}

const maxUrlLength = 4096
const loopbackHost = '127.0.0.1'

/** Names that never mean a host of the public internet (RFC 6761, 6762, 7686, 8375, ICANN's .internal). */
const privateNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid|example|alt)$/

/** `base` is the address that redirected here. */
export function readTarget(text: string, rules: TargetRules, base?: URL): Target | DownloadRefusal {
  // The URL parser drops tabs and line ends and reads a backslash as a slash: only an attack is written that way.
  const plain = text.trim()
  if (plain.length > maxUrlLength || /[\p{Cc}\p{Zs}\\]/u.test(plain)) return refused('bad_url')
  const url = URL.parse(plain, base?.href)
  if (url === null || url.hostname === '') return refused('bad_url')
  if (url.username !== '' || url.password !== '') {
    return refused('bad_url', 'A link with a user name or password in it is not fetched.')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const loopback = rules.allowLoopback && url.protocol === 'http:' && host === loopbackHost
  // `port` is empty for the default port of the scheme.
  if (!loopback && (url.protocol !== 'https:' || url.port !== '')) return refused('not_https')
  if (rules.hosts !== null && !rules.hosts.includes(host)) return hostNotAllowed(host, rules.hosts)
  if (!loopback && !mayBePublic(host)) return refused('private_address')
  return { kind: 'target', url, host, loopback }
}

function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(host) && !privateNames.test(host)
}
