// Pools of all processes combined: the usage of each, as a chart and in numbers.
import type { PoolState } from '../../../domain/metrics/ports.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { count } from '../../base/figures.ts'

const names: Readonly<Record<PoolState['pool'], string>> = {
  geometry: 'Measuring models',
  slicer: 'Slicing',
  download: 'Downloads',
  password: 'Password checks',
  postgres: 'Database connections',
  generation: 'Generations',
}

export function PoolTable({ pools }: { pools: readonly PoolState[] }) {
  return (
    <DataTable
      id="pools"
      caption="Pools of all processes"
      columns={[
        { label: 'Pool', text: ({ pool }) => names[pool] },
        { label: 'In use', cell: (pool) => <Use {...pool} /> },
        { label: 'Of', kind: 'number', text: ({ workers }) => count(workers) },
        { label: 'Waiting', kind: 'number', text: ({ waiting }) => count(waiting) },
        { label: 'Processes', kind: 'number', text: ({ processes }) => count(processes) },
      ]}
      rows={pools.filter(({ processes }) => processes > 0)}
      empty="No process has reported its pools."
    />
  )
}

const width = 80

function Use({ busy, workers }: PoolState) {
  const filled = workers === 0 ? 0 : Math.round((width * Math.min(busy, workers)) / workers)
  return (
    <span class="use">
      <svg viewBox={`0 0 ${width} 8`} width={width} height="8" aria-hidden="true">
        <rect class="track" width={width} height="8" rx="2" />
        <rect
          class={busy >= workers ? 'bar broken' : 'bar accent'}
          width={filled}
          height="8"
          rx="2"
        />
      </svg>
      {count(busy)}
    </span>
  )
}
