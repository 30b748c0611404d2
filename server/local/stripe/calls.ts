// Counts the calls of each endpoint, including rejected ones. In memory only.

export type CallCount = {
  readonly endpoint: string
  readonly calls: number
  readonly limited: number
}

export type Calls = ReturnType<typeof createCalls>

export function createCalls() {
  const counts = new Map<string, { calls: number; limited: number }>()
  return {
    /** `endpoint` is the method and the path as sent. */
    note: (endpoint: string, status: number): void => {
      const count = counts.get(endpoint) ?? { calls: 0, limited: 0 }
      counts.set(endpoint, {
        calls: count.calls + 1,
        limited: count.limited + (status === 429 ? 1 : 0),
      })
    },
    read: (): CallCount[] => [...counts].map(([endpoint, count]) => ({ endpoint, ...count })),
  }
}
