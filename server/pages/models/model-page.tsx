// /models/{id}: a model of the account, either an upload or a generation from the time it is queued.

import type { MadeModel, Origin } from '../../domain/changes/ports.ts'
import type { StoredOwnModel } from '../../domain/gallery/own-model.ts'
import type { Refinable } from '../../domain/generation/drafts/read-drafts.ts'
import { hasEnded } from '../../domain/generation/run/job.ts'
import type { FieldErrors } from '../../html/form-fields.tsx'
import { Notice, type NoticeKind } from '../../html/notice.tsx'
import { facts, type ShownGeneration, titleOf } from '../accounts/generations.tsx'
import { assetUrl, galleryStyle, quoteStyle } from '../assets/assets.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { english } from '../languages/words.ts'
import { ChangePanel, type ChangePanelProps, CutParts, OriginLine } from './change-model.tsx'
import { DeletePanel } from './delete-panel.tsx'
import { DraftPanel } from './draft-panel.tsx'
import type { ModelView } from './model-view.ts'
import { OrderForm } from './order-form.tsx'
import { Failed, Progress, Unstored } from './progress.tsx'
import { PublishPanel } from './publish.tsx'
import { RepaintPanel, type RepaintPanelProps } from './repaint.tsx'
import { Sizes, Verdict } from './verdict.tsx'

export type ModelPageView = {
  readonly urls: BrowserBundle['urls']
  readonly visitor: PageVisitor
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
  /** Entries of a refused form. */
  readonly publishing?: { readonly title: string; readonly errors: FieldErrors }
  readonly changing?: ChangePanelProps['form']
  readonly repainting?: RepaintPanelProps['form']
  /** Hidden key of the page's forms. */
  readonly formKey: string
  /** Relation of a generation to its drafts. null for an upload. */
  readonly drafts: Refinable | null
} & (
  | { readonly kind: 'without_model'; readonly generation: ShownGeneration; readonly now: Date }
  | {
      readonly kind: 'stored'
      readonly stored: StoredOwnModel
      readonly generation: ShownGeneration | null
      readonly model: ModelView
      /** Change that produced this model from another one. null for a generated or uploaded model. */
      readonly origin: Origin | null
      /** Models made from this model. */
      readonly made: readonly MadeModel[]
      /** null for a model that cannot get new textures. */
      readonly repaint: Pick<RepaintPanelProps, 'credits' | 'closed'> | null
      /** Why the model cannot be printed, or null if it can. */
      readonly refusal: string | null
    }
)

export function modelPage(view: ModelPageView): Response {
  const { urls, notice, status = 200 } = view
  const name = view.kind === 'stored' ? view.model.name : titleOf(view.generation)
  const isStored = view.kind === 'stored'
  return pageResponse({
    title: notice?.kind === 'error' ? `Error: ${name}` : name,
    visitor: view.visitor,
    status,
    headers: unlistedHeaders(),
    isWide: isStored,
    stylesheets: [assetUrl(quoteStyle), assetUrl(galleryStyle)],
    modules: [isStored ? urls.model : urls.job],
    runsCore: isStored,
    isLive: !isStored,
    body: (
      <>
        {notice === undefined ? '' : <Notice {...notice} errors={errorsOf(view)} />}
        {view.kind === 'stored' ? <Stored view={view} /> : <WithoutModel {...view} />}
      </>
    ),
  })
}

/** Returns the errors of the refused form. */
const errorsOf = ({ publishing, changing, repainting }: ModelPageView): FieldErrors =>
  (publishing ?? changing ?? repainting)?.errors ?? {}

type HeadProps = {
  readonly name: string
  readonly generation: ShownGeneration | null
  readonly origin?: Origin | null
}

/**
 * Whether the generation can be repeated from here. A failed one has a separate button, and a retexture belongs to its
 * model.
 */
const canRepeat = ({ status, request }: ShownGeneration): boolean =>
  status === 'done' && request !== null && request.retextureOf === null

function Head({ name, generation, origin = null }: HeadProps) {
  return (
    <>
      <h1 class="model-name">{name}</h1>
      <p class="muted">
        {origin !== null ? (
          <OriginLine origin={origin} />
        ) : generation === null ? (
          'Uploaded by you'
        ) : (
          <>
            <span>{facts(generation)}</span>, <Time at={generation.createdAt} words={english} />
          </>
        )}{' '}
        · <a href="/generate">All generations</a>
        {generation !== null && canRepeat(generation) ? (
          <>
            {' '}
            · <a href={`/generate?again=${generation.id}`}>Make another like it</a>
          </>
        ) : (
          ''
        )}
      </p>
    </>
  )
}

function WithoutModel({
  generation,
  drafts,
  formKey,
  now,
}: Extract<ModelPageView, { kind: 'without_model' }>) {
  return (
    <>
      <Head name={titleOf(generation)} generation={generation} />
      {drafts === null ? '' : <DraftPanel id={generation.id} drafts={drafts} formKey={formKey} />}
      {generation.status === 'error' ? <Failed generation={generation} /> : ''}
      {generation.status === 'done' ? <Unstored generation={generation} /> : ''}
      {hasEnded(generation.status) ? (
        <DeletePanel id={generation.id} />
      ) : (
        <Progress generation={generation} now={now} />
      )}
    </>
  )
}

type StoredView = Extract<ModelPageView, { kind: 'stored' }>

function Stored({ view }: { view: StoredView }) {
  const { stored, generation, drafts, model, refusal, origin, made, formKey } = view
  const { measured } = stored
  return (
    <>
      <OrderForm
        view={model}
        fileId={stored.id}
        head={<Head name={model.name} generation={generation} origin={origin} />}
        facts={
          <>
            {generation?.result ? <Verdict result={generation.result} /> : ''}
            {refusal === null ? '' : <p class="field-error">{refusal}</p>}
          </>
        }
        measured={
          measured.ok && measured.value.kind === 'mesh' ? <Sizes {...measured.value.report} /> : ''
        }
      />
      {drafts === null ? '' : <DraftPanel id={stored.id} drafts={drafts} formKey={formKey} />}
      {origin === null ? '' : <CutParts id={stored.id} origin={origin} />}
      <ChangePanel
        id={stored.id}
        sidesMm={
          measured.ok && measured.value.kind === 'mesh' ? measured.value.report.dimensionsMm : null
        }
        made={made}
        formKey={formKey}
        {...(view.changing && { form: view.changing })}
      />
      {view.repaint === null ? (
        ''
      ) : (
        <RepaintPanel
          id={stored.id}
          {...view.repaint}
          formKey={formKey}
          {...(view.repainting && { form: view.repainting })}
        />
      )}
      <PublishPanel
        id={stored.id}
        name={model.name}
        entry={stored.entry}
        isPrintable={refusal === null}
        {...(view.publishing && { form: view.publishing })}
      />
      <DeletePanel id={stored.id} />
    </>
  )
}
