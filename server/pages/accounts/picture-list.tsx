// Pictures of the account with the actions on each: make a model, make another picture, delete.

import { cutText, singleLine } from '../../domain/base/text/text.ts'
import type { StoredImage } from '../../domain/generation/run/ports.ts'
import { Hidden } from '../../html/form-fields.tsx'
import { FormKey } from '../base/form-key.tsx'
import { fileAddress } from '../base/model-file.ts'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'

export type ShownPicture = Pick<StoredImage, 'uri' | 'prompt'> & { readonly createdAt?: Date }

type ListProps = {
  readonly pictures: readonly ShownPicture[]
  /** Price of a draft model from a picture: `2 credits`. */
  readonly modelPrice: string
  /** Hidden key of the forms that create a model. */
  readonly formKey: string
}

export const PictureList = ({ pictures, ...shared }: ListProps) => (
  <ul class="picture-grid">
    {pictures.map((picture) => (
      <li>
        <Picture picture={picture} {...shared} />
      </li>
    ))}
  </ul>
)

const titleCharacters = 80

type PictureProps = Omit<ListProps, 'pictures'> & { readonly picture: ShownPicture }

export function Picture({ picture, modelPrice, formKey }: PictureProps) {
  const { uri, prompt, createdAt } = picture
  const title = cutText(singleLine(prompt), titleCharacters)
  const named = <span class="visually-hidden">{`: ${title}`}</span>
  return (
    <>
      <img src={fileAddress(uri)} alt={title} width="240" height="240" loading="lazy" />
      <p class="hint">
        {title}
        {createdAt === undefined ? '' : ', '}
        {createdAt === undefined ? '' : <Time at={createdAt} words={english} />}
      </p>
      <div class="picture-actions">
        <form method="post" action="/generate" enctype="multipart/form-data" data-once="">
          <FormKey value={formKey} />
          <Hidden name="inputMode" value="image" />
          <Hidden name="mode" value="fast_draft" />
          <Hidden name="imageUrl" value={uri} />
          <button type="submit">
            Make this a model for {modelPrice}
            {named}
          </button>
        </form>
        <p class="picture-links">
          <a href={`/generate?${new URLSearchParams({ picture: uri })}`}>
            Model with options{named}
          </a>
          <a href={`/pictures?${new URLSearchParams({ change: uri })}#change`}>Change it{named}</a>
        </p>
        <form method="post" action="/account/pictures/delete">
          <Hidden name="url" value={uri} />
          <button type="submit" class="quiet">
            Delete{named}
          </button>
        </form>
      </div>
    </>
  )
}
