// /pictures: draws a picture from words and edits pictures as described. A model can be made from each picture. The
// page states the costs first.

import { generationOff } from '../../domain/errors/sentences.ts'
import { imageTypes } from '../../domain/generation/engine/engine.ts'
import { creditsText } from '../../domain/generation/request/credit-cost.ts'
import { maxImageText, maxPromptCharacters } from '../../domain/generation/request/request.ts'
import { defaultImageSize, type ImageSize, imageSizes } from '../../domain/images/size.ts'
import {
  Field,
  FieldError,
  type FieldErrors,
  fieldMarks,
  Hidden,
  TextArea,
} from '../../html/form-fields.tsx'
import { Notice, type NoticeKind } from '../../html/notice.tsx'
import { Picture, PictureList, type ShownPicture } from '../accounts/picture-list.tsx'
import { assetUrl, galleryStyle, quoteStyle } from '../assets/assets.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'
import { FormKey } from '../base/form-key.tsx'
import { pageResponse } from '../base/layout.tsx'
import { fileAddress } from '../base/model-file.ts'
import type { PageVisitor } from '../base/visitor.ts'

/** The refused form with its typed values. */
export type PictureForm = {
  readonly which: 'draw' | 'change'
  readonly entries: (name: string) => string
  readonly errors: FieldErrors
}

export type DrawView = {
  readonly visitor: PageVisitor
  readonly urls: BrowserBundle['urls']
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
  readonly form?: PictureForm
  /** null for a visitor without a session. */
  readonly account: {
    readonly credits: number
    /** Newest pictures. */
    readonly pictures: readonly ShownPicture[]
    readonly total: number
  } | null
  /** Maximum number of pictures per account and day. */
  readonly perDay: number
  /** Price of a draft model from a picture: `2 credits`. */
  readonly modelPrice: string
  /** Hidden key of the page's forms. */
  readonly formKey: string
  /** Picture that was just made, or null. */
  readonly made: ShownPicture | null
  /** Picture to edit. null lets the user choose a photo. */
  readonly changing: ShownPicture | null
  /** Whether pictures are samples because no image model is configured. */
  readonly samples: boolean
  /**
   * `server`: the configuration disables generation. `desk`: operators switched the image model off. null: pictures are
   * available.
   */
  readonly closed: keyof typeof closedTexts | null
}

export function drawPage(view: DrawView): Response {
  const { notice, account, closed, status = 200 } = view
  return pageResponse({
    title: notice?.kind === 'error' ? 'Error: Draw a picture' : 'Draw a picture',
    status,
    visitor: view.visitor,
    isWide: true,
    stylesheets: [assetUrl(quoteStyle), assetUrl(galleryStyle)],
    modules: [view.urls.pictures],
    previews: true,
    body: (
      <>
        <div class="gallery-head">
          <h1>Draw a picture</h1>
          <p class="muted">
            Describe a thing, or change a photo of it, until it looks right. Then make it a model.
          </p>
        </div>
        {notice === undefined ? '' : <Notice {...notice} errors={view.form?.errors ?? {}} />}
        {closed === null ? '' : <Notice kind="warning" text={closedTexts[closed]} />}
        <Costs view={view} />
        {account === null ? <SignIn /> : <Forms view={view} />}
        {account === null ? '' : <Latest view={view} account={account} />}
      </>
    ),
  })
}

const closedTexts = {
  server: `${generationOff} Your pictures stay here.`,
  desk: 'Pictures are not drawn or changed at the moment. Yours stay here, and models are made of them as before.',
} as const

function Costs({ view: { account, perDay, modelPrice, samples } }: { view: DrawView }) {
  return (
    <section class="panel picture-costs" aria-labelledby="picture-price">
      <h2 id="picture-price">Price</h2>
      <dl class="picture-prices">
        <div>
          <dt>A picture, drawn or changed</dt>
          <dd>0 credits</dd>
        </div>
        <div>
          <dt>A draft of a model from it</dt>
          <dd>{modelPrice}</dd>
        </div>
        {account === null ? (
          ''
        ) : (
          <div>
            <dt>Your balance</dt>
            <dd>{creditsText(account.credits)}</dd>
          </div>
        )}
      </dl>
      <p class="hint">Up to {perDay} pictures a day.</p>
      {samples ? (
        <p class="hint">No image model is configured on this server, so pictures are samples.</p>
      ) : (
        ''
      )}
    </section>
  )
}

const SignIn = () => (
  <p>
    <a class="button" href="/account?next=%2Fpictures">
      Sign in to draw
    </a>
  </p>
)

