// Whether a generated model can be printed, what was repaired, advice on the remaining problems, and its size.
import { pageNote } from '../../domain/generation/request/size.ts'
import type { GenerationResult } from '../../domain/generation/run/result.ts'
import type { PrintStatus } from '../../domain/measurement/processing.ts'
import { sizesText, volumeText } from '../../domain/models/size-text.ts'
import { english } from '../languages/words.ts'
import { type FindingState, StateIcon } from '../quotes/parts/icons.tsx'

const verdicts: Readonly<Record<PrintStatus, readonly [state: FindingState, words: string]>> = {
  ready: ['done', 'Ready to print'],
  repaired: ['done', 'Repaired, and ready to print'],
  supports: ['waiting', 'Prints with supports'],
  'needs-redesign': ['broken', 'Needs another design'],
}

export function Verdict({ result }: { result: GenerationResult }) {
  const { printStatus, printDetail, printabilityScore, issues, recommendations, meshRepair } =
    result
  const [state, words] = verdicts[printStatus]
  return (
    <>
      <div class="verdict">
        <h2>
          <StateIcon words={english} state={state} /> {words}
        </h2>
        <p class="score">
          <strong>{String(printabilityScore)}</strong> of 100
          <span class="visually-hidden"> for printability</span>
        </p>
      </div>
      <p>{printDetail}</p>
      {issues.length + recommendations.length === 0 ? (
        ''
      ) : (
        <ul class="findings">
          {issues.map((issue) => (
            <li>
              <StateIcon
                words={english}
                state={printStatus === 'needs-redesign' ? 'broken' : 'waiting'}
              />
              <div>{issue}</div>
            </li>
          ))}
          {recommendations.map((recommendation) => (
            <li>
              <span class="todo-mark">To do</span>
              <div>{recommendation}</div>
            </li>
          ))}
        </ul>
      )}
      {meshRepair.applied && meshRepair.notes.length > 0 ? (
        <details class="why-box">
          <summary>What was repaired</summary>
          <ul class="plain-list">
            {meshRepair.notes.map((note) => (
              <li>{note}</li>
            ))}
          </ul>
        </details>
      ) : (
        ''
      )}
      {(result.notes ?? []).map((note) => (
        <p class="hint">{pageNote(note)}</p>
      ))}
    </>
  )
}

type SizesProps = {
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
}

export function Sizes({ dimensionsMm, volumeCm3 }: SizesProps) {
  return (
    <dl class="figures">
      <div>
        <dt>Size</dt>
        <dd>{sizesText(dimensionsMm)}</dd>
      </div>
      <div>
        <dt>Volume</dt>
        <dd>{volumeText(volumeCm3)}</dd>
      </div>
    </dl>
  )
}
