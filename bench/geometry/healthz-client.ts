// Requests /healthz at a fixed rate and prints the latencies. Each latency is measured from the
// time at which the request was scheduled, so that a stall affects every request that it delays.
// hostile.ts runs this file in a separate process: bun bench/geometry/healthz-client.ts URL SECONDS
export type Latency = {
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

const intervalMs = 10

async function measure(url: string, seconds: number): Promise<Latency> {
  const start = performance.now()
  const tookMs: number[] = []
  const open: Promise<void>[] = []
  const count = Math.round((seconds * 1000) / intervalMs)
  for (let i = 0; i < count; i++) {
    const due = start + i * intervalMs
    const early = due - performance.now()
    if (early > 0) await Bun.sleep(early)
    open.push(
      isHealthy(url).then((healthy) => {
        if (healthy) tookMs.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(open)
  if (tookMs.length < count) throw new Error(`${count - tookMs.length} of ${count} requests failed`)
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.ceil(share * tookMs.length) - 1] ?? Number.NaN
  return { requests: tookMs.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false // The caller counts the failure.
  }
}

if (import.meta.main) {
  const [url, seconds] = Bun.argv.slice(2)
  if (!url || !(Number(seconds) > 0)) throw new Error('usage: healthz-client.ts URL SECONDS')
  await measure(url, 1) // Warm up connections and code.
  console.log(JSON.stringify(await measure(url, Number(seconds))))
}
