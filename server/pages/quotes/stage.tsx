// View of the part: first an upload area, then the 3D view. Without JavaScript, a file field and, after sending, the
// server's picture of the part.
import { english } from '../languages/words.ts'
import { DropZone } from './drop-zone.tsx'
import { Refused } from './refusals/refused.tsx'
import { StageTools } from './stage-tools.tsx'
import type { QuoteView } from './view.ts'

export function Stage({ view }: { view: QuoteView }) {
  const { result } = view
  const picture = result?.kind === 'priced' ? result.picture : null
  return (
    <section class={picture === null ? 'stage' : 'stage pictured'} id="stage" aria-label="3D view">
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
      <div class="stage-refused" id="stage-refused">
        {result?.kind === 'refused' ? <Refused failure={result.failure} hasFocus /> : ''}
      </div>
      <DropZone words={english} />
      <div class="reading" id="reading" hidden>
        <p id="reading-text">Reading…</p>
        <progress id="reading-bar" max="1" value="0" aria-labelledby="reading-text"></progress>
      </div>
      <StageTools />
    </section>
  )
}
