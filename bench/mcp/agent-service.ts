// The complete service as main.ts runs it, including access log and counters in Postgres.
// RAISED_LIMITS=1 raises only the limits of the counters: one caller may make 600 requests an hour,
// and a load tool is a single caller.
import { openSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { createLog, withLogFacts } from '../../server/adapters/observability/log.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createClientAddress } from '../../server/http/requests/client-address.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { openService } from '../../server/wiring/service.ts'

const raisedLimit = 1_000_000_000

const parsed = parseConfig(process.env)
if (!parsed.ok) throw new Error(parsed.failure.join(' '))
const config = parsed.value
const nullDevice = openSync(devNull, 'w')
const log = createLog({ level: 'info', sink: (bytes) => writeSync(nullDevice, bytes) })
const clientAddress = createClientAddress(config.trustedProxies)
let handle: (request: Request) => Response | Promise<Response> = () =>
  new Response(null, { status: 503 })
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => handle(request),
})
const service = await openService({
  config,
  baseUrl: `http://127.0.0.1:${server.port}`,
  databaseUrl: config.databaseUrl ?? '',
  authSecret: 'bench-secret-of-at-least-32-characters',
  internalKey: 'bench-internal-key',
  stripe: { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench', apiBase: null },
  log,
  requestLog: { access: log.access, withFacts: withLogFacts },
  clientAddress: (request) =>
    clientAddress(server.requestIP(request)?.address, request.headers.get('x-forwarded-for')),
  decorate: (deps) => (process.env['RAISED_LIMITS'] === '1' ? withRaisedLimits(deps) : deps),
})
handle = service.app.handle
console.log(server.port)

function withRaisedLimits(deps: Deps): Deps {
  const consume: Deps['rateCounters']['consume'] = (scope, subject, _, seconds) =>
    deps.rateCounters.consume(scope, subject, raisedLimit, seconds)
  return { ...deps, rateCounters: { consume } }
}
