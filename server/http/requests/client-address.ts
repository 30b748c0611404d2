// The client address that rate limits count: the peer of the connection, or what a trusted proxy says about it.
import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type ClientAddress = (peer: string | undefined, forwardedFor: string | null) => string

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Address, number]

/**
 * Each proxy appends the address that it was called from to X-Forwarded-For, so the list is read from its end: back over
 * trusted proxies to the first address that is not one. Everything before that one came from the client, who can write
 * anything there; an entry that is not an address ends the walk for the same reason.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = trustedProxies.map(parseNetwork)
  return (peer, forwardedFor) => {
    // The usual case, and parsing costs the agent endpoint half a microsecond.
    if (forwardedFor === null && peer !== undefined && isIPv4(peer)) return peer
    let client = parseAddress(peer ?? '')
    if (client === null) return 'unknown'
    const hops = forwardedFor === null ? [] : forwardedFor.split(',')
    while (hops.length > 0 && isTrusted(trusted, client)) {
      const before = parseAddress(withoutPort(hops.pop()?.trim() ?? ''))
      if (before === null) break
      client = before
    }
    return countedAs(client)
  }
}

/** null = not an address. An IPv4 address that is written as an IPv6 one is the IPv4 address. */
function parseAddress(text: string): Address | null {
  // ipaddr.js also reads 10.1 and octal numbers, which no proxy writes.
  return isIP(text) === 0 ? null : ipaddr.process(text)
}

function parseNetwork(entry: string): Network {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry)
  const address = ipaddr.parse(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Some proxies append the port: 192.0.2.1:5678, [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

function isTrusted(trusted: readonly Network[], address: Address): boolean {
  return trusted.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )
}

/** One IPv6 subscriber has at least a /64 and can use every address in it. */
function countedAs(address: Address): string {
  if (!('parts' in address)) return address.toString()
  const network = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
