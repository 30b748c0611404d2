// A semaphore: at most `count` holders at a time; other callers wait in order.

export type Places = { readonly take: () => Promise<AsyncDisposable> }

export function createPlaces(count: number): Places {
  let free = count
  const waiting: (() => void)[] = []
  const leave = async () => {
    const next = waiting.shift()
    if (next === undefined) {
      free += 1
    } else {
      next()
    }
  }
  return {
    take: async () => {
      if (free > 0) {
        free -= 1
      } else {
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      return { [Symbol.asyncDispose]: leave }
    },
  }
}
