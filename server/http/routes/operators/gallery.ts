// /operator/gallery: the published models, and the form that takes one down.
import { isUuid } from '../../../domain/base/uuid.ts'
import { listAllEntries, readPage } from '../../../domain/gallery/list-gallery.ts'
import { takeDown } from '../../../domain/gallery/take-down.ts'
import {
  type DeskEntryView,
  type DeskGalleryView,
  deskEntryPage,
  deskGalleryPage,
} from '../../../pages/operators/gallery.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { type DeskNotice, info, noticeOf, problem } from './ask-first.ts'
import { type DeskReader, forOperator, forViewer } from './operator-view.ts'

const path = '/operator/gallery'

const notices: Readonly<Record<string, DeskNotice>> = {
  '1': info('The model was taken down. Baskets that hold it say so.'),
}

export const deskGalleryPages = [
  page('GET', path, showGallery),
  page('GET', `${path}/:id`, showEntry),
  page('POST', `${path}/:id`, takeDownByForm),
]

function showGallery(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, (user) => {
    const notice = noticeOf(notices, query['down'])
    const number = readPage(query['page'])
    return renderList(http, user, number, notice === undefined ? {} : { notice })
  })
}

async function renderList(
  { deps }: HttpContext,
  user: DeskReader,
  number: number,
  shown: Pick<DeskGalleryView, 'status' | 'notice'>,
): Promise<Response> {
  const entries = await listAllEntries(deps, number)
  return deskGalleryPage({ ...shown, user, now: new Date(), shown: entries })
}

function showEntry(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  return forViewer(http, request, (user) => renderEntry(http, user, id, {}))
}

async function renderEntry(
  http: HttpContext,
  user: DeskReader,
  id: string,
  shown: Pick<DeskEntryView, 'status' | 'notice' | 'form'>,
): Promise<Response> {
  const entry = isUuid(id) ? await http.deps.gallery.read(id) : null
  if (entry !== null) return deskEntryPage({ ...shown, user, entry })
  const { status, error } = refusalOf({ kind: 'gallery_entry_not_found' })
  return await renderList(http, user, 1, { status, notice: problem(error) })
}

function takeDownByForm(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, async (operator) => {
    const reason = (await readForm(request))('reason')
    const taken = await takeDown(http.deps, operator.email, { id, reason })
    if (taken.ok) return seeOther(`${path}?down=1`)
    const { status, error } = refusalOf(taken.failure)
    const isReason = taken.failure.kind === 'gallery_reason_required'
    const form = { reason, errors: isReason ? { reason: error } : {} }
    return await renderEntry(http, operator, id, { status, notice: problem(error), form })
  })
}
