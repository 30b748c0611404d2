// The service in this process on one database, with the card processor's stand-in.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../server/adapters/observability/log.ts'
import { parseConfig } from '../../server/config/config.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { openService, type Service } from '../../server/wiring/service.ts'

export type BenchService = {
  readonly service: Service
  /** The card processor's stand-in. */
  readonly processor: { readonly baseUrl: string; readonly secretKey: string }
  readonly stateDir: string
  readonly close: () => Promise<void>
}

/**
 * Opens the service. Its log contains only errors; `name` is the prefix of its temporary folder.
 */
export async function openBenchService(
  databaseUrl: string,
  { name, decorate }: { readonly name: string; readonly decorate: (deps: Deps) => Deps },
): Promise<BenchService> {
  const stateDir = mkdtempSync(join(tmpdir(), `${name}-`))
  const secrets = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' }
  const stripe = await startStripeStandIn(secrets)
  const config = parseConfig({ STATE_DIR: stateDir })
  if (!config.ok) throw new Error(config.failure.join(' '))
  const service = await openService({
    config: config.value,
    baseUrl: 'http://localhost:1',
    databaseUrl,
    authSecret: 'bench-secret-of-at-least-32-characters',
    internalKey: 'bench-internal-key',
    stripe: { ...secrets, apiBase: stripe.baseUrl },
    log: createLog({ level: 'error' }),
    decorate,
  })
  return {
    service,
    processor: { baseUrl: stripe.baseUrl, secretKey: secrets.secretKey },
    stateDir,
    close: async () => {
      await service.close()
      await stripe.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** Host whose models may be quoted. */
export const modelHost = 'files.example.com'

/**
 * Returns dependencies for quotes by geometry: no slicer, no limits, and downloads that return the
 * bytes of `modelOf` for the URL.
 */
export function withoutSlicer(deps: Deps, modelOf: (url: string) => Uint8Array): Deps {
  return {
    ...deps,
    quoteAllowedHosts: [modelHost],
    rateCounters: { consume: async () => ({ allowed: true }) },
    slicer: {
      analysisKey: async () => null,
      readiness: () => 'not_configured',
      isStored: async () => false,
      slice: async () => ({
        outcome: { kind: 'unavailable', reason: 'not_configured', detail: '' },
        cached: false,
      }),
    },
    downloads: {
      fetch: async ({ url }) => {
        const bytes = modelOf(url)
        const path = deps.temporaryFiles.path()
        writeFileSync(path, bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const fileName = url.slice(url.lastIndexOf('/') + 1)
        const file = { path, fileName, sizeBytes: bytes.byteLength, sha256 }
        return { kind: 'downloaded', file, contentType: null }
      },
    },
  }
}
