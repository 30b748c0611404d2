// Decides which addresses belong to the public internet. All other addresses are rejected.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Ranges that ipaddr.js reports as unicast although they are not public. */
const alsoRefused = [
  // Azure's internal services respond here, although the range is public.
  ipaddr.parseCIDR('168.63.129.16/32'),
  // The former 6bone, returned to IANA.
  ipaddr.parseCIDR('3ffe::/16'),
]
/** The only IPv6 block from which IANA allocates. ipaddr.js reports everything without a special purpose as unicast. */
const allocated = ipaddr.parseCIDR('2000::/3')

/** Returns false for text that is not an address, and for an address with a zone (`fe80::1%eth0`). */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js would also parse `127.1` and `0x7f000001`.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv6' && !parsed.match(allocated)) return false
  return !alsoRefused.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))
}
