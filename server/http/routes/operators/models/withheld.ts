// /operator/withheld: generated models that moderation refused or could not check, and the forms that deliver or delete
// them.
import {
  deliverWithheld,
  findWithheld,
  listedWithheld,
  removeWithheld,
} from '../../../../domain/generation/run/withheld.ts'
import {
  deskWithheldOnePage,
  deskWithheldPage,
  withheldPath,
} from '../../../../pages/operators/withheld.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { noPicture, pictureResponse } from '../../models/picture-response.ts'
import {
  info,
  type ListNotice,
  listPage,
  modelDeleted,
  problem,
  refusedOutcome,
} from '../forms/desk-list.ts'

const notices = {
  delivered: info('The model is delivered. Its owner gets an email.'),
  deleted: modelDeleted,
}

export const deskWithheldPages = [
  listPage({ path: withheldPath, notices, show: showWithheld }),
  page({
    path: `${withheldPath}/:id`,
    access: viewers,
    show: (http, { params, caller }) => showOne(http, caller, params.id, {}),
  }),
  page({
    path: `${withheldPath}/:id/picture`,
    access: viewers,
    show: async function sendWithheldPicture(http, { request, params }) {
      const found = await findWithheld(http.deps, params.id)
      if (!found.ok) return noPicture()
      const model = { ...found.value.model, units: null }
      return await pictureResponse(http, request, { model, audience: 'private' })
    },
  }),
  form({
    path: `${withheldPath}/:id/deliver`,
    access: operators,
    fields: {},
    act: ({ deps }, { caller, params }) => deliverWithheld(deps, caller.email, params.id),
    done: () => `${withheldPath}?done=delivered`,
    refuse: (http, { caller, params }, refused) =>
      showOne(http, caller, params.id, refusedOutcome(refused)),
  }),
  form({
    path: `${withheldPath}/:id/delete`,
    access: operators,
    fields: {},
    act: ({ deps }, { caller, params }) => removeWithheld(deps, caller.email, params.id),
    done: () => `${withheldPath}?done=deleted`,
    refuse: (http, { caller, params }, refused) =>
      showOne(http, caller, params.id, refusedOutcome(refused)),
  }),
]

async function showWithheld(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
): Promise<Response> {
  const withheld = await deps.withheldResults.list(listedWithheld)
  return deskWithheldPage({ ...outcome, user, now: deps.clock.now(), withheld })
}

async function showOne(
  http: HttpContext,
  user: DeskViewer,
  id: string,
  outcome: ListNotice,
): Promise<Response> {
  const found = await findWithheld(http.deps, id)
  if (found.ok) return deskWithheldOnePage({ ...outcome, user, withheld: found.value })
  const { status, error } = refusalOf(found.failure)
  return await showWithheld(http, user, { status, notice: problem(error) })
}
