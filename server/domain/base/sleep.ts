// Waiting by the platform's global, so that the domain imports nothing.

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
