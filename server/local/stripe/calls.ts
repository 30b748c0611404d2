// How often each endpoint was called, the refused calls included. In memory only.

export type CallCount = {
  readonly endpoint: string
  readonly calls: number
  readonly limited: number
}

export type Calls = ReturnType<typeof createCalls>

export function createCalls() {
  const counts = new Map<string, { calls: number; limited: number }>()
  return {
    /** `endpoint`: method and path as sent. */
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
