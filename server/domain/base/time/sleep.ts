// Waits with the platform's timer global, so that the domain needs no import.

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
