// /gallery/{id}: one model of the gallery, to view and to order.

import type { GalleryEntry } from '../../domain/gallery/ports.ts'
import { maxReportCharacters } from '../../domain/gallery/take-down.ts'
import { type FieldErrors, TextField } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, galleryStyle, quoteStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { WithdrawForm, withdrawEffect } from '../base/withdraw-form.tsx'
import { english } from '../languages/words.ts'
import type { ModelView } from '../models/model-view.ts'
import { OrderForm } from '../models/order-form.tsx'
import { Sizes } from '../models/verdict.tsx'

export type EntryView = {
  readonly entry: GalleryEntry
  readonly model: ModelView
  readonly visitor: PageVisitor
  /** Whether the visitor owns the entry and may do more than view and order it. */
  readonly isOwner: boolean
  readonly isOperator: boolean
  readonly notice?: string
  readonly status?: number
  /** Why a report was refused, with the entered values. */
  readonly refused?: string
  readonly report?: { readonly reason: string; readonly errors: FieldErrors }
}

export function entryPage({ entry, model, ...view }: EntryView): Response {
  return pageResponse({
    title: view.refused === undefined ? entry.title : `Error: ${entry.title}`,
    status: view.status ?? 200,
    visitor: view.visitor,
    isWide: true,
    stylesheets: [assetUrl(quoteStyle), assetUrl(galleryStyle)],
    modules: [model.urls.model],
    runsCore: true,
    body: (
      <>
        {view.notice === undefined ? '' : <Notice kind="info" text={view.notice} />}
        {view.refused === undefined ? (
          ''
        ) : (
          <Notice kind="error" text={view.refused} errors={view.report?.errors ?? {}} />
        )}
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
              Published <Time at={entry.publishedAt} words={english} />
            </p>
          }
          measured={<Sizes {...entry} />}
        />
        {view.isOwner ? <Withdraw id={entry.id} generationId={entry.generationId} /> : ''}
        {view.isOwner ? '' : <Report id={entry.id} {...(view.report && { form: view.report })} />}
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
        You published this model. {withdrawEffect}{' '}
        <a href={`/models/${generationId}`}>Its page in your account</a>
      </p>
      <WithdrawForm id={id} />
    </section>
  )
}

type ReportProps = { readonly id: string; readonly form?: NonNullable<EntryView['report']> }

function Report({ id, form }: ReportProps) {
  return (
    <details class="panel narrow" open={form !== undefined}>
      <summary>Report this model</summary>
      <p>
        Is it someone else’s design or brand, dangerous, or offensive? We review every report. Who
        you are is not kept with it.
      </p>
      <form method="post" action={`/gallery/${id}/report`}>
        <TextField
          name="reason"
          label="What is wrong with it?"
          value={form?.reason ?? ''}
          errors={form?.errors ?? {}}
          input={{ required: true, maxlength: maxReportCharacters, autocomplete: 'off' }}
        />
        <button type="submit" class="quiet">
          Report it
        </button>
      </form>
    </details>
  )
}

function TakeDown({ id }: { id: string }) {
  return (
    <p class="hint">
      Operators: <a href={`/operator/gallery/${id}`}>take this model down</a>
    </p>
  )
}

/** Page of a removed gallery entry. Sends 410, so that search engines drop it. */
export function goneEntryPage(sentence: string): Response {
  return pageResponse({
    title: 'No longer in the gallery',
    visitor: null,
    status: 410,
    headers: unlistedHeaders(),
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
