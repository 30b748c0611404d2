import type { Deps } from '../../server/wiring/deps.ts'

/** For `estimate_price`, which uses none of it. */
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
