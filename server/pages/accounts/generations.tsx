// Generations of an account: picture, prompt, outcome, cost, and the link to print the model.

import { cutText, singleLine } from '../../domain/base/text/text.ts'
import { creditsText } from '../../domain/generation/request/credit-cost.ts'
import { pageNote } from '../../domain/generation/request/size.ts'
import { keptCredits, type ListedGeneration } from '../../domain/generation/run/job.ts'
import { fileAddress } from '../base/model-file.ts'
import { StateBadge } from '../base/state-badge.tsx'
import { ThumbPicture } from '../base/thumb-picture.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'

export type ShownGeneration = ListedGeneration & {
  /** Reason for a failure as a sentence, otherwise null. */
  readonly problem: string | null
}

/** Newest generations, as a section of the account page. */
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
        No generations yet. <a href="/generate">Describe a model or send a picture</a> to generate
        one.
      </p>
    )
  }
  return (
    <ul class="items generations">
      {generations.map((generation) => (
        <GenerationLine generation={generation} />
      ))}
    </ul>
  )
}

const titleCharacters = 120

/** Returns the prompt on one line, or a title if there is no prompt. */
export function titleOf({ request, status }: Pick<ShownGeneration, 'request' | 'status'>): string {
  if (request === null) return status === 'error' ? 'Failed before it began' : 'Not processed yet'
  const prompt = singleLine(request.prompt)
  if (prompt === '') return `Model from ${inputs[request.inputMode]}`
  const cut = cutText(prompt, titleCharacters)
  return cut === prompt ? prompt : `${cut}…`
}

function GenerationLine({ generation }: { generation: ShownGeneration }) {
  const { id, createdAt, result, problem } = generation
  const title = titleOf(generation)
  return (
    <li>
      {result?.persisted ? (
        <ThumbPicture id={id} />
      ) : (
        <span class="thumb-picture" aria-hidden="true"></span>
      )}
      <div class="generation-text">
        <p class="generation-title">
          <a class="strong" href={`/models/${id}`}>
            {title}
          </a>{' '}
          <Badge generation={generation} />
        </p>
        <p class="hint">
          <span>{facts(generation)}</span>, <Time at={createdAt} words={english} />
        </p>
        {problem === null ? '' : <p class="hint">{problem}</p>}
        {result === null ? '' : <Model result={result} />}
      </div>
      {result?.persisted ? (
        <a class="button" href={`/models/${id}`}>
          Print this<span class="visually-hidden">{`: ${title}`}</span>
        </a>
      ) : (
        ''
      )}
    </li>
  )
}

function Model({ result }: { result: NonNullable<ShownGeneration['result']> }) {
  const { modelUrl, persisted, source, notes = [] } = result
  return (
    <>
      {/* The badge already marks a sample. */}
      {source === 'demo' ? '' : notes.map((note) => <p class="hint">{pageNote(note)}</p>)}
      {persisted ? (
        <details class="hint">
          <summary>File and address for programs</summary>
          <p>
            <a href={fileAddress(modelUrl, true)}>Download the model</a>, or order it by the API
            with this <code>modelUrl</code>: <code>{modelUrl}</code>
          </p>
        </details>
      ) : (
        <p class="hint">The model could not be stored, so it cannot be ordered here.</p>
      )}
    </>
  )
}

export function Badge({ generation: { status, stage, result } }: { generation: ShownGeneration }) {
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

/** Returns the request and its cost: "Draft from text, 1 credit". */
export function facts(generation: ShownGeneration): string {
  const { request, status } = generation
  return [request === null ? [] : [kindOf(request)], [costOf(status, keptCredits(generation))]]
    .flat()
    .join(', ')
}

function kindOf({
  mode,
  inputMode,
  retextureOf,
  refineOf,
}: NonNullable<ShownGeneration['request']>): string {
  if (retextureOf !== null) return 'New textures'
  if (refineOf !== undefined) return 'Refined draft'
  return `${mode === 'hi_fi' ? 'Hi-fi' : 'Draft'} from ${inputs[inputMode]}`
}

function costOf(status: ShownGeneration['status'], credits: number | null): string {
  if (credits === null) return status === 'error' ? 'not charged' : 'not charged yet'
  if (credits === 0) return 'not charged'
  const count = creditsText(credits)
  return status === 'error' ? `${count} refunded` : count
}
