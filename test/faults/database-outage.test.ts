// A minute without a database, in each kind of outage, while a web process and a worker are running.
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  expectNothingLost,
  type OutageStage,
  openOutageStage,
  queueGenerations,
  startBuyers,
} from '../../testing/faults/database-outage.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { closing } from '../../testing/use.ts'

setDefaultTimeout(slowTestMs)
const OUTAGE_MS = Number(process.env['OUTAGE_SECONDS'] ?? 60) * 1_000
const GENERATIONS = 10

type Outage = {
  readonly begin: (stage: OutageStage) => Promise<unknown>
  readonly end: (stage: OutageStage) => Promise<unknown>
}

const outages: readonly (readonly [string, Outage])[] = [
  ['refuses connections', { begin: ({ gate }) => gate.shut(), end: ({ gate }) => gate.open() }],
  [
    'hangs, and takes its connections with it',
    { begin: async ({ gate }) => gate.swallow(), end: ({ gate }) => gate.open() },
  ],
  [
    'is read-only',
    {
      begin: async (stage) => {
        await readOnly(stage, 'set default_transaction_read_only = on')
        // New connections lead to the same server, which refuses writes.
        await stage.gate.shut()
        await stage.gate.open()
      },
      // Sessions that were opened meanwhile stay read-only: each has to be replaced.
      end: (stage) => readOnly(stage, 'reset default_transaction_read_only'),
    },
  ],
]

test.each(outages)(
  'a database that %s loses nothing, and no process needs a restart',
  async (_, { begin, end }) => {
    await using stage = closing(await openOutageStage())
    const accounts = await Promise.all([1, 2, 3].map(() => stage.account()))
    const buyers = startBuyers(stage.web.baseUrl, accounts)
    await waitUntil('orders are placed', () => buyers.codes.size >= 4)
    await queueGenerations(stage, GENERATIONS)
    await begin(stage)
    await Bun.sleep(OUTAGE_MS)
    expect((await fetch(`${stage.web.baseUrl}/healthz`)).status).toBe(200)
    await end(stage)
    const before = buyers.codes.size
    await waitUntil('orders are placed again', () => buyers.codes.size > before)
    await buyers.stop()
    await expectNothingLost(stage, { codes: buyers.codes, generations: GENERATIONS })
    expect(buyers.refusals).toContain('503 retry-after true')
    const unexpected = [...buyers.refusals].filter(
      (refusal) => !/^(?:(?:503|409) retry-after true|500 unconfirmed)$/.test(refusal),
    )
    const told = unexpected.length === 0 ? [] : failedRequests(stage)
    expect({ unexpected, told }).toEqual({ unexpected: [], told: [] })
  },
  600_000,
)

/** The session of the test may be read-only as well. */
const readOnly = ({ database }: OutageStage, what: string) =>
  database.pool.query(
    `begin read write; alter database ${new URL(database.url).pathname.slice(1)} ${what}; commit`,
  )

/** Distinct faults, which show the error of an unexpected response. */
function failedRequests({ web }: OutageStage): string[] {
  const failed = web.logs().filter(({ event }) => event === 'request.failed')
  return [...new Set(failed.map(({ error }) => JSON.stringify(error).slice(0, 600)))]
}
