// Looks a name up once and checks every address returned. Only these addresses are used for the connection, so a name that resolves
// differently a moment later (DNS rebinding) has no effect.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type Address = { readonly address: string; readonly family: 4 | 6 }

/** Returns all addresses of a name. Rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>

export const systemResolve: Resolve = (host) => lookup(host, { all: true })

/**
 * Resolves a name to public addresses. A single private address among public ones is enough to reject the name, because no public file
 * server is set up that way.
 */
export async function resolvePublic(
  host: string,
  resolve: Resolve,
): Promise<readonly Address[] | 'private' | 'unknown_host'> {
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [{ address: host }]
  if (addresses.length === 0) return 'unknown_host'
  if (!addresses.every(({ address }) => isPublicAddress(address))) return 'private'
  return addresses.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))
}
