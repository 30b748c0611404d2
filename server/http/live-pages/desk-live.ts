// Topics of the event streams of the desk pages.

import type { DeskRole } from '../../domain/accounts/operator.ts'
import { addDays, dayOf } from '../../domain/base/time/day.ts'
import { readOverview } from '../../domain/desk/overview.ts'
import { readFloor } from '../../domain/desk/read-floor.ts'
import { readRange } from '../../domain/desk/throughput-range.ts'
import { readFarmReport } from '../../domain/desk/throughput-report.ts'
import { listPrinters } from '../../domain/farm/read/read-printers.ts'
import { troubleForgottenMs } from '../../domain/generation/engine/engine-health.ts'
import { floorFilters, floorFragments, floorTopic } from '../../pages/operators/floor/floor.tsx'
import { overviewFragments } from '../../pages/operators/overview/overview.tsx'
import { printerFragments } from '../../pages/operators/printers/printer-control.tsx'
import { printersFragments } from '../../pages/operators/printers/printers.tsx'
import { type SystemView, systemFragments } from '../../pages/operators/system/system.tsx'
import type { ReportView } from '../../pages/operators/throughput/charts.ts'
import { wallFragments } from '../../pages/operators/wall/wall.tsx'
import { overviewWall, throughputWall } from '../../pages/operators/wall/wall-views.ts'
import { createLiveHub, type LiveHub, type LiveTopic } from '../live/live-hub.ts'
import { renderFragments } from '../live/render-fragments.ts'
import type { HttpDeps } from '../middleware/deps.ts'
import { type HealthContext, runChecks } from './readiness.ts'

type TopicContext = HealthContext & { readonly deps: HttpDeps }

/** Reading 3,000 open orders takes about 30 ms of one Postgres core. */
const slowMs = 5_000

/** An operator waits for the outcome of a command. */
const fastMs = 2_000

export function createDeskLive(context: TopicContext): LiveHub {
  const { deps } = context
  const { timeZone } = deps
  const topics: Readonly<Record<string, LiveTopic>> = {
    overview: {
      read: async () =>
        renderFragments(overviewFragments({ overview: await readOverview(deps), timeZone })),
      everyMs: slowMs,
    },
    system: {
      read: async () => renderFragments(systemFragments(await readSystemView(context))),
      everyMs: slowMs,
    },
    'printers-operator': printersTopic(deps, 'operator'),
    'printers-viewer': printersTopic(deps, 'viewer'),
    ...floorTopics(deps),
    wall: {
      read: async () => {
        const [overview, report] = await Promise.all([readOverview(deps), wallReport(deps)])
        return renderFragments(wallFragments(overviewWall({ overview, timeZone }, report)))
      },
      everyMs: slowMs,
      // Revoked wall links stop working within seconds in every process.
      recheckMs: slowMs,
    },
  }
  const topicOf = (name: string): LiveTopic | null => {
    if (Object.hasOwn(topics, name)) return topics[name] ?? null
    return (
      printerTopicOf(deps, name) ??
      (name.startsWith('throughput?') ? throughputTopic(deps, name) : null)
    )
  }
  return createLiveHub({ log: deps.log, meter: deps.meter, topicOf })
}

/** Printer table as the role sees it. */
function printersTopic(deps: HttpDeps, role: DeskRole): LiveTopic {
  return {
    read: async () => {
      const printers = await listPrinters(deps, deps.timeZone)
      return renderFragments(printersFragments({ printers, user: { role }, now: deps.clock.now() }))
    },
    everyMs: slowMs,
  }
}

/** `name` is `printer-`, the role, a space, and the printer's name. */
function printerTopicOf(deps: HttpDeps, name: string): LiveTopic | null {
  const [, role, printer] = /^printer-(operator|viewer) (.+)$/.exec(name) ?? []
  if (printer === undefined || (role !== 'operator' && role !== 'viewer')) return null
  return {
    read: async () => {
      const printers = await listPrinters(deps, deps.timeZone)
      const page = printers.find((each) => each.printer.name === printer)
      const now = deps.clock.now()
      return renderFragments(
        page === undefined ? {} : printerFragments({ page, user: { role }, now }),
      )
    },
    everyMs: fastMs,
  }
}

/** Topics of the floor per role: all printers, and the printers that need attention. */
function floorTopics(deps: HttpDeps): Readonly<Record<string, LiveTopic>> {
  const roles: readonly DeskRole[] = ['operator', 'viewer']
  const topics = roles.flatMap((role) =>
    floorFilters.map((filter): [string, LiveTopic] => [
      floorTopic(role, filter),
      {
        read: async () => {
          const printers = await readFloor(deps, deps.timeZone)
          const now = deps.clock.now()
          return renderFragments(floorFragments({ printers, filter, now, user: { role } }))
        },
        everyMs: slowMs,
      },
    ]),
  )
  return Object.fromEntries(topics)
}

/** `name` is `throughput?` followed by the range. */
function throughputTopic(
  deps: Pick<HttpDeps, 'clock' | 'farmLoad' | 'throughput' | 'timeZone'>,
  name: string,
): LiveTopic | null {
  const { from, to, step } = Object.fromEntries(new URLSearchParams(name.split('?')[1]))
  const rangeNow = () => readRange({ from, to, step }, dayOf(deps.clock.now(), deps.timeZone))
  const first = rangeNow()
  if (!first.ok) return null
  return {
    read: async () => {
      // An open range eventually exceeds the maximum at midnight. The range of the start is then shown.
      const range = rangeNow()
      const report = await readFarmReport(deps, range.ok ? range.value : first.value)
      return renderFragments(wallFragments(throughputWall({ report, timeZone: deps.timeZone })))
    },
    everyMs: slowMs,
  }
}

/** Returns the report of the last two weeks by day. */
export async function wallReport(
  deps: Pick<HttpDeps, 'clock' | 'farmLoad' | 'throughput' | 'timeZone'>,
): Promise<ReportView> {
  const to = dayOf(deps.clock.now(), deps.timeZone)
  const report = await readFarmReport(deps, { from: addDays(to, -13), to, step: 'day' })
  return { report, timeZone: deps.timeZone }
}

export async function readSystemView({ deps, readiness }: TopicContext): Promise<SystemView> {
  const { metrics, clock, system, spendReader, engineHealth, engineSwitches, leftovers } = deps
  const { vendorAccounts, vendorBalances } = deps
  const now = clock.now()
  const [
    systemState,
    checks,
    parts,
    pools,
    queues,
    today,
    month,
    troubles,
    left,
    switches,
    balances,
  ] = await Promise.all([
    system.read(),
    runChecks(readiness.checks),
    readiness.parts(),
    metrics.pools(),
    metrics.queues(),
    spendReader.today(),
    spendReader.month(),
    engineHealth.list(new Date(now.getTime() - troubleForgottenMs)),
    leftovers.list(),
    engineSwitches.list(),
    vendorBalances.list(),
  ])
  return {
    now,
    system: systemState,
    checks: checks.map(([name, state]) => ({ name, state })),
    parts,
    pools,
    queues,
    engines: { today, month, packs: deps.creditPacks },
    switches,
    offered: deps.engines.offered,
    vendors: {
      troubles,
      leftovers: left,
      balances: vendorAccounts.map((account) => ({
        account,
        balance: balances.find(({ vendor }) => vendor === account.vendor) ?? null,
      })),
    },
  }
}
