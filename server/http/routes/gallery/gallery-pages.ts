// /gallery and /gallery/{id}: public pages. The owner's form and the operators' link are on the same page.
import { roleOf } from '../../../domain/accounts/operator.ts'
import type { Result } from '../../../domain/base/result.ts'
import { readPage } from '../../../domain/base/text/page-number.ts'
import type { Visitor } from '../../../domain/cart/use-basket.ts'
import type { GalleryFailure } from '../../../domain/gallery/failure.ts'
import { listGallery } from '../../../domain/gallery/list-gallery.ts'
import type { GalleryEntry } from '../../../domain/gallery/ports.ts'
import { withdraw } from '../../../domain/gallery/publish.ts'
import { reportEntry } from '../../../domain/gallery/report.ts'
import { findEntry } from '../../../domain/gallery/take-down.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { pictureAddress } from '../../../pages/base/gallery-links.tsx'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { type EntryView, entryPage, goneEntryPage } from '../../../pages/gallery/entry-page.tsx'
import { galleryPage } from '../../../pages/gallery/gallery-page.tsx'
import { anyText } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { everyone, signedIn, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { shownVisitor } from '../../middleware/visitor.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { modelView } from '../models/model-view.ts'
import { noPicture, pictureResponse } from '../models/picture-response.ts'

export const galleryPages = [
  page({
    path: '/gallery',
    access: visitors,
    show: async function showGallery(http, { query, caller }) {
      const [shown, visitor] = await Promise.all([
        listGallery(http.deps, readPage(query['page'])),
        shownVisitor(http, caller),
      ])
      return galleryPage(shown, visitor)
    },
  }),
  page({ path: '/gallery/:id', access: visitors, show: (http, input) => showEntry(http, input) }),
  page({
    path: '/gallery/:id/picture',
    access: everyone,
    show: async function showPicture(http: HttpContext, { request, params }) {
      const entry = await findEntry(http.deps, params.id)
      if (!entry.ok) return noPicture()
      return await pictureResponse(http, request, { model: entry.value.model, audience: 'public' })
    },
  }),
  form({
    path: '/gallery/:id/report',
    access: visitors,
    fields: { reason: anyText },
    act: async function reportByForm(http, { request, params, body: { reason } }) {
      return await withinLimit(http.deps, 'gallery-report', http.clientAddress(request), () =>
        reportEntry(http.deps, { id: params.id, reason }),
      )
    },
    done: (_http, { params }) => `/gallery/${params.id}?reported=1`,
    refuse: async (http, input, refused) => {
      const { failure, status, text, typedIn } = refused
      const isEmpty = failure?.kind === 'gallery_report_empty'
      const report = { reason: typedIn('reason'), errors: isEmpty ? { reason: text } : {} }
      return await showEntry(http, { ...input, query: {} }, { status, refused: text, report })
    },
  }),
  form({
    path: '/gallery/:id/withdraw',
    access: signedIn,
    fields: {},
    act: async function withdrawByForm({ deps }, { caller, params }) {
      return await withdraw(deps, caller, params.id)
    },
    done: async ({ deps }, { params }) => {
      const entry = await deps.gallery.read(params.id)
      const path = entry === null ? '/gallery' : `/models/${entry.generationId}?withdrawn=1`
      return seeOther(path)
    },
    refuse: () => notFoundPage(),
  }),
]

type EntryState = Pick<EntryView, 'status' | 'refused' | 'report'>

async function showEntry(
  http: HttpContext,
  { params, query, caller: visitor }: Pick<Input<Visitor, 'id'>, 'params' | 'query' | 'caller'>,
  shown: EntryState = {},
): Promise<Response> {
  const { deps } = http
  const outcome = await findEntry(deps, params.id)
  if (!outcome.ok) return await refuseEntry(outcome)
  const entry = outcome.value
  const { volumeCm3, title: name, model } = entry
  const { caller } = visitor
  return entryPage({
    ...shown,
    entry,
    visitor: await shownVisitor(http, visitor),
    model: await modelView({
      name,
      model,
      picture: pictureAddress(entry),
      msUntilTerms: deps.termsSchedule.msUntilNext(),
      opens3d: false,
      measurement: { kind: 'mesh', report: { volumeCm3 } },
    }),
    isOwner: caller?.accountId === entry.accountId,
    isOperator: caller !== null && roleOf(deps, caller.email) === 'operator',
    ...(query['published'] === '1' && { notice: 'Your model is in the gallery now.' }),
    ...(query['reported'] === '1' && { notice: 'Thank you. We will review this model.' }),
  })
}

async function refuseEntry(
  refused: Extract<Result<GalleryEntry, GalleryFailure>, { ok: false }>,
): Promise<Response> {
  const { failure } = refused
  if (failure.kind !== 'gallery_entry_gone') return notFoundPage()
  return goneEntryPage(refusalOf(failure).error)
}
