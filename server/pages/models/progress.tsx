// A generation without a model: its progress, or the reason why there is none.
import { canCancel } from '../../domain/generation/cancel-generation.ts'
import type { JobProgress } from '../../domain/generation/run/job.ts'
import { type JobStage, jobStages } from '../../domain/generation/run/job-status.ts'
import { secondsLeft } from '../../domain/generation/run/pace.ts'
import type { ShownGeneration } from '../accounts/generations.tsx'
import { fileAddress } from '../base/model-file.ts'
import { StateBadge } from '../base/state-badge.tsx'

const stageWords: Readonly<Record<JobStage, string>> = {
  enhancing: 'Reading your request',
  generating: 'Making the shape',
  downloading: 'Fetching the model',
  repairing: 'Repairing it for printing',
  measuring: 'Measuring and checking it',
}

/**
 * The page's script replaces this section until the generation finishes, using the event stream or reloads of the page.
 */
type ProgressProps = {
  readonly generation: JobProgress & { readonly id: string }
  readonly now: Date
}

export function Progress({ generation, now }: ProgressProps) {
  const { id, status, stage } = generation
  const current = stage === null ? -1 : jobStages.indexOf(stage)
  return (
    <section
      class="panel"
      id="progress"
      aria-labelledby="progress-title"
      data-live=""
      data-stream={`/models/${id}/live`}
    >
      <h2 id="progress-title">
        {status === 'queued' ? 'In the queue' : 'Your model is being made'}
      </h2>
      <ol class="stages" aria-live="polite">
        {jobStages.map((each, index) => (
          <li
            class={index < current ? 'past' : index === current ? 'now' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span class="stage-mark" aria-hidden="true"></span>
            {stageWords[each]}
            {index < current ? <span class="visually-hidden"> (done)</span> : ''}
          </li>
        ))}
      </ol>
      {paceText(generation, now) === '' ? '' : <p class="pace">{paceText(generation, now)}</p>}
      <p class="hint">
        A draft takes about a minute, high fidelity up to 15. You may leave this page: the model is
        kept in your account.
      </p>
      {canCancel(generation) ? (
        <form method="post" action={`/models/${id}/cancel`}>
          <button type="submit" class="quiet">
            Cancel
          </button>
        </form>
      ) : (
        ''
      )}
      <p class="hint no-script-only">
        <a href={`/models/${id}`}>Show the current state</a>
      </p>
    </section>
  )
}

/** Returns text such as "40 % done, about 30 seconds left", or '' if nothing is known. */
export function paceText({ status, stage, pace }: JobProgress, now: Date): string {
  const { percent, ahead } = pace
  const left = secondsLeft({ ...pace, status, stage }, now)
  const place =
    ahead === null || ahead === 0
      ? []
      : [`${ahead} before it${status === 'queued' ? '' : ' at the engine'}`]
  const done = percent === null || stage !== 'generating' ? [] : [`${percent} % done`]
  return [...place, ...done, ...(left === null ? [] : [leftText(left)])].join(', ')
}

const leftText = (seconds: number): string =>
  seconds < 90 ? `about ${seconds} seconds left` : `about ${Math.round(seconds / 60)} minutes left`

/** Last fragment of an event stream: tells the script that the page has changed. */
export const ProgressEnded = () => <section id="progress" data-ended=""></section>

export function Failed({
  generation: { id, problem, failure, creditsCharged, request },
}: {
  generation: ShownGeneration
}) {
  const isNoCredits = creditsCharged === null && failure?.kind === 'no_credits'
  return (
    <section class="panel" aria-labelledby="failed">
      <h2 id="failed">No model was made</h2>
      <p>
        <StateBadge state="broken" label="Failed" />
      </p>
      <p>{problem ?? 'The reason was not recorded.'}</p>
      <p>{returnedText(creditsCharged)}</p>
      <p class="row">
        {request?.refineOf === undefined ? (
          <a class="button" href={againAddress({ id, request })}>
            Try again
          </a>
        ) : (
          <a class="button" href={`/models/${request.refineOf}`}>
            Back to the draft
          </a>
        )}
        {isNoCredits ? (
          <a class="button quiet" href="/account#credits">
            Buy credits
          </a>
        ) : (
          ''
        )}
      </p>
    </section>
  )
}

/** Returns the address of the prefilled form for the same request. */
const againAddress = ({ id, request }: Pick<ShownGeneration, 'id' | 'request'>): string => {
  const origin = request?.retextureOf ?? null
  return origin === null ? `/generate?again=${id}` : `/models/${origin}?again=${id}#repaint`
}

export function returnedText(credits: number | null): string {
  if (credits === null) return 'No credits were charged.'
  return credits === 1 ? 'Your credit was refunded.' : `Your ${credits} credits were refunded.`
}

export function Unstored({ generation: { id, result, request } }: { generation: ShownGeneration }) {
  return (
    <section class="panel" aria-labelledby="unstored">
      <h2 id="unstored">The model could not be stored</h2>
      <p>
        It was made, but storage failed, so it cannot be ordered or published here.{' '}
        {result?.creditsCharged === 0 ? 'Its credits are back in your account. ' : ''}
        Download it now: the engine keeps it for less than an hour.
      </p>
      {result === null ? '' : <p>{result.printDetail}</p>}
      <p class="row">
        {result === null ? (
          ''
        ) : (
          <a class="button" href={fileAddress(result.modelUrl, true)}>
            Download the model
          </a>
        )}
        <a class="button" href={againAddress({ id, request })}>
          Try again
        </a>
      </p>
    </section>
  )
}
