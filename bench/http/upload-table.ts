// `bun bench/http/upload-table.ts`: measures orders with files of 1, 10 and 100 MB, 1 to 64 at a
// time. Prints bytes per second, peak memory of the service, and the number of retries, which occur
// because the bytes in transit are limited (docs/capacity.md). Every file must be in storage.

import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row } from '../lib/compare.ts'
import { cpuMsOf } from '../lib/cpu.ts'
import { slabStl } from '../lib/large-stl.ts'
import { orderFields } from '../lib/order-fields.ts'
import { residentMiB } from '../lib/processes.ts'
import { type PaidService, startPaidService } from './paid/service.ts'

const megabytes = [1, 10, 100]
const atATime = [1, 4, 16, 64]
/** Minimum number of megabytes per row. A row has at least as many files as are sent at a time. */
const leastMegabytes = 64
const maxTries = 60

export async function benchUploadTable(report: (row: Row) => void): Promise<void> {
  const service = await startPaidService()
  try {
    for (const size of megabytes) {
      const template = slabStl(size * 1024 * 1024)
      await send(service, { template, files: 2, concurrency: 1, name: `warm ${size}` })
      for (const concurrency of atATime) {
        const files = Math.max(concurrency, Math.min(64, Math.ceil(leastMegabytes / size)))
        report(
          await measure(service, { template, files, concurrency, name: `${size} ${concurrency}` }),
        )
      }
    }
  } finally {
    await service.stop()
  }
}

type Batch = {
  readonly template: Uint8Array<ArrayBuffer>
  readonly files: number
  readonly concurrency: number
  /** Part of the content, which makes the files of each row different. */
  readonly name: string
}

async function measure(service: PaidService, batch: Batch): Promise<Row> {
  const [pid = 0] = service.servicePids()
  let peakMiB = 0
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(pid))
  }, 50)
  const cpu = cpuMsOf(pid)
  const startedAt = performance.now()
  const { hashes, refused } = await send(service, batch)
  const seconds = (performance.now() - startedAt) / 1000
  const cpuSeconds = (cpuMsOf(pid) - cpu) / 1000
  clearInterval(watch)
  const stored = (await readdir(join(service.stateDir, 'storage'), { recursive: true })).join('\n')
  const lost = hashes.filter((hash) => !stored.includes(hash))
  if (lost.length > 0) throw new Error(`${lost.length} of ${batch.files} files are not in storage`)
  const mb = (batch.files * batch.template.byteLength) / 1024 / 1024
  return {
    name: `uploads: ${Math.round(batch.template.byteLength / 1024 / 1024)} MB, ${batch.concurrency} at a time`,
    figure: `${(mb / seconds).toFixed(0)} MB/s`,
    aim: 'reported',
    met: null,
    detail: `${batch.files} orders, ${((1000 * cpuSeconds) / mb).toFixed(1)} ms of CPU for a MB, peak ${peakMiB.toFixed(0)} MiB, ${refused} sent again after 503`,
  }
}

async function send(
  { baseUrl, apiKeys }: PaidService,
  { template, files, concurrency, name }: Batch,
): Promise<{ hashes: readonly string[]; refused: number }> {
  const hashes: string[] = []
  let [next, refused] = [0, 0]
  const sendNext = async () => {
    while (next < files) {
      const number = next
      next += 1
      const header = new Uint8Array(80)
      new TextEncoder().encodeInto(`upload ${name} ${number}`, header)
      const rest = template.subarray(80)
      hashes.push(createHash('sha256').update(header).update(rest).digest('hex'))
      const key = apiKeys[number % apiKeys.length] ?? ''
      refused += await submit(`${baseUrl}/api/print/orders`, key, new Blob([header, rest]))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendNext))
  return { hashes, refused }
}

/** Submits a file. Returns how often the service asked for a retry. */
async function submit(url: string, key: string, file: Blob): Promise<number> {
  for (let refused = 0; refused < maxTries; refused++) {
    const form = new FormData()
    for (const [name, value] of Object.entries(orderFields)) form.set(name, value)
    form.set('file', file, 'slab.stl')
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    })
    const text = await response.text()
    if (response.status === 201) return refused
    if (response.status !== 503) throw new Error(`a submit returned ${response.status}: ${text}`)
    await Bun.sleep(1000 * Number(response.headers.get('retry-after') ?? 1))
  }
  throw new Error(`a submit was refused ${maxTries} times`)
}

if (import.meta.main) {
  await benchUploadTable(({ name, figure, detail }) => console.log(`${name}: ${figure}; ${detail}`))
}
