// The place where the part is shown: a drop zone first, the 3D view after that. Without a script, a field for the file and, once it
// was sent, the server's picture of the part.
import { DropZone } from './drop-zone.tsx'
import { Refused } from './refused.tsx'
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
      <DropZone />
      <div class="reading" id="reading" hidden>
        <p id="reading-text">Reading…</p>
        <progress id="reading-bar" max="1" value="0" aria-labelledby="reading-text"></progress>
      </div>
      <StageTools />
    </section>
  )
}
