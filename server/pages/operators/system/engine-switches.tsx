// Which engines, including the image model, are on, and why others are off.
import type { EngineName } from '../../../domain/generation/engine/engine.ts'
import {
  type EngineSwitch,
  imageSwitch,
  type SwitchName,
  switchNames,
} from '../../../domain/generation/engine/switches.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { EngineState, enginePath } from '../engine-switch.tsx'
import { Age } from '../parts/age.tsx'

type Props = {
  readonly switches: readonly EngineSwitch[]
  /** Switches of the configured vendors. */
  readonly offered: readonly EngineName[]
  readonly now: Date
}

export function EngineSwitchTable({ switches, offered, now }: Props) {
  const isOffered = (engine: SwitchName) => engine === imageSwitch || offered.includes(engine)
  const rows = switchNames.map((engine) => ({
    engine,
    last: switches.find((each) => each.engine === engine) ?? null,
  }))
  return (
    <DataTable
      id="engine-switches"
      caption="Engines that requests may use"
      rows={rows}
      empty="There is none."
      columns={[
        { label: 'Engine', cell: ({ engine }) => <a href={`${enginePath}/${engine}`}>{engine}</a> },
        {
          label: 'State',
          cell: ({ engine, last }) => (
            <EngineState isOff={last?.isOff === true} isOffered={isOffered(engine)} />
          ),
        },
        { label: 'Reason', text: ({ last }) => last?.reason ?? '' },
        { label: 'By', text: ({ last }) => last?.by ?? '' },
        {
          label: 'For',
          cell: ({ last }) => (last === null ? '' : <Age since={last.since} now={now} />),
        },
      ]}
    />
  )
}
