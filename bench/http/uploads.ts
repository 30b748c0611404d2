// Sends 32 concurrent uploads of 100 MB. The server must stay under 1.5 GiB and lose no file. Each
// round uses a new server, and each of its 16 accounts sends two files, because one account may
// send 512 MB at a time.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { median, type Row } from '../lib/compare.ts'
import { slabStl } from '../lib/large-stl.ts'
import { residentMiB } from '../lib/processes.ts'
import type { Bench } from '../lib/scenario.ts'
import { type PaidService, startPaidService } from './paid/service.ts'
import { submit } from './submit-order.ts'

const uploads = 32
const rounds = 3
const maxMiB = 1536

export async function benchUploads({ step }: Pick<Bench, 'step'>): Promise<Row> {
  const large = slabStl(100 * 1024 * 1024)
  const peaks: number[] = []
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Start a new service for each round, because it removes its files when it stops.
    const service = await startPaidService()
    try {
      const startedAt = performance.now()
      peaks.push(await peakDuring(service, () => uploadAll(service, large)))
      seconds.push((performance.now() - startedAt) / 1000)
    } finally {
      await service.stop()
    }
    step(round + 1, rounds)
  }
  const peakMiB = median(peaks)
  return {
    name: `${uploads} concurrent uploads of 100 MB, peak memory`,
    figure: `${Math.round(peakMiB)} MiB`,
    aim: `under ${maxMiB} MiB, nothing lost`,
    met: Math.max(...peaks) < maxMiB,
    detail: `${uploads} orders charged in each of ${rounds} rounds, every file in storage; ${median(seconds).toFixed(0)} s for a round`,
    samples: peaks,
    sides: {
      name: 'Size',
      unit: 'MiB',
      better: 'less',
      bars: [
        { name: 'peak memory', value: peakMiB },
        { name: 'all files together', value: uploads * 100 },
      ],
    },
  }
}

async function peakDuring(service: PaidService, work: () => Promise<void>): Promise<number> {
  const pids = service.servicePids()
  let peakMiB = 0
  const watch = setInterval(() => {
    const nowMiB = pids.reduce((sum, pid) => sum + residentMiB(pid), 0)
    peakMiB = Math.max(peakMiB, nowMiB)
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return peakMiB
}

/** Uploads all files. Throws when a file is not in storage or two orders have the same code. */
async function uploadAll(service: PaidService, large: Uint8Array<ArrayBuffer>): Promise<void> {
  const sent = await Promise.all(
    Array.from({ length: uploads }, (_, index) => sendVariant(service, large, index)),
  )
  const stored = await readdir(join(service.stateDir, 'storage'), { recursive: true })
  const lost = sent.filter(({ sha256 }) => !stored.some((name) => name.includes(sha256)))
  if (lost.length > 0) throw new Error(`${lost.length} of ${uploads} files are not in storage`)
  if (new Set(sent.map(({ code }) => code)).size !== uploads) {
    throw new Error('order codes are not unique')
  }
}

/** Sends the same mesh with a different header, so that every upload is a new file. */
async function sendVariant(
  { baseUrl, apiKeys }: PaidService,
  large: Uint8Array<ArrayBuffer>,
  index: number,
) {
  const header = new Uint8Array(80)
  new TextEncoder().encodeInto(`upload ${index}`, header)
  const rest = large.subarray(80)
  const sha256 = createHash('sha256').update(header).update(rest).digest('hex')
  const apiKey = apiKeys[index % apiKeys.length] ?? ''
  const { body } = await submit(
    { baseUrl, demo: { apiKey } },
    {
      file: new Blob([header, rest]),
      fileName: `large-${index}.stl`,
    },
  )
  return { sha256, code: body.code }
}
