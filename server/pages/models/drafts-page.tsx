// /drafts/{id}: the drafts of one request next to each other, and the price of refining one of them.

import {
  type DraftInSet,
  type DraftSet,
  hasShape,
} from '../../domain/generation/drafts/read-drafts.ts'
import { creditsText } from '../../domain/generation/request/credit-cost.ts'
import { hasEnded } from '../../domain/generation/run/job.ts'
import { Badge, type ShownGeneration, titleOf } from '../accounts/generations.tsx'
import { assetUrl, galleryStyle, quoteStyle } from '../assets/assets.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { RefineForm } from './draft-panel.tsx'
import { paceText, returnedText } from './progress.tsx'

type ShownDraft = DraftInSet & Pick<ShownGeneration, 'problem'>

export type DraftsView = {
  readonly urls: BrowserBundle['urls']
  readonly visitor: PageVisitor
  readonly set: Omit<DraftSet, 'drafts'> & { readonly drafts: readonly ShownDraft[] }
  /** Balance in credits. */
  readonly credits: number
  /** Hidden key of the refining forms. */
  readonly formKey: string
  readonly now: Date
}

export function draftsPage({ urls, visitor, set, credits, formKey, now }: DraftsView): Response {
  const { id, drafts, refineCredits } = set
  const [first] = drafts
  const title = first === undefined ? 'Drafts' : `Drafts: ${titleOf(first)}`
  const isLive = drafts.some(({ status }) => !hasEnded(status))
  const tiles = (
    <ul class="gallery drafts">
      {drafts.map((draft) => (
        <li>
          <Tile draft={draft} refineCredits={refineCredits} formKey={formKey} now={now} />
        </li>
      ))}
    </ul>
  )
  return pageResponse({
    title,
    visitor,
    headers: unlistedHeaders(),
    isWide: true,
    stylesheets: [assetUrl(quoteStyle), assetUrl(galleryStyle)],
    modules: isLive ? [urls.job] : [],
    isLive: isLive,
    body: (
      <>
        <div class="gallery-head">
          <h1 class="model-name">{title}</h1>
          <p class="muted">
            {refineCredits === null
              ? 'Open one to see it from all sides.'
              : `Choose one and refine it for ${creditsText(refineCredits)}: a model of high fidelity in its shape and size. `}
            Your balance is {creditsText(credits)}.
            {refineCredits !== null && credits < refineCredits ? (
              <>
                {' '}
                <a href="/account#credits">Buy credits</a>
              </>
            ) : (
              ''
            )}
          </p>
        </div>
        {isLive ? (
          <section id="progress" data-live="" aria-label="Drafts">
            {tiles}
            <p class="hint">
              A draft takes about a minute. You may leave this page: the drafts are kept in your
              account.
            </p>
            <p class="hint no-script-only">
              <a href={`/drafts/${id}`}>Show the current state</a>
            </p>
          </section>
        ) : (
          tiles
        )}
        <p>
          <a href="/generate">All generations</a>
        </p>
      </>
    ),
  })
}

type TileProps = {
  readonly draft: ShownDraft
  readonly refineCredits: number | null
  readonly formKey: string
  readonly now: Date
}

function Tile({ draft, refineCredits, formKey, now }: TileProps) {
  const { id, place, status, result, problem, creditsCharged, refinedId } = draft
  const name = `Draft ${place}`
  const pace = paceText(draft, now)
  return (
    <article class="gallery-card draft" aria-label={name}>
      {result?.persisted ? (
        <img src={`/models/${id}/picture`} alt={`${name}, drawn`} width="320" height="320" />
      ) : (
        <span class="draft-blank" aria-hidden="true"></span>
      )}
      <p class="row apart">
        <a class="strong" href={`/models/${id}`}>
          {name}
        </a>
        <Badge generation={draft} />
      </p>
      {pace === '' ? '' : <p class="hint">{pace}</p>}
      {problem === null ? '' : <p class="hint">{problem}</p>}
      {status === 'error' ? <p class="hint">{returnedText(creditsCharged)}</p> : ''}
      {refinedId !== null ? (
        <p>
          <a class="button quiet" href={`/models/${refinedId}`}>
            See the refined model<span class="visually-hidden">{`: ${name}`}</span>
          </a>
        </p>
      ) : hasShape(draft) && refineCredits !== null ? (
        <RefineForm id={id} credits={refineCredits} formKey={formKey} name={name} />
      ) : (
        ''
      )}
    </article>
  )
}
