// Who a request comes from, for limits: the peer of the connection, or what a proxy that is trusted says about it.
import { BlockList, isIP } from 'node:net'

export type ClientAddress = (peer: string | undefined, forwardedFor: string | null) => string

/**
 * Each proxy appends the address that it was called from to X-Forwarded-For, so the list is believed from its end: back over
 * trusted proxies to the first address that is none. What stands before that one came from the client, who can write
 * anything there; an entry that is no address ends the walk for the same reason.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = blockListOf(trustedProxies)
  return (peer, forwardedFor) => {
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

/** Four numbers of an IPv4 address, or the eight groups of an IPv6 one. */
type Address = { readonly version: 4; readonly text: string } | Version6
type Version6 = { readonly version: 6; readonly text: string; readonly groups: readonly number[] }

/** null = no address. An IPv4 address that is written as an IPv6 one is the IPv4 address. */
function parseAddress(text: string): Address | null {
  const version = isIP(text)
  if (version === 4) return { version, text }
  // A zone names an interface of this machine, not another client.
  const bare = text.split('%', 1)[0] ?? ''
  if (version !== 6 || !URL.canParse(`http://[${bare}]`)) return null
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const groups = groupsOf(canonical)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return { version: 4, text: [high >> 8, high & 255, low >> 8, low & 255].join('.') }
  }
  return { version: 6, text: canonical, groups }
}

/** Of the canonical form: hexadecimal groups with at most one "::". */
function groupsOf(canonical: string): number[] {
  const [before = '', after = ''] = canonical.split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [start, end] = [numbers(before), numbers(after)]
  return [...start, ...new Array<number>(8 - start.length - end.length).fill(0), ...end]
}

/** Some proxies append the port: 192.0.2.1:5678, [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

function isTrusted(trusted: BlockList, { text, version }: Address): boolean {
  return trusted.check(text, version === 4 ? 'ipv4' : 'ipv6')
}

/** One IPv6 subscriber has a /64 at least, and every address in it at will. */
function countedAs(address: Address): string {
  if (address.version === 4) return address.text
  const network = address.groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const version = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(prefix ?? (version === 'ipv4' ? 32 : 128)), version)
  }
  return list
}
