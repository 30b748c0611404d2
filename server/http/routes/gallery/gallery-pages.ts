// /gallery and /gallery/{id}: for everyone. The owner's form and the operators' link are on the same page.
import { roleOf } from '../../../domain/accounts/operator.ts'
import type { Result } from '../../../domain/base/result.ts'
import type { GalleryFailure } from '../../../domain/gallery/failure.ts'
import { listGallery, readPage } from '../../../domain/gallery/list-gallery.ts'
import type { GalleryEntry } from '../../../domain/gallery/ports.ts'
import { withdraw } from '../../../domain/gallery/publish.ts'
import { findEntry } from '../../../domain/gallery/take-down.ts'
import { pictureAddress } from '../../../pages/base/gallery-links.tsx'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { entryPage, goneEntryPage } from '../../../pages/gallery/entry-page.tsx'
import { galleryPage } from '../../../pages/gallery/gallery-page.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { signInFor } from '../../requests/next-page.ts'
import { modelView } from './model-view.ts'
import { noPicture, pictureResponse } from './picture-response.ts'

export const galleryPages = [
  page('GET', '/gallery', showGallery),
  page('GET', '/gallery/:id', showEntry),
  page('GET', '/gallery/:id/picture', showPicture),
  page('POST', '/gallery/:id/withdraw', withdrawByForm),
]

async function showGallery(http: HttpContext, { request, query }: Received): Promise<Response> {
  const [shown, visitor] = await Promise.all([
    listGallery(http.deps, readPage(query['page'])),
    pageVisitor(http, request),
  ])
  return galleryPage(shown, visitor)
}

async function showEntry(
  http: HttpContext,
  { request, params: { id = '' }, query }: Received,
): Promise<Response> {
  const { deps } = http
  const found = await findEntry(deps, id)
  if (!found.ok) return await refuseEntry(found)
  const entry = found.value
  const { volumeCm3, title: name, model } = entry
  const caller = await http.authenticate(request, ['session'])
  return entryPage({
    entry,
    visitor: await pageVisitor(http, request),
    model: await modelView({
      name,
      model,
      picture: pictureAddress(entry),
      opens3d: false,
      measurement: { kind: 'mesh', report: { volumeCm3 } },
    }),
    isOwner: caller?.accountId === entry.accountId,
    isOperator: caller !== null && roleOf(deps, caller.email) === 'operator',
    ...(query['published'] === '1' && { notice: 'Your model is in the gallery now.' }),
  })
}

async function refuseEntry(
  refused: Extract<Result<GalleryEntry, GalleryFailure>, { ok: false }>,
): Promise<Response> {
  const { failure } = refused
  if (failure.kind !== 'gallery_entry_gone') return notFoundPage()
  return goneEntryPage(refusalOf(failure).error)
}

async function showPicture(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  const found = await findEntry(http.deps, id)
  if (!found.ok) return noPicture()
  return await pictureResponse(http, request, { model: found.value.model, audience: 'public' })
}

async function withdrawByForm(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther(signInFor(request, http.deps))
  const withdrawn = await withdraw(http.deps, caller, id)
  if (!withdrawn.ok) return notFoundPage()
  const entry = await http.deps.gallery.read(id)
  return seeOther(entry === null ? '/gallery' : `/models/${entry.generationId}?withdrawn=1`)
}
