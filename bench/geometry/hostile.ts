// Eight callers send large, broken and malicious models to POST /api/print/orders without a pause,
// while the latency of /healthz is measured. Server and client run in separate processes.
import { spawn } from 'bun'
import { median, type Row } from '../lib/compare.ts'
import type { RealServer } from '../lib/processes.ts'
import type { Bench } from '../lib/scenario.ts'
import type { Latency } from './healthz-client.ts'
import { hostileFiles, type Sent } from './hostile-files.ts'

const aimMs = 20

/** Number of parts of the time under load. The figure is the median of their 99th percentiles. */
const loadedParts = 5

export async function benchHostile({ server, choose, step }: Bench): Promise<Row> {
  const files = hostileFiles()
  const quiet = await latency(server, choose(5, 3))
  const stop = new AbortController()
  const sending = files.map((file, i) => keepSending(server, file, i, stop.signal))
  const parts: Latency[] = []
  for (let part = 0; part < loadedParts; part++) {
    parts.push(await latency(server, choose(4, 2)))
    step(part + 1, loadedParts)
  }
  stop.abort()
  const samples = parts.map((part) => part.p99Ms)
  const p99Ms = median(samples)
  const p50Ms = median(parts.map((part) => part.p50Ms))
  const maxMs = Math.max(...parts.map((part) => part.maxMs))
  const results = await Promise.all(sending)
  const wrong = results.find(({ fault }) => fault !== undefined)
  if (wrong?.fault) throw new Error(wrong.fault)
  const counts = files.map(({ fileName }, i) => `${fileName} ${results[i]?.responses}`)
  return {
    name: '/healthz while eight callers send large and malicious models, p99',
    figure: `${p99Ms.toFixed(1)} ms`,
    aim: `under ${aimMs} ms`,
    met: p99Ms < aimMs,
    samples,
    detail: `unloaded ${quiet.p99Ms.toFixed(1)} ms; loaded median ${p50Ms.toFixed(1)} ms, maximum ${maxMs.toFixed(0)} ms; responses: ${counts.join(', ')}`,
    sides: {
      name: 'p99 of /healthz',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'under load', value: p99Ms },
        { name: 'unloaded', value: quiet.p99Ms },
      ],
    },
  }
}

async function latency({ baseUrl }: RealServer, seconds: number): Promise<Latency> {
  const script = `${import.meta.dir}/healthz-client.ts`
  const client = spawn([process.execPath, script, `${baseUrl}/healthz`, `${seconds}`], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(client.stdout).text()
  if ((await client.exited) !== 0) throw new Error('the client of /healthz failed')
  return JSON.parse(text) as Latency
}

/** Sends until aborted or until a response is wrong. 429 and 503 are always accepted. */
async function keepSending(
  { baseUrl, demo }: RealServer,
  { bytes, expected, fileName }: Sent,
  caller: number,
  signal: AbortSignal,
): Promise<{ responses: number; fault?: string }> {
  let responses = 0
  while (!signal.aborted) {
    const form = new FormData()
    const fields = { material: 'pla', color: 'Black', recipientName: 'Bench', street1: '1 Main St' }
    const place = { city: 'Springfield', state: 'IL', zip: '62701' }
    for (const [name, value] of Object.entries({ ...fields, ...place })) form.set(name, value)
    form.set('file', new Blob([changed(bytes, fileName, caller, responses)]), fileName)
    try {
      const response = await fetch(`${baseUrl}/api/print/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${demo.apiKey}` },
        body: form,
        signal,
      })
      const body = await response.text()
      if (response.status === 429 || response.status === 503) {
        await Bun.sleep(200)
      } else if (!expected.includes(response.status)) {
        return {
          responses,
          fault: `${fileName} got ${response.status}: ${body.slice(0, 300)}`,
        }
      }
      responses++
    } catch (error) {
      // Returned instead of thrown, because an unhandled rejection before the end of the
      // measurement would terminate the process.
      if (!signal.aborted) return { responses, fault: `${fileName} got no response: ${error}` }
    }
  }
  return { responses }
}

/**
 * Changes the header of a binary STL, so that each file is new and no report comes from the cache.
 */
function changed(bytes: Uint8Array<ArrayBuffer>, fileName: string, caller: number, round: number) {
  if (!fileName.endsWith('.stl') || fileName === 'endless.stl') return bytes
  const head = new Uint8Array(80)
  new TextEncoder().encodeInto(`caller ${caller} round ${round}`, head)
  return new Blob([head, bytes.subarray(80)])
}
