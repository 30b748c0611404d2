// Whether a generated model can be printed, what was repaired, and what to do about the rest; and what an order measures.
import { Html } from '@elysiajs/html'
import type { GenerationResult, PrintStatus } from '../../domain/generation/run/result.ts'
import type { Measurement } from '../../domain/models/report.ts'
import { attribute } from '../base/attribute.ts'
import { type FindingState, StateIcon } from '../quote/icons.tsx'
import { sizesText, volumeText } from '../quote/sizes.ts'
import { fileAddress } from './model-view.ts'

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
          <StateIcon state={state} /> {words}
        </h2>
        <p class="score">
          <strong>{String(printabilityScore)}</strong> of 100
          <span class="visually-hidden"> for printability</span>
        </p>
      </div>
      <p safe>{printDetail}</p>
      {issues.length + recommendations.length === 0 ? (
        ''
      ) : (
        <ul class="findings">
          {issues.map((issue) => (
            <li>
              <StateIcon state={printStatus === 'needs-redesign' ? 'broken' : 'waiting'} />
              <div safe>{issue}</div>
            </li>
          ))}
          {recommendations.map((recommendation) => (
            <li>
              <span class="todo-mark">To do</span>
              <div safe>{recommendation}</div>
            </li>
          ))}
        </ul>
      )}
      {meshRepair.applied && meshRepair.notes.length > 0 ? (
        <details class="why-box">
          <summary>What was repaired</summary>
          <ul class="plain-list">
            {meshRepair.notes.map((note) => (
              <li safe>{note}</li>
            ))}
          </ul>
        </details>
      ) : (
        ''
      )}
      {(result.notes ?? []).map((note) => (
        <p class="hint" safe>
          {note}
        </p>
      ))}
    </>
  )
}

type MeasuredFactsProps = {
  readonly measurement: Measurement | null
  readonly refusal: string | null
  readonly uri: string
}

export function MeasuredFacts({ measurement, refusal, uri }: MeasuredFactsProps) {
  return (
    <>
      {measurement?.kind === 'mesh' ? (
        <dl class="figures">
          <div>
            <dt>Size</dt>
            <dd>{sizesText(measurement.report.dimensionsMm)}</dd>
          </div>
          <div>
            <dt>Volume</dt>
            <dd>{volumeText(measurement.report.volumeCm3)}</dd>
          </div>
        </dl>
      ) : (
        ''
      )}
      {refusal === null ? (
        ''
      ) : (
        <p class="field-error" safe>
          {refusal}
        </p>
      )}
      <p class="facts-links">
        <a href={attribute(fileAddress(uri, true))}>Download the model</a>
      </p>
    </>
  )
}
