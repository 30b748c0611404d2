// /hand-in/{token}: accepts one file for an account, without a key (decisions.md 61). Browsers get pages, programs get
// JSON.
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import { findHandIn, handIn } from '../../../domain/uploads/hand-in.ts'
import { handInPage } from '../../../pages/uploads/hand-in-page.tsx'
import { page, post } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Failure } from '../../refusals/failure.ts'
import { failureToResponse, refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { withMultipartForm } from '../../requests/multipart.ts'
import { uploadJson } from './upload-json.ts'

const path = '/hand-in/:token'

export const handInPages = [
  page({
    path,
    access: everyone,
    show: async function showHandIn({ deps }, { params: { token } }) {
      const open = await findHandIn(deps, token)
      return open.ok
        ? handInPage({ kind: 'open', action: `/hand-in/${token}` })
        : closedPage(open.failure)
    },
  }),
  post({
    path,
    access: everyone,
    respond: async function receiveHandIn(http, { request, params: { token } }) {
      const isBrowser = request.headers.get('accept')?.includes('text/html') === true
      const open = await findHandIn(http.deps, token)
      if (!open.ok) return isBrowser ? closedPage(open.failure) : failureToResponse(open.failure)
      const { caller } = open.value
      const { uploads, log } = http.deps
      const options = { uploads, caller, log, fileField: 'file', maxFileBytes: maxModelBytes }
      // Anyone with the address may send invalid data, so the link's limit applies before the account's limit.
      const stored = await withinLimit(http.deps, 'hand-in', open.value.id, () =>
        withinLimit(http.deps, 'print-upload', caller.email, () =>
          withMultipartForm(request, options, (form) => {
            http.keepOpen?.(request)
            return handIn(http.deps, open.value, form)
          }),
        ),
      )
      if (stored.ok) {
        const { model, report } = stored.value
        const { dimensionsMm } = report
        return isBrowser
          ? handInPage({ kind: 'received', fileName: model.fileName, dimensionsMm })
          : Response.json(uploadJson(stored.value), { headers: { 'cache-control': 'no-store' } })
      }
      if (!isBrowser) return failureToResponse(stored.failure)
      const { status, error: refusal } = refusalOf(stored.failure)
      const view = { kind: 'open', action: `/hand-in/${token}`, refusal } as const
      return withRefusalHeaders(handInPage(view, status), stored.failure)
    },
  }),
]

function closedPage(failure: Failure): Response {
  const { status, error: sentence } = refusalOf(failure)
  return withRefusalHeaders(handInPage({ kind: 'closed', sentence }, status), failure)
}
