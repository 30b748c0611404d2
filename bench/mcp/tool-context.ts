import type { Deps } from '../../server/wiring/deps.ts'

/** Context for `estimate_price`, which does not use it. */
export const toolContext = {
  deps: {} as Deps,
  caller: { kind: 'anonymous', address: '' },
  signal: new AbortController().signal,
  capabilities: {},
  wantsPictures: false,
  timeLeftMs: () => 90_000,
  progressNotes: new Map<string, string>(),
  markSpending: () => undefined,
  returnAllowances: async () => undefined,
} as const
