// Forms for an account's results: cancel a generation, delete it with its model, delete a picture.

import { readPage } from '../../../domain/base/text/page-number.ts'
import { cancelGeneration } from '../../../domain/generation/cancel-generation.ts'
import { deleteGeneration, deleteImage } from '../../../domain/generation/delete-work.ts'
import { listImages } from '../../../domain/generation/list-images.ts'
import { creditsText } from '../../../domain/generation/request/credit-cost.ts'
import { pictureDraftCredits } from '../../../domain/generation/request/form-cost.ts'
import { picturesPage } from '../../../pages/accounts/pictures-page.tsx'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { anyText } from '../../contract/form-fields.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn } from '../../middleware/page-access.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { seeOther } from '../../requests/forms.ts'

/** Query of the model page that states why a form was refused. */
const refusedAs: Partial<Record<Failure['kind'], string>> = {
  cancel_too_late: 'tooLate',
  cancel_ended: 'ended',
  deletion_running: 'running',
  deletion_taken_down: 'takenDown',
  no_credits: 'noCredits',
  account_in_debt: 'inDebt',
  refine_unsuitable: 'noRefinement',
  generation_off: 'generationOff',
  engine_switched_off: 'engineOff',
  rate_limited: 'tooOften',
}

export const backToModel = (id: string, failure: Failure | null): Response => {
  const name = failure === null ? undefined : refusedAs[failure.kind]
  return name === undefined ? notFoundPage() : seeOther(`/models/${id}?${name}=1`)
}

const picturesPath = '/account/pictures'

export const ownWorkPages = [
  form({
    path: '/models/:id/cancel',
    access: signedIn,
    fields: {},
    act: ({ deps }, { caller, params }) => cancelGeneration(deps, caller, params.id),
    done: (_http, { params }) => `/models/${params.id}`,
    refuse: (_http, { params }, { failure }) => backToModel(params.id, failure),
  }),
  form({
    path: '/models/:id/delete',
    access: signedIn,
    fields: {},
    act: ({ deps }, { caller, params }) => deleteGeneration(deps, caller, params.id),
    done: () => '/account/generations?deleted=1',
    refuse: (_http, { params }, { failure }) => backToModel(params.id, failure),
  }),
  page({
    path: picturesPath,
    access: signedIn,
    show: async function showPictures(http, { request, caller, query }) {
      const list = await listImages(http.deps, caller, readPage(query['page']))
      const isDeleted = query['deleted'] === '1'
      const { urls } = await browserBundle()
      const shown = {
        ...list,
        isDeleted,
        modelPrice: creditsText(pictureDraftCredits),
        formKey: http.deps.ids.uuid(),
        script: urls.pictures,
      }
      return picturesPage(shown, await pageVisitor(http, request))
    },
  }),
  form({
    path: '/account/pictures/delete',
    access: signedIn,
    fields: { url: anyText },
    act: ({ deps }, { caller, body }) => deleteImage(deps, caller, body.url),
    done: () => `${picturesPath}?deleted=1`,
    refuse: () => notFoundPage(),
  }),
]
