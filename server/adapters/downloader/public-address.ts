// Which addresses belong to the public internet. Everything that is not certainly public is refused: the ranges of IANA's
// special-purpose registries, and for IPv6 all that lies outside the one block that is given out (2000::/3).
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const notPublicV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // A cloud's own services answer here although the range is a public one.
  ['168.63.129.16', 32],
] as const

/** Parts of 2000::/3 that lead elsewhere: tunnels that carry an IPv4 address, benchmarks, documentation. */
const notPublicV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3ffe::', 16],
  ['3fff::', 20],
] as const

const refused = new BlockList()
for (const [network, prefix] of notPublicV4) refused.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of notPublicV6) refused.addSubnet(network, prefix, 'ipv6')

const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/** False for everything that is not an address, and for one with a zone (`fe80::1%eth0`). */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return givenOut.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
