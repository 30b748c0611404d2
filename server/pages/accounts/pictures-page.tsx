// /account/pictures: paginated pictures of the account.
import { type ImagesPage, imagesPerPage } from '../../domain/generation/list-images.ts'
import { Notice } from '../../html/notice.tsx'
import { Pager } from '../../html/pager.tsx'
import { assetUrl, galleryStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { AccountFrame } from './frame.tsx'
import { PictureList } from './picture-list.tsx'

export type PicturesList = ImagesPage & {
  readonly isDeleted: boolean
  /** Price of a draft model from a picture: `2 credits`. */
  readonly modelPrice: string
  /** Hidden key of the page's forms. */
  readonly formKey: string
  /** URL of the page's script. */
  readonly script: string
}

export function picturesPage(list: PicturesList, visitor: PageVisitor): Response {
  const { images, total, page, pages, isDeleted, modelPrice, formKey, script } = list
  return pageResponse({
    title: 'Your pictures',
    visitor,
    isWide: true,
    stylesheets: [assetUrl(galleryStyle)],
    modules: [script],
    body: (
      <AccountFrame current="/account/generations">
        <h1>Your pictures</h1>
        <p>
          <a href="/pictures">Draw or change a picture</a>
        </p>
        {isDeleted ? <Notice kind="info" text="The picture is deleted." /> : ''}
        <section class="panel" aria-label="Pictures">
          {images.length === 0 ? (
            <p>
              No pictures yet. <a href="/pictures">Draw one</a>, and make a model of it.
            </p>
          ) : (
            <PictureList pictures={images} modelPrice={modelPrice} formKey={formKey} />
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
