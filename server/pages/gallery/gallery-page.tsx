// /gallery: published models, newest first.
import { type GalleryPage, usualPrintCents } from '../../domain/gallery/list-gallery.ts'
import type { GalleryEntry } from '../../domain/gallery/ports.ts'
import { sizesText } from '../../domain/models/size-text.ts'
import { assetUrl, dropStyle, galleryStyle } from '../assets/assets.ts'
import { GalleryPager, pictureAddress } from '../base/gallery-links.tsx'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import type { PageVisitor } from '../base/visitor.ts'
import { english } from '../languages/words.ts'
import { SampleLinks } from '../quotes/drop-zone.tsx'

export function galleryPage(shown: GalleryPage<GalleryEntry>, visitor: PageVisitor): Response {
  const { entries, page } = shown
  return pageResponse({
    title: page === 1 ? 'Gallery' : `Gallery, page ${page}`,
    visitor,
    isWide: true,
    stylesheets: [assetUrl(galleryStyle), ...(entries.length === 0 ? [assetUrl(dropStyle)] : [])],
    body: (
      <>
        <div class="gallery-head">
          <h1>Gallery</h1>
          <p class="muted">
            Models that people generated or uploaded and share with everyone. Choose one, a material
            and a color, and we print it. Or <a href="/generate">generate your own</a>.
          </p>
        </div>
        {entries.length === 0 ? <Empty /> : <Entries entries={entries} />}
        <GalleryPager path="/gallery" shown={shown} />
      </>
    ),
  })
}

function Entries({ entries }: { entries: readonly GalleryEntry[] }) {
  return (
    <ul class="gallery">
      {entries.map((entry) => (
        <li>
          <a class="gallery-card" href={`/gallery/${entry.id}`}>
            <img src={pictureAddress(entry)} alt="" width="640" height="640" loading="lazy" />
            <span class="gallery-title">{entry.title}</span>
            <span class="gallery-facts">
              <span>{sizesText(entry.dimensionsMm)}</span>
              <span>{`from ${money(usualPrintCents(entry))}`}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Empty() {
  return (
    <section class="panel gallery-empty" aria-labelledby="empty">
      <h2 id="empty">No model is published yet</h2>
      <p>
        Models appear here when their owners publish them, each with its picture, size and price;
        then everyone can order them. Generate one and publish it from its page, or begin with a
        model of your own.
      </p>
      <p class="row">
        <a class="button" href="/generate">
          Generate a model
        </a>
        <a class="button quiet" href="/quote">
          Price your own model
        </a>
      </p>
      <p class="muted">Or try one of our samples:</p>
      <SampleLinks words={english} />
    </section>
  )
}
