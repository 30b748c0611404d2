// /healthz: the process answers. /readyz: everything it needs answers, each named, so an operator sees what is missing.
import { Elysia } from 'elysia'
import { hotJson } from '../../middleware/hot-paths.ts'

/** Throws when the thing does not answer. `broken` = it is not usable, but the service works without it. */
export type ReadinessCheck = () => Promise<'ok' | 'not configured' | 'broken'>
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

export type Readiness = {
  readonly checks: ReadinessChecks
  /** What runs as a sample or by rules, by the names and words of server/wiring/optional-parts.ts. Never a reason not to be ready. */
  readonly parts: Readonly<Record<string, string>>
}

const checkTimeoutMs = 3_000

export const health = ({ checks, parts }: Readiness) =>
  new Elysia()
    .get('/healthz', () => hotJson({ ok: true }))
    .get('/readyz', async () => {
      const results = await Promise.all(Object.entries(checks).map(run))
      const ready = results.every(([, state]) => state !== 'failed')
      const body = { ok: ready, checks: Object.fromEntries(results), parts }
      return Response.json(body, { status: ready ? 200 : 503 })
    })

async function run([name, check]: [string, ReadinessCheck]): Promise<[string, string]> {
  const late = new Promise<'failed'>((resolve) => {
    setTimeout(() => resolve('failed'), checkTimeoutMs).unref()
  })
  // A check says no by throwing; which error it was is in the log of whoever keeps that connection.
  return [name, await Promise.race([check().catch(() => 'failed'), late])]
}
