// Buttons and legend of a 3D view. Its script shows them.
import type { FaultKind } from '../../domain/measurement/inspection.ts'
import { faultColors } from './parts/fault-colors.ts'
import { faultNames } from './parts/report.tsx'

export function StageTools() {
  return (
    <>
      <div class="stage-tools" id="stage-tools" hidden>
        <div class="tool-group">
          <button type="button" class="tool" data-view="iso">
            Reset
          </button>
          <button type="button" class="tool" data-view="front">
            Front
          </button>
          <button type="button" class="tool" data-view="right">
            Side
          </button>
          <button type="button" class="tool" data-view="top">
            Top
          </button>
        </div>
        <div class="tool-group">
          <button type="button" class="tool" data-zoom="1.3" aria-label="Zoom in">
            +
          </button>
          <button type="button" class="tool" data-zoom="0.77" aria-label="Zoom out">
            −
          </button>
        </div>
        <div class="tool-group">
          <button type="button" class="tool" data-toggle="faults" aria-pressed="true">
            Faults
          </button>
          <button type="button" class="tool" data-toggle="xray" aria-pressed="false">
            X-ray
          </button>
        </div>
      </div>
      <ul class="legend" id="legend" hidden>
        {legendKinds.map((kind) => (
          <li data-kind={kind}>
            <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <rect width="12" height="12" rx="3" fill={faultColors[kind]} />
            </svg>
            {faultNames[kind]}
          </li>
        ))}
      </ul>
      <p class="visually-hidden" id="view-keys">
        Arrow keys turn the part, shift and arrow keys move it, plus and minus zoom, 0 resets the
        view, 1 shows the front, 2 the side, 3 the top. Escape leaves the view.
      </p>
    </>
  )
}

const legendKinds: readonly FaultKind[] = [
  'thin_walls',
  'overhangs',
  'open_edges',
  'non_manifold_edges',
  'outside',
]
