// /account/pictures: the pictures that were made for the account, page by page.
import { cutText, singleLine } from '../../domain/base/text.ts'
import {
  type ImagesPage,
  imagesPerPage,
  type ListedImage,
} from '../../domain/generation/list-images.ts'
import { Hidden } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { Pager } from '../../html/pager.tsx'
import { assetUrl, galleryStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { fileAddress } from '../base/model-file.ts'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { AccountFrame } from './frame.tsx'

export type PicturesList = ImagesPage & { readonly deleted: boolean }

export function picturesPage(list: PicturesList, visitor: PageVisitor): Response {
  const { images, total, page, pages, deleted } = list
  return pageResponse({
    title: 'Your pictures',
    visitor,
    wide: true,
    stylesheets: [assetUrl(galleryStyle)],
    body: (
      <AccountFrame current="/account/generations">
        <h1>Your pictures</h1>
        {deleted ? <Notice kind="info" text="The picture is deleted." /> : ''}
        <section class="panel" aria-label="Pictures">
          {images.length === 0 ? (
            <p>No pictures yet. What programs draw or change for your account is listed here.</p>
          ) : (
            <ul class="picture-grid">
              {images.map((image) => (
                <Picture image={image} />
              ))}
            </ul>
          )}
          <Pager
            page={page}
            pages={pages}
            perPage={imagesPerPage}
            shown={images.length}
            total={total}
            pathOf={(each) => (each === 1 ? '/account/pictures' : `/account/pictures?page=${each}`)}
          />
        </section>
      </AccountFrame>
    ),
  })
}

const titleCharacters = 80

function Picture({ image: { uri, prompt, createdAt } }: { image: ListedImage }) {
  const title = cutText(singleLine(prompt), titleCharacters)
  return (
    <li>
      <img src={fileAddress(uri)} alt={title} width="240" height="240" loading="lazy" />
      <p class="hint">
        {title}, <Time at={createdAt} />
      </p>
      <form method="post" action="/account/pictures/delete">
        <Hidden name="url" value={uri} />
        <button type="submit" class="quiet">
          Delete<span class="visually-hidden">{`: ${title}`}</span>
        </button>
      </form>
    </li>
  )
}
