// The client address that rate limits count: the peer of the connection, or what a trusted proxy says about it.
import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type ClientAddress = (peer: string | undefined, forwardedFor: string | null) => string

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [ipaddr.IPv6, number]

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

/** null = not an address. An IPv4 address that is written as an IPv6 one is the IPv4 address. A zone (`%eth0`) is left out. */
function parseAddress(text: string): Address | null {
  // ipaddr.js also reads 10.1 and octal numbers, which no proxy writes.
  return isIP(text) === 0 ? null : ipaddr.process(withoutZone(text))
}

/** As IPv6, which every client is compared in: 10.0.0.0/8 is ::ffff:10.0.0.0/104. */
function parseNetwork(entry: string): Network {
  const [text = '', prefix] = entry.split('/')
  const address = ipaddr.parse(withoutZone(text))
  const bits = prefix === undefined ? null : Number(prefix)
  return address instanceof ipaddr.IPv6
    ? [address, bits ?? 128]
    : [address.toIPv4MappedAddress(), 96 + (bits ?? 32)]
}

const withoutZone = (address: string): string => address.split('%', 1)[0] ?? ''

/** Some proxies append the port: 192.0.2.1:5678, [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

function isTrusted(trusted: readonly Network[], address: Address): boolean {
  const mapped = 'parts' in address ? address : address.toIPv4MappedAddress()
  return trusted.some(([network, bits]) => mapped.match(network, bits))
}

/** One IPv6 subscriber has at least a /64 and can use every address in it. */
function countedAs(address: Address): string {
  if (!('parts' in address)) return address.toString()
  const network = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