function Forms({ view }: { view: DrawView }) {
  const { made, modelPrice, formKey } = view
  return (
    <>
      {made === null ? (
        ''
      ) : (
        <section class="panel made-picture" aria-labelledby="made">
          <h2 id="made">Your new picture</h2>
          <div class="picture-grid one">
            <Picture picture={made} modelPrice={modelPrice} formKey={formKey} />
          </div>
        </section>
      )}
      <div class="picture-forms">
        <DrawForm view={view} />
        <ChangeForm view={view} />
      </div>
    </>
  )
}

/** Returns the entered values if this form was refused. */
function typedValues({ form }: DrawView, which: PictureForm['which']) {
  return form?.which === which ? form : { entries: () => '', errors: {} }
}

const sizeWords: Readonly<Record<ImageSize, string>> = {
  '1024x1024': 'Square, 1024 x 1024',
  '1024x768': 'Wide, 1024 x 768',
  '768x1024': 'Tall, 768 x 1024',
  '512x512': 'Square and small, 512 x 512',
}

function DrawForm({ view }: { view: DrawView }) {
  const { entries, errors } = typedValues(view, 'draw')
  const size = entries('size') || defaultImageSize
  return (
    <section class="panel" aria-labelledby="draw">
      <h2 id="draw">From words</h2>
      <form method="post" action="/pictures/draw" data-once="" data-busy="Drawing">
        <FormKey value={view.formKey} />
        <TextArea
          name="prompt"
          id="draw-prompt"
          label="What should it show?"
          value={entries('prompt')}
          errors={errors}
          hint={`One object on a plain background works best. Up to ${maxPromptCharacters} characters.`}
          area={{
            rows: 4,
            required: true,
            maxlength: maxPromptCharacters,
            placeholder: 'A teapot with a bird for a lid, on a white background',
          }}
        />
        <Field name="size" label="Format">
          {(field) => (
            <select {...field}>
              {imageSizes.map((each) => (
                <option value={each} selected={each === size}>
                  {sizeWords[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Send label="Draw it" closed={view.closed !== null} />
      </form>
    </section>
  )
}

function ChangeForm({ view }: { view: DrawView }) {
  const { entries, errors } = typedValues(view, 'change')
  const { changing } = view
  return (
    <section class="panel" aria-labelledby="change">
      <h2 id="change">Change a picture</h2>
      <form
        method="post"
        action="/pictures/change"
        enctype="multipart/form-data"
        data-once=""
        data-busy="Changing it"
      >
        <FormKey value={view.formKey} />
        {changing === null ? (
          ''
        ) : (
          <div class="chosen-picture">
            <Hidden name="imageUrl" value={changing.uri} />
            <img src={fileAddress(changing.uri)} alt="" width="96" height="96" />
            <p class="hint">This picture is changed, unless you choose a photo here.</p>
          </div>
        )}
        <div class="field">
          <label for="image">Photo</label>
          <input
            id="image"
            name="image"
            type="file"
            accept={imageTypes.join(',')}
            {...fieldMarks(errors, 'image', { hasHint: true })}
          />
          <FieldError name="image" errors={errors} />
          <p class="hint" id="image-hint">
            PNG, JPEG or WebP, up to {maxImageText}.
          </p>
        </div>
        <TextArea
          name="prompt"
          id="change-prompt"
          label="What should be different?"
          value={entries('prompt')}
          errors={errors}
          area={{
            rows: 3,
            required: true,
            maxlength: maxPromptCharacters,
            placeholder: 'Make the handle thicker, take the background away',
          }}
        />
        <Send label="Change it" closed={view.closed !== null} />
      </form>
    </section>
  )
}

/** Submit button. The script shows the progress and elapsed time. Without it, the browser waits. */
const Send = ({ label, closed }: { label: string; closed: boolean }) => (
  <>
    <button type="submit" disabled={closed}>
      {label}
    </button>
    <p class="hint" role="status" data-progress=""></p>
    <p class="hint">
      Takes some seconds, at most two minutes. You may leave the page: the picture is kept.
    </p>
  </>
)

type LatestProps = { readonly view: DrawView; readonly account: NonNullable<DrawView['account']> }

function Latest({ view: { modelPrice, formKey }, account: { pictures, total } }: LatestProps) {
  return (
    <section class="panel" aria-labelledby="latest">
      <div class="row apart">
        <h2 id="latest">Your pictures</h2>
        {total > pictures.length ? (
          <a href="/account/pictures">All {total.toLocaleString('en-US')} pictures</a>
        ) : (
          ''
        )}
      </div>
      {pictures.length === 0 ? (
        <p>No pictures yet. What you draw is listed here.</p>
      ) : (
        <PictureList pictures={pictures} modelPrice={modelPrice} formKey={formKey} />
      )}
    </section>
  )
}
