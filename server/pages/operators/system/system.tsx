// /operator/system: the state of the service, its parts and what they lack.
import { sizeInMegabytes } from '../../../domain/base/text/megabytes.ts'
import { capitalize } from '../../../domain/base/text/text.ts'
import { serviceVersion } from '../../../domain/base/version.ts'
import type { RunningProcess, SystemState } from '../../../domain/desk/system.ts'
import type { EngineName } from '../../../domain/generation/engine/engine.ts'
import type { EngineSwitch } from '../../../domain/generation/engine/switches.ts'
import {
  type PoolState,
  type QueueState,
  silentProcessSeconds,
} from '../../../domain/metrics/ports.ts'
import { startWorkerAdvice } from '../../../domain/notifications/staff-channel.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import { QueueTable } from '../overview/queue-ages.tsx'
import { Age } from '../parts/age.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { LiveState } from '../parts/live-state.tsx'
import { type EngineCosts, EngineCostTable } from './engine-costs.tsx'
import { EngineSwitchTable } from './engine-switches.tsx'
import { PoolTable } from './pool-table.tsx'
import { troubleWords, type VendorState, VendorTables } from './vendor-tables.tsx'

export type Check = {
  readonly name: string
  readonly state: 'ok' | 'remote' | 'failed' | 'not configured' | 'broken' | 'stalled'
}

export type SystemView = {
  readonly now: Date
  readonly system: SystemState
  readonly checks: readonly Check[]
  /** Optional parts and their modes: `samples`, `rules`, `server` (server/wiring/ports/optional-parts.ts). */
  readonly parts: Readonly<Record<string, string>>
  readonly pools: readonly PoolState[]
  readonly queues: readonly QueueState[]
  readonly engines: EngineCosts
  readonly switches: readonly EngineSwitch[]
  /** Engines of the configured vendors. */
  readonly offered: readonly EngineName[]
  readonly vendors: VendorState
}

export function systemPage(view: SystemView, user: DeskUser): Response {
  const { system } = view
  return deskPage({
    tab: 'system',
    user,
    title: 'System',
    body: (
      <>
        <div class="page-head">
          <h1>System</h1>
          <a href="/operator/failed">Failed jobs</a>
          <LiveState page="system" />
        </div>
        <div class="beside">
          <Section id="needs" title="Is everything there?">
            <Checks {...view} />
          </Section>
          <Section id="processes-title" title="Processes">
            <Processes {...view} />
          </Section>
        </div>
        <div class="beside">
          <Section id="pools-title" title="Which pools are full?">
            <PoolTable pools={view.pools} />
          </Section>
          <Section id="waits" title="What waits longest?">
            <QueueTable id="queues" queues={view.queues} />
          </Section>
        </div>
        <Section id="switches-title" title="Which engines are on?">
          <EngineSwitchTable {...view} />
        </Section>
        <Section id="engines-title" title="What do engines cost?">
          <EngineCostTable costs={view.engines} />
        </Section>
        <Section id="vendors-title" title="What is wrong with engines?">
          <VendorTables {...view.vendors} now={view.now} />
        </Section>
        <Section id="versions" title="Versions">
          <dl class="facts">
            <dt>Service</dt>
            <dd>{serviceVersion}</dd>
            <dt>Postgres</dt>
            <dd>{`${system.postgresVersion}, ${sizeInMegabytes(system.databaseBytes, 0)}`}</dd>
            <dt>Schema</dt>
            <dd>{system.migration}</dd>
            <dt>Bun</dt>
            <dd>{Bun.version}</dd>
          </dl>
        </Section>
      </>
    ),
  })
}

/** Returns the parts that change, by id. */
export const systemFragments = (view: SystemView) => ({
  checks: <Checks {...view} />,
  processes: <Processes {...view} />,
  pools: <PoolTable pools={view.pools} />,
  queues: <QueueTable id="queues" queues={view.queues} />,
  'engine-switches': <EngineSwitchTable {...view} />,
  engines: <EngineCostTable costs={view.engines} />,
  vendors: <VendorTables {...view.vendors} now={view.now} />,
})

const checkStates: Readonly<Record<Check['state'], State>> = {
  ok: 'done',
  remote: 'done',
  failed: 'broken',
  broken: 'broken',
  stalled: 'broken',
  'not configured': 'waiting',
}

