// The place where the part is shown: a drop zone first, the 3D view after that. Without a script, a field for the file and, once it
// was sent, the server's picture of the part.
import { Html } from '@elysiajs/html'
import type { FaultKind } from '../../domain/measurement/inspection.ts'
import { DropZone } from './drop-zone.tsx'
import { faultColors } from './fault-colors.ts'
import { faultNames } from './report.tsx'
import type { QuoteView } from './view.ts'

export function Stage({ view }: { view: QuoteView }) {
  const { result } = view
  const picture = result?.kind === 'priced' ? result.picture : null
  return (
    <section class={picture === null ? 'stage' : 'stage pictured'} id="stage" aria-label="3D view">
      <div class="part-list" id="part-list" hidden></div>
      <div class="stage-view" id="stage-view">
        {picture === null ? (
          ''
        ) : (
          <img
            class="picture"
            alt="Your part from the front left, its faults in color"
            src={`data:image/png;base64,${Buffer.from(picture).toString('base64')}`}
          />
        )}
      </div>
      <DropZone />
      <div class="reading" id="reading" hidden>
        <p id="reading-text">Reading…</p>
        <progress id="reading-bar" max="1" value="0" aria-labelledby="reading-text"></progress>
      </div>
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
    </section>
  )
}

const legendKinds: readonly FaultKind[] = [
  'thin_walls',
  'overhangs',
  'open_edges',
  'non_manifold_edges',
  'outside',
]
