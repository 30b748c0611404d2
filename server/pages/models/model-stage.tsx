// Stored model: its picture, over which a script opens the 3D view.
import { english } from '../languages/words.ts'
import { StageTools } from '../quotes/stage-tools.tsx'
import type { ModelView } from './model-view.ts'

export function ModelStage({ view }: { view: ModelView }) {
  const { name, picture } = view
  return (
    <section class="stage" id="stage" aria-label="3D view">
      <div class="stage-view" id="stage-view">
        <img class="picture" alt={`${name}, from the front left`} src={picture} />
      </div>
      <button type="button" class="quiet open-3d" id="open-3d" hidden>
        Show in 3D
      </button>
      <div class="reading" id="reading" hidden>
        <p id="reading-text">Loading the model…</p>
        <progress id="reading-bar" max="1" aria-labelledby="reading-text"></progress>
      </div>
      <StageTools words={english} />
    </section>
  )
}
