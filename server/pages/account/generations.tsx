// An account's generations: the prompt, the outcome, the cost, and how to download or order the model.
import { Html } from '@elysiajs/html'
import { cutText, singleLine } from '../../domain/base/text.ts'
import type { ListedGeneration } from '../../domain/generation/run/job.ts'
import { StateBadge } from '../base/state-badge.tsx'
import { Time } from '../base/time.tsx'

export type ShownGeneration = ListedGeneration & {
  /** The reason for a failure, as a sentence; null otherwise. */
  readonly problem: string | null
}

/** The newest ones, as a part of the account page. */
export function Generations({ generations }: { generations: readonly ShownGeneration[] }) {
  return (
    <section class="panel" aria-labelledby="generations">
      <div class="row apart">
        <h2 id="generations">Generations</h2>
        {generations.length === 0 ? '' : <a href="/account/generations">All generations</a>}
      </div>
      <GenerationItems generations={generations} />
    </section>
  )
}

export function GenerationItems({ generations }: { generations: readonly ShownGeneration[] }) {
  if (generations.length === 0) {
    return (
      <p>
        No generations yet. <a href="/docs#startGeneration">Describe a model or send a picture</a>{' '}
        to generate one.
      </p>
    )
  }
  return (
    <ul class="items">
      {generations.map((generation) => (
        <GenerationLine generation={generation} />
      ))}
    </ul>
  )
}

const titleCharacters = 120

function GenerationLine({ generation }: { generation: ShownGeneration }) {
  const { request, createdAt, result, problem } = generation
  const title = request === null ? 'Not processed yet' : singleLine(request.prompt)
  const cut = cutText(title, titleCharacters)
  return (
    <li>
      <strong class="title" safe>
        {cut === title ? title : `${cut}…`}
      </strong>
      <Badge generation={generation} />
      <div class="details">
        <p class="hint">
          <span safe>{facts(generation)}</span>, <Time at={createdAt} />
        </p>
        {problem === null ? (
          ''
        ) : (
          <p class="hint" safe>
            {problem}
          </p>
        )}
        {result === null ? '' : <Model result={result} />}
      </div>
    </li>
  )
}

function Model({ result }: { result: NonNullable<ShownGeneration['result']> }) {
  const { modelUrl, persisted, source, notes = [] } = result
  const file = `/api/model-proxy?${new URLSearchParams({ url: modelUrl, download: 'true' })}`
  return (
    <>
      {persisted ? (
        <p class="hint">
          <a href={file}>Download the model</a>, or order it with this <code>modelUrl</code>:{' '}
          <code safe>{modelUrl}</code>
        </p>
      ) : (
        <p class="hint">The model could not be stored, so it cannot be ordered here.</p>
      )}
      {/* For a sample, the badge already says so. */}
      {source === 'demo'
        ? ''
        : notes.map((note) => (
            <p class="hint" safe>
              {note}
            </p>
          ))}
    </>
  )
}

function Badge({ generation: { status, stage, result } }: { generation: ShownGeneration }) {
  switch (status) {
    case 'queued':
      return <StateBadge state="waiting" label="Queued" />
    case 'running':
      return <StateBadge state="running" label={stage === null ? 'Running' : `Running: ${stage}`} />
    case 'error':
      return <StateBadge state="broken" label="Failed" />
    case 'done':
      return result?.source === 'demo' ? (
        <span class="state">Sample model</span>
      ) : (
        <StateBadge state="done" label="Done" />
      )
  }
}

const inputs = {
  text: 'text',
  image: 'a picture',
  image_text: 'text and a picture',
  multiview: 'several pictures',
} as const

/** "Draft from text, 1 credit". */
function facts({ request, status, creditsCharged }: ShownGeneration): string {
  return [request === null ? [] : [kindOf(request)], [costOf(status, creditsCharged)]]
    .flat()
    .join(', ')
}

function kindOf({ mode, inputMode, retextureOf }: NonNullable<ShownGeneration['request']>): string {
  if (retextureOf !== null) return 'New textures'
  return `${mode === 'hi_fi' ? 'Hi-fi' : 'Draft'} from ${inputs[inputMode]}`
}

function costOf(status: ShownGeneration['status'], credits: number | null): string {
  if (credits === null) return status === 'error' ? 'not charged' : 'not charged yet'
  const count = credits === 1 ? '1 credit' : `${credits} credits`
  return status === 'error' ? `${count} refunded` : count
}
