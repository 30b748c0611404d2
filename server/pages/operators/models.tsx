// /operator/models: a user's generated and uploaded models, and the forms with which an operator deletes them.

import { cutText, singleLine } from '../../domain/base/text/text.ts'
import type { ListedImage } from '../../domain/generation/run/ports.ts'
import type { AccountModel } from '../../domain/operators/account-models.ts'
import {
  type FoundPicture,
  type FoundWork,
  maxWorkReason,
  shownWork,
} from '../../domain/operators/delete-work.ts'
import { DataTable } from '../../html/data-table.tsx'
import { TextField } from '../../html/form-fields.tsx'
import { Section } from '../../html/section.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import { ageColumn, forOperators } from './parts/columns.tsx'
import { type DeskView, deskScreen } from './parts/desk-page.tsx'
import { ReasonForm, type TypedReason } from './parts/reason-form.tsx'

export const modelsPath = '/operator/models'
export const picturesPath = '/operator/pictures'

const title = 'Models and pictures'

export type ModelsView = DeskView & {
  readonly now: Date
  readonly sought: string
  /** null if nothing was found. */
  readonly found: FoundWork | null
}

export function deskModelsPage(view: ModelsView): Response {
  const { sought, found } = view
  return deskScreen({
    ...view,
    tab: 'gallery',
    title,
    beside: <a href="/operator/gallery">Gallery</a>,
    body: (
      <>
        <search>
          <form method="get" action={modelsPath} class="narrow-form">
            <TextField
              name="q"
              label="Email of the account, or id of a generation or an upload"
              value={sought}
              errors={{}}
              input={{ required: true, autocomplete: 'off' }}
            />
            <button type="submit">Find</button>
          </form>
        </search>
        {sought !== '' && found === null ? <p>Nothing was found.</p> : ''}
        {found === null ? '' : <Found view={view} found={found} />}
      </>
    ),
  })
}

const Found = ({ view: { user, now }, found }: { view: ModelsView; found: FoundWork }) => (
  <>
    <Section id="models" title="Generations and uploads">
      <DataTable<AccountModel>
        caption={`Those of ${found.email}, newest first, at most ${shownWork}`}
        rows={found.models}
        empty="None."
        columns={[
          { label: 'Words or file', text: (model) => titleOf(model) },
          { label: 'Kind', text: ({ kind }) => kind },
          { label: 'Id', text: ({ id }) => id },
          { label: 'In print', text: ({ inPrint }) => inPrint.join(', ') },
          ageColumn('Age', now, 'createdAt'),
          ...forOperators<AccountModel>(user, {
            label: 'Actions',
            cell: (model) => <DeleteModel model={model} />,
          }),
        ]}
      />
    </Section>
    <Section id="pictures" title="Pictures">
      <DataTable<ListedImage>
        caption={`Pictures made for ${found.email}, newest first, at most ${shownWork}`}
        rows={found.images}
        empty="None."
        columns={[
          { label: 'Words', text: ({ prompt }) => shorten(prompt) },
          ageColumn('Age', now, 'createdAt'),
          ...forOperators<ListedImage>(user, {
            label: 'Actions',
            cell: ({ uri, prompt }) => (
              <a href={pictureAddress(found.accountId, uri)}>
                Delete<span class="visually-hidden">{`: ${shorten(prompt)}`}</span>
              </a>
            ),
          }),
        ]}
      />
    </Section>
  </>
)

const shownCharacters = 80
const shorten = (text: string) => cutText(singleLine(text), shownCharacters)
const titleOf = (model: AccountModel) => shorten(model.title) || model.id

function DeleteModel({ model }: { model: AccountModel }) {
  if (model.isRunning) return <span class="hint">It has not ended</span>
  return (
    <a href={`${modelsPath}/${model.id}`}>
      Delete<span class="visually-hidden">{`: ${titleOf(model)}`}</span>
    </a>
  )
}

const pictureAddress = (account: string, url: string) =>
  `${picturesPath}?${new URLSearchParams({ account, url })}`

/** Form as typed. */

export type DeleteModelView = DeskView & {
  readonly email: string
  readonly model: AccountModel
  readonly form?: TypedReason
}

const effects =
  'It is removed immediately from the account, the gallery, baskets and open quotes, and its files leave storage within hours. Orders, payments and credits do not change, and no email is sent.'

export function deleteModelPage(view: DeleteModelView): Response {
  const { user, email, model, form } = view
  const { inPrint } = model
  return deskScreen({
    ...view,
    tab: 'gallery',
    title: 'Delete a model',
    beside: <a href={backTo(email)}>What this account made</a>,
    errors: form?.errors ?? {},
    body: (
      <>
        <dl class="facts">
          <dt>{model.kind === 'upload' ? 'File' : 'Words'}</dt>
          <dd>{titleOf(model)}</dd>
          <dt>Account</dt>
          <dd>{email}</dd>
          <dt>Id</dt>
          <dd>{model.id}</dd>
          <dt>Made</dt>
          <dd>
            <Time at={model.createdAt} words={english} />
          </dd>
          {inPrint.length === 0 ? (
            ''
          ) : (
            <>
              <dt>In print for</dt>
              <dd>{inPrint.join(', ')}</dd>
            </>
          )}
        </dl>
        <p>
          {effects}
          {inPrint.length === 0 ? '' : ' The orders above keep the file until they are done.'}
        </p>
        {user.role === 'operator' ? (
          <ReasonForm
            action={`${modelsPath}/${model.id}`}
            form={form}
            maxCharacters={maxWorkReason}
            hiddenFrom="the owner does"
            button="Delete the model"
          />
        ) : (
          ''
        )}
      </>
    ),
  })
}

export type DeletePictureView = DeskView & FoundPicture & { readonly form?: TypedReason }

export function deletePicturePage(view: DeletePictureView): Response {
  const { user, accountId, email, picture, form } = view
  return deskScreen({
    ...view,
    tab: 'gallery',
    title: 'Delete a picture',
    beside: <a href={backTo(email)}>What this account made</a>,
    errors: form?.errors ?? {},
    body: (
      <>
        <dl class="facts">
          <dt>Words</dt>
          <dd>{shorten(picture.prompt)}</dd>
          <dt>Account</dt>
          <dd>{email}</dd>
          <dt>Address</dt>
          <dd>{picture.uri}</dd>
        </dl>
        <p>
          It is removed immediately from the account, and leaves storage within hours. No email is
          sent.
        </p>
        {user.role === 'operator' ? (
          <ReasonForm
            action={picturesPath}
            fields={{ account: accountId, url: picture.uri }}
            form={form}
            maxCharacters={maxWorkReason}
            hiddenFrom="the owner does"
            button="Delete the picture"
          />
        ) : (
          ''
        )}
      </>
    ),
  })
}

const backTo = (email: string) => `${modelsPath}?${new URLSearchParams({ q: email })}`
