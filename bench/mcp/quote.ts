// quote_print without a slicer: of a model that is known already, and of a new one of 100,000 triangles. The time that the
// download took is taken out; everything else of the request is in it, from the JSON to the row of the quote.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../server/adapters/log.ts'
import { parseConfig } from '../../server/config.ts'
import type { Deps } from '../../server/domain/ports.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import { openService } from '../../server/service.ts'
import { binaryStl, sphere } from '../../test/helpers/meshes.ts'
import { median, type Row } from '../lib/compare.ts'
import { makePayingAccount } from '../lib/paying-account.ts'

const quotes = 40
const aims = { cached: 10, fresh: 300 }
const host = 'files.example.com'
/** 2 x 224 x 223 = 99,904 triangles. */
const [segments, rings] = [224, 224]
const radiusOf = (index: number) => 20 + index / 4

export async function benchQuotes(databaseUrl: string): Promise<readonly Row[]> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-quote-'))
  const secrets = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' }
  const stripe = await startStripeStandIn(secrets)
  const config = parseConfig({ STATE_DIR: stateDir })
  if (!config.ok) throw new Error(config.failure.join(' '))
  let downloadMs = 0
  const service = await openService({
    config: config.value,
    baseUrl: 'http://localhost:1',
    databaseUrl,
    authSecret: 'bench-secret-of-at-least-32-characters',
    internalKey: 'bench-internal-key',
    stripe: { ...secrets, apiBase: stripe.baseUrl },
    log: createLog({ level: 'error' }),
    decorate: (deps) => withoutOutside(deps, (ms) => (downloadMs += ms)),
  })
  try {
    const key = await makePayingAccount(service, { ...secrets, baseUrl: stripe.baseUrl })
    const timed = async (index: number) => {
      downloadMs = 0
      const started = performance.now()
      const response = await service.app.handle(requestFor(index, key))
      const body = await response.json()
      const ownMs = performance.now() - started - downloadMs
      check(body, radiusOf(index))
      return ownMs
    }
    await timed(0)
    const fresh: number[] = []
    const cached: number[] = []
    for (let index = 1; index <= quotes; index++) {
      fresh.push(await timed(index))
      cached.push(await timed(index))
    }
    return [
      rowOf('quote_print of a known model', cached, aims.cached),
      rowOf('quote_print of a new model of 100,000 triangles by geometry', fresh, aims.fresh),
    ]
  } finally {
    await service.close()
    await stripe.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

function rowOf(name: string, times: readonly number[], aimMs: number): Row {
  const ms = median(times)
  return {
    name,
    figure: `${ms.toFixed(1)} ms`,
    aim: `at most ${aimMs} ms`,
    met: ms <= aimMs,
    detail: `${times.length} quotes, ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} ms, the download taken out`,
  }
}

function requestFor(index: number, key: string): Request {
  const model_url = `https://${host}/${index}.stl`
  return new Request('http://localhost/api/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'quote_print', arguments: { model_url, color: 'Black' } },
    }),
  })
}

/** A ball at 20 %: more than its filling alone, less than a solid one; and of the size it was made. */
function check(body: unknown, radius: number): void {
  const { result } = body as { result?: { structuredContent?: Quoted } }
  const quoted = result?.structuredContent
  const solidGrams = ((4 / 3) * Math.PI * radius ** 3 * 1.26) / 1000
  const grams = quoted?.price.billed_grams ?? 0
  const [width = 0] = quoted?.model.dimensions_mm ?? []
  const right =
    quoted?.measurement.source === 'geometry' &&
    grams > 0.2 * solidGrams &&
    grams < solidGrams &&
    Math.abs(width - 2 * radius) < 0.02
  if (!right) throw new Error(`a wrong quote: ${JSON.stringify(body)}`)
}

type Quoted = {
  readonly measurement: { readonly source: string }
  readonly model: { readonly dimensions_mm: readonly number[] }
  readonly price: { readonly billed_grams: number }
}

/** No slicer, no limits, and a web of balls: `1.stl`, `2.stl`, ... */
function withoutOutside(deps: Deps, downloaded: (ms: number) => void): Deps {
  return {
    ...deps,
    quoteAllowedHosts: [host],
    rateCounters: { take: async () => ({ taken: true }) },
    slicer: {
      readiness: () => 'not_configured',
      slice: async () => ({
        outcome: { kind: 'unavailable', reason: 'not_installed', detail: 'there is no slicer' },
        cached: false,
      }),
    },
    downloads: {
      fetch: async ({ url }) => {
        const started = performance.now()
        const fileName = url.slice(url.lastIndexOf('/') + 1)
        const radius = radiusOf(Number.parseInt(fileName, 10))
        const bytes = binaryStl(sphere({ radius, segments, rings }))
        const path = deps.temporaryFiles.path()
        writeFileSync(path, bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        downloaded(performance.now() - started)
        const file = { path, fileName, sizeBytes: bytes.byteLength, sha256 }
        return { kind: 'downloaded', file, contentType: null }
      },
    },
  }
}
