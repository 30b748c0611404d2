// /drafts/{id}: the drafts of a set, and the form that refines one of them.

import { readDraftSet } from '../../../domain/generation/drafts/read-drafts.ts'
import { refineDraft } from '../../../domain/generation/drafts/refine-draft.ts'
import { onceByForm } from '../../../domain/idempotency/once-by-form.ts'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { draftsPage } from '../../../pages/models/drafts-page.tsx'
import { anyText } from '../../contract/form-fields.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn } from '../../middleware/page-access.ts'
import { readJob } from '../../middleware/stored-values.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { withProblem } from '../accounts/show-account.ts'
import { backToModel } from './own-work-pages.ts'
import { queueWithinLimit } from './queue-within-limit.ts'

export const draftPages = [
  page({
    path: '/drafts/:id',
    access: signedIn,
    show: async function showDrafts(http, { request, caller, params }) {
      const { deps } = http
      const set = await readDraftSet(deps, caller, params.id)
      if (set === null) return notFoundPage()
      const [{ urls }, visitor, credits] = await Promise.all([
        browserBundle(),
        pageVisitor(http, request),
        deps.credits.read(caller.accountId),
      ])
      const drafts = set.drafts.map((draft) => ({ ...draft, ...withProblem(draft) }))
      return draftsPage({
        urls,
        visitor,
        credits,
        formKey: deps.ids.uuid(),
        set: { ...set, drafts },
        now: deps.clock.now(),
      })
    },
  }),
  form({
    path: '/models/:id/refine',
    access: signedIn,
    fields: { key: anyText },
    act: async function refineByForm({ deps }, { request, caller, params: { id }, body }) {
      const { signal } = request
      const sent = { caller, formKey: body.key, asked: ['refine', id], signal }
      return await onceByForm(deps, sent, readJob, (runId) =>
        queueWithinLimit(deps, { scope: 'generate-start', email: caller.email, runId }, () =>
          refineDraft(deps, caller, id, runId),
        ),
      )
    },
    done: (_http, _input, { value: { jobId } }) => `/models/${jobId}`,
    refuse: (_http, { params }, { failure }) => backToModel(params.id, failure),
  }),
]
