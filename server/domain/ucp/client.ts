// The identity of a client in counts: its address, stored only as a keyed hash.

import type { KeyedBytes } from '../base/ports.ts'

export const clientOf = (
  { orderIds }: { readonly orderIds: KeyedBytes },
  address: string,
): string => orderIds.bytes(JSON.stringify(['ucp-client', address])).toHex()
