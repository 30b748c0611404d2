// 32 concurrent uploads of 100 MB: the server stays under 1.5 GiB and loses nothing.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row } from '../lib/compare.ts'
import { slabStl } from '../lib/large-stl.ts'
import { type RealServer, residentMiB } from '../lib/processes.ts'
import { submit } from './submit-order.ts'

const uploads = 32
const maxMiB = 1536

export async function benchUploads(server: RealServer): Promise<Row> {
  const large = slabStl(100 * 1024 * 1024)
  let peakMiB = 0
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(server.pid))
  }, 50)
  const startedAt = performance.now()
  const sent = await Promise.all(
    Array.from({ length: uploads }, (_, index) => sendVariant(server, large, index)),
  )
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(watch)
  const stored = new Set(await readdir(join(server.stateDir, 'storage'), { recursive: true }))
  const lost = sent.filter(({ sha256 }) => ![...stored].some((name) => name.includes(sha256)))
  if (lost.length > 0) throw new Error(`${lost.length} of ${uploads} files are not in storage`)
  if (new Set(sent.map(({ code }) => code)).size !== uploads)
    throw new Error('order codes are not unique')
  return {
    name: `${uploads} concurrent uploads of 100 MB, peak memory`,
    figure: `${Math.round(peakMiB)} MiB`,
    aim: `under ${maxMiB} MiB, nothing lost`,
    met: peakMiB < maxMiB,
    detail: `${uploads} orders charged, every file in storage; ${seconds.toFixed(0)} s in total`,
    sides: {
      unit: 'MiB',
      better: 'less',
      bars: [
        { name: 'peak memory', value: peakMiB },
        { name: 'all files together', value: uploads * 100 },
      ],
    },
  }
}

/** The same mesh with a different header, so that every upload is a new file. */
async function sendVariant(server: RealServer, large: Uint8Array<ArrayBuffer>, index: number) {
  const header = new Uint8Array(80)
  new TextEncoder().encodeInto(`upload ${index}`, header)
  const rest = large.subarray(80)
  const sha256 = createHash('sha256').update(header).update(rest).digest('hex')
  const { body } = await submit(server, {
    file: new Blob([header, rest]),
    fileName: `large-${index}.stl`,
  })
  return { sha256, code: body.code }
}
