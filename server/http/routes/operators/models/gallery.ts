// /operator/gallery: the published models, and the form that takes one down.
import { readPage } from '../../../../domain/base/text/page-number.ts'
import { listAllEntries } from '../../../../domain/gallery/list-gallery.ts'
import { closeReports } from '../../../../domain/gallery/report.ts'
import { findAnyEntry, takeDown } from '../../../../domain/gallery/take-down.ts'
import {
  type DeskEntryView,
  deskEntryPage,
  deskGalleryPage,
} from '../../../../pages/operators/gallery.tsx'
import { anyText } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { info, type ListNotice, listPage, problem, refusedOutcome } from '../forms/desk-list.ts'

const path = '/operator/gallery'

const notices = {
  '1': info('The model was taken down. Baskets that hold it say so.'),
  kept: info('The reports are closed, and the model stays in the gallery.'),
}

export const deskGalleryPages = [
  listPage({ path, notices, noticeIn: 'down', show: showGallery }),
  page({
    path: `${path}/:id`,
    access: viewers,
    show: function showDeskEntry(http, { params, caller }) {
      return showEntry(http, caller, params.id, {})
    },
  }),
  form({
    path: `${path}/:id`,
    access: operators,
    fields: { reason: anyText },
    act: async function takeDownByForm({ deps }, { caller, params, body }) {
      return await takeDown(deps, caller.email, { id: params.id, reason: body.reason })
    },
    done: () => `${path}?down=1`,
    refuse: (http, { caller, params }, refused) => {
      const { failure, text, typedIn } = refused
      const errors = failure?.kind === 'gallery_reason_required' ? { reason: text } : {}
      const entered = { form: { reason: typedIn('reason'), errors } }
      return showEntry(http, caller, params.id, { ...refusedOutcome(refused), ...entered })
    },
  }),
  form({
    path: `${path}/:id/close-reports`,
    access: operators,
    fields: {},
    act: ({ deps }, { caller, params }) => closeReports(deps, caller.email, params.id),
    done: () => `${path}?down=kept`,
    refuse: (http, { caller, params }, refused) =>
      showEntry(http, caller, params.id, refusedOutcome(refused)),
  }),
]

type Query = { readonly page?: string | undefined }

async function showGallery(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
  query: Query,
): Promise<Response> {
  const shown = await listAllEntries(deps, readPage(query.page))
  return deskGalleryPage({ ...outcome, user, now: new Date(), shown })
}

async function showEntry(
  http: HttpContext,
  user: DeskViewer,
  id: string,
  shown: ListNotice & Pick<DeskEntryView, 'form'>,
): Promise<Response> {
  const entry = await findAnyEntry(http.deps, id)
  if (entry.ok) {
    const reports = await http.deps.gallery.reports(id)
    return deskEntryPage({ ...shown, user, entry: entry.value, reports })
  }
  const { status, error } = refusalOf(entry.failure)
  return await showGallery(http, user, { status, notice: problem(error) }, {})
}