/** Mode of an optional part in words. A limited part waits for its configuration. */
export const partWords: Readonly<Record<string, readonly [state: State, label: string]>> = {
  'engines vendors': ['done', 'engines'],
  'engines samples': ['waiting', 'sample models: no engine key is set'],
  'engines off': ['waiting', 'off'],
  'engineHealth ok': ['done', 'ok'],
  'engineHealth out_of_credit': ['broken', troubleWords.out_of_credit],
  'engineHealth refused_access': ['broken', troubleWords.refused_access],
  'engineHealth slow': ['waiting', troubleWords.slow],
  'engineHealth odd_answers': ['waiting', troubleWords.odd_answers],
  'engineHealth busy': ['waiting', troubleWords.busy],
  'images vendor': ['done', 'image model'],
  'images samples': ['waiting', 'sample pictures: no image model key is set'],
  'images off': ['waiting', 'off'],
  'textModeration server': ['done', 'moderation server'],
  'textModeration rules': ['waiting', 'a list of words: no moderation server is set'],
  'pictureModeration server': ['done', 'moderation server'],
  'pictureModeration refused': ['waiting', 'pictures are refused: no moderation server is set'],
  'pictureModeration off': ['waiting', 'pictures are not checked'],
  'slicerCage on': ['done', 'on'],
  'slicerCage off': ['waiting', 'off'],
  'slicerCage missing': ['waiting', 'this machine does not support it'],
  'slicerCage none': ['waiting', 'no slicer'],
  'slicerCage remote': ['done', 'in the slicing processes'],
  'eventLoop ok': ['done', 'ok'],
  'eventLoop stalled': ['broken', 'stalled'],
}

export const partNames: Readonly<Record<string, string>> = {
  engines: 'Generation',
  engineHealth: 'Vendors of engines',
  images: 'Pictures',
  textModeration: 'Moderation of texts',
  pictureModeration: 'Moderation of pictures',
  slicerCage: 'Cage of the slicer',
  eventLoop: 'Event loop',
}

type CheckRow = {
  readonly name: string
  readonly state: State
  readonly label: string
  readonly remedy?: string | undefined
}

function Checks({ checks, parts }: SystemView) {
  const rows: readonly CheckRow[] = [
    ...checks.map(({ name, state }) => ({
      name: capitalize(name),
      state: checkStates[state],
      label: state,
      remedy: checkStates[state] === 'broken' ? remedies[name] : undefined,
    })),
    ...Object.entries(parts).map(([part, how]): CheckRow => {
      const [state, label] = partWords[`${part} ${how}`] ?? ['waiting', how]
      return { name: partNames[part] ?? part, state, label }
    }),
  ]
  return (
    <DataTable
      id="checks"
      caption="What the service needs, and its optional parts"
      columns={[
        { label: 'Part', text: ({ name }) => name },
        { label: 'State', cell: ({ state, label }) => <StateBadge state={state} label={label} /> },
        { label: 'What to do', text: ({ remedy = '' }) => remedy },
      ]}
      rows={rows}
      empty="Nothing is checked."
    />
  )
}

/** Advice on a failed dependency, by the name of its check. */
const remedies: Readonly<Record<string, string>> = {
  database: 'Is Postgres running, and DATABASE_URL right? See the log.',
  storage: 'Is the bucket writable with these credentials? See the log.',
  geometry: 'Restart the process. See the log.',
  slicer: 'Does SLICER_PATH start (`prusa-slicer --help`)? Plates and quotes wait until it does.',
  worker: 'Restart the worker: its rounds do not finish. See the log.',
}

const hasWorker = (processes: readonly RunningProcess[]) =>
  processes.some(({ role }) => role !== 'web')

function Processes({ system: { processes }, now }: SystemView) {
  return (
    <div id="processes">
      {hasWorker(processes) ? (
        ''
      ) : (
        <p>
          <StateBadge state="broken" label="no worker" />
          {` Nothing is mailed, settled, sliced or generated. ${startWorkerAdvice}`}
        </p>
      )}
      <DataTable<RunningProcess>
        caption="Living processes"
        columns={[
          { label: 'Host', text: ({ host }) => host },
          { label: 'Process', kind: 'number', text: ({ pid }) => String(pid) },
          { label: 'Role', text: ({ role }) => role },
          { label: 'Version', text: ({ version }) => version },
          { label: 'Running for', cell: ({ startedAt }) => <Age since={startedAt} now={now} /> },
        ]}
        rows={processes}
        rowAttributes={({ id }) => ({ id: `process-${id}` })}
        empty={`No process has reported in the last ${silentProcessSeconds} seconds.`}
      />
    </div>
  )
}
