// Client address that rate limits count: the peer of the connection, or the address reported by a trusted proxy.
import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type ClientAddress = (peer: string | undefined, forwardedFor: string | null) => string

/**
 * Creates a function that returns the client address. Each proxy appends the address of its peer to X-Forwarded-For, so
 * the list is read from the end, past trusted proxies, to the first address that is not one. All earlier entries come
 * from the client and may be forged. An entry that is not an address ends the search for the same reason.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = networksOf(trustedProxies)
  return (peer, forwardedFor) => {
    let client = canonicalize(peer ?? '')
    if (client === null) return 'unknown'
    const hops = forwardedFor === null ? [] : forwardedFor.split(',')
    while (hops.length > 0 && trusted.check(client, familyOf(client))) {
      const before = canonicalize(withoutPort(hops.pop()?.trim() ?? ''))
      if (before === null) break
      client = before
    }
    return countedAs(client)
  }
}

/**
 * Returns the canonical form of an address without a zone (`%eth0`), or null if it is not an address. An IPv4-mapped
 * IPv6 address becomes the IPv4 address.
 */
function canonicalize(text: string): string | null {
  // An IPv4 address has a single spelling. ipaddr.js takes a microsecond for it, and also accepts 10.1 and octal
  // numbers.
  if (isIPv4(text)) return text
  return isIP(text) === 0 ? null : ipaddr.process(withoutZone(text)).toString()
}

/**
 * Builds the block list. An IPv4 address also matches a network in IPv6 notation: 10.0.0.1 is in ::ffff:10.0.0.0/104.
 */
function networksOf(entries: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const entry of entries) {
    const [text = '', prefix] = entry.split('/')
    const family = familyOf(text)
    const bits = prefix ?? (family === 'ipv4' ? 32 : 128)
    networks.addSubnet(withoutZone(text), Number(bits), family)
  }
  return networks
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

const withoutZone = (address: string): string => address.split('%', 1)[0] ?? ''

/** Removes the port that some proxies append: 192.0.2.1:5678, [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

/** Returns the address or network to count. An IPv6 subscriber has at least a /64 and can use every address in it. */
function countedAs(address: string): string {
  if (isIPv4(address)) return address
  const network = ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
