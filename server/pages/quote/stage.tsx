// The place where the part is shown: a drop zone first, the 3D view after that. Without a script, a field for the file and, once it
// was sent, the server's picture of the part.
import { Html } from '@elysiajs/html'
import { maxModelText } from '../../domain/models/size-limit.ts'
import { acceptedFiles } from './refusal.ts'
import { StageTools } from './stage-tools.tsx'
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
      <div class="drop" id="drop">
        <svg class="drop-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
          <path
            d="M24 5l16 9v20l-16 9-16-9V14zM24 24v19M24 24l16-10M24 24L8 14"
            fill="none"
            stroke="currentColor"
            stroke-width="2"
            stroke-linejoin="round"
          />
        </svg>
        <p class="drop-title" id="drop-title">
          Drop your model here
        </p>
        <label class="button" for="file" id="choose">
          Choose a file
        </label>
        <input
          id="file"
          name="file"
          type="file"
          accept={acceptedFiles}
          aria-describedby="file-hint"
        />
        <p class="hint" id="file-hint">
          STL, 3MF, OBJ, GLB or sliced G-code, up to {maxModelText}
        </p>
        <div class="samples" id="samples" hidden>
          <span>No file at hand? Try</span>
          <button type="button" class="plain" data-sample="gear">
            a gear
          </button>
          <button type="button" class="plain" data-sample="vase">
            a vase
          </button>
          <button type="button" class="plain" data-sample="faulty">
            a part with faults
          </button>
        </div>
      </div>
      <div class="reading" id="reading" hidden>
        <p id="reading-text">Reading…</p>
        <progress id="reading-bar" max="1" value="0" aria-labelledby="reading-text"></progress>
      </div>
      <StageTools />
    </section>
  )
}
