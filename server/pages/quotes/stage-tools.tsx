// Buttons and legend of a 3D view. Its script shows them.
import type { FaultKind } from '../../domain/measurement/inspection.ts'
import type { Words } from '../languages/words.ts'
import { faultColors } from './parts/fault-colors.ts'

export function StageTools({ words }: { readonly words: Words }) {
  return (
    <>
      <div class="stage-tools" id="stage-tools" hidden>
        <div class="tool-group">
          <button type="button" class="tool" data-view="iso">
            {words.text('stage.reset')}
          </button>
          <button type="button" class="tool" data-view="front">
            {words.text('stage.front')}
          </button>
          <button type="button" class="tool" data-view="right">
            {words.text('stage.side')}
          </button>
          <button type="button" class="tool" data-view="top">
            {words.text('stage.top')}
          </button>
        </div>
        <div class="tool-group">
          <button
            type="button"
            class="tool"
            data-zoom="1.3"
            aria-label={words.text('stage.zoomIn')}
          >
            +
          </button>
          <button
            type="button"
            class="tool"
            data-zoom="0.77"
            aria-label={words.text('stage.zoomOut')}
          >
            −
          </button>
        </div>
        <div class="tool-group">
          <button type="button" class="tool" data-toggle="faults" aria-pressed="true">
            {words.text('stage.faults')}
          </button>
          <button type="button" class="tool" data-toggle="xray" aria-pressed="false">
            {words.text('stage.xray')}
          </button>
        </div>
      </div>
      <ul class="legend" id="legend" hidden>
        {legendKinds.map((kind) => (
          <li data-kind={kind}>
            <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <rect width="12" height="12" rx="3" fill={faultColors[kind]} />
            </svg>
            {words.text(`faultName.${kind}`)}
          </li>
        ))}
      </ul>
      <p class="visually-hidden" id="view-keys">
        {words.text('stage.keys')}
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
