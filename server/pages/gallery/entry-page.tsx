// /gallery/{id}: one model of the gallery, to look at and to order.
import type { GalleryEntry } from '../../domain/gallery/ports.ts'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, galleryStyle, quoteStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import type { ModelView } from '../models/model-view.ts'
import { OrderForm } from '../models/print-this.tsx'
import { Sizes } from '../models/verdict.tsx'

export type EntryView = {
  readonly entry: GalleryEntry
  readonly model: ModelView
  readonly visitor: PageVisitor
  /** What the visitor may do besides looking and ordering. */
  readonly isOwner: boolean
  readonly isOperator: boolean
  readonly notice?: string
}

export function entryPage({ entry, model, ...view }: EntryView): Response {
  return pageResponse({
    title: entry.title,
    visitor: view.visitor,
    wide: true,
    stylesheets: [assetUrl(quoteStyle), assetUrl(galleryStyle)],
    modules: [model.urls.model],
    runsCore: true,
    body: (
      <>
        {view.notice === undefined ? '' : <Notice kind="info" text={view.notice} />}
        <OrderForm
          view={model}
          fileId={entry.id}
          head={
            <>
              <h1>{entry.title}</h1>
              <p class="muted">
                <a href="/gallery">Gallery</a>
              </p>
            </>
          }
          facts={
            <p class="hint">
              Published <Time at={entry.publishedAt} />
            </p>
          }
          measured={<Sizes {...entry} />}
        />
        {view.isOwner ? <Withdraw id={entry.id} generationId={entry.generationId} /> : ''}
        {view.isOperator ? <TakeDown id={entry.id} /> : ''}
      </>
    ),
  })
}

function Withdraw({ id, generationId }: { id: string; generationId: string }) {
  return (
    <section class="panel narrow" aria-labelledby="withdraw">
      <h2 id="withdraw">Your model</h2>
      <p>
        You published this model. When you withdraw it, no one else can see or order it; orders that
        were placed are printed. <a href={`/models/${generationId}`}>Its page in your account</a>
      </p>
      <form method="post" action={`/gallery/${id}/withdraw`}>
        <button type="submit" class="danger">
          Withdraw it
        </button>
      </form>
    </section>
  )
}

function TakeDown({ id }: { id: string }) {
  return (
    <p class="hint">
      Operators: <a href={`/operator/gallery/${id}`}>take this model down</a>
    </p>
  )
}

/** An entry that was in the gallery once: 410, so that search engines forget it. */
export function goneEntryPage(sentence: string): Response {
  return pageResponse({
    title: 'No longer in the gallery',
    visitor: null,
    status: 410,
    headers: unlisted(),
    body: (
      <>
        <h1>No longer in the gallery</h1>
        <p>
          <span>{sentence}</span> <a href="/gallery">See the other models</a>
        </p>
      </>
    ),
  })
}
