// Shared by the gallery pages and the desk: the address of an entry's picture, and pagination links.
import { entriesPerPage, type GalleryPage } from '../../domain/gallery/list-gallery.ts'
import type { GalleryEntry } from '../../domain/gallery/ports.ts'
import { pictureTag } from '../../domain/measurement/model-picture.ts'
import { Pager } from '../../html/pager.tsx'

export const pictureAddress = ({ id, model }: Pick<GalleryEntry, 'id' | 'model'>): string =>
  `/gallery/${id}/picture?v=${pictureTag(model)}`

type GalleryPagerProps = { readonly path: string; readonly shown: GalleryPage<unknown> }

export const GalleryPager = ({ path, shown }: GalleryPagerProps) => (
  <Pager
    page={shown.page}
    pages={shown.pages}
    perPage={entriesPerPage}
    shown={shown.entries.length}
    total={shown.total}
    pathOf={(page) => (page === 1 ? path : `${path}?page=${page}`)}
  />
)
