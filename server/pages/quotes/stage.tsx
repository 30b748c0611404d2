// View of the part: first an upload area, then the 3D view. Without JavaScript, a file field and, after sending, the
// server's picture of the part.
import type { Words } from '../languages/words.ts'
import { DropZone } from './drop-zone.tsx'
import { Refused } from './refusals/refused.tsx'
import { StageTools } from './stage-tools.tsx'
import type { QuoteView } from './view.ts'

type StageProps = { readonly words: Words; readonly view: QuoteView }

export function Stage({ words, view }: StageProps) {
  const { result } = view
  const picture = result?.kind === 'priced' ? result.picture : null
  return (
    <section
      class={picture === null ? 'stage' : 'stage pictured'}
      id="stage"
      aria-label={words.text('stage.label')}
    >
      <div class="stage-view" id="stage-view">
        {picture === null ? (
          ''
        ) : (
          <img
            class="picture"
            alt={words.text('quote.picture')}
            src={`data:image/png;base64,${Buffer.from(picture).toString('base64')}`}
          />
        )}
      </div>
      <div class="stage-refused" id="stage-refused">
        {result?.kind === 'refused' ? (
          <Refused words={words} failure={result.failure} hasFocus />
        ) : (
          ''
        )}
      </div>
      <DropZone words={words} />
      <div class="reading" id="reading" hidden>
        <p id="reading-text">{words.text('stage.reading')}</p>
        <progress id="reading-bar" max="1" value="0" aria-labelledby="reading-text"></progress>
      </div>
      <StageTools words={words} />
    </section>
  )
}
