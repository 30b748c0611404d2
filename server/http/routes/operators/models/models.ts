// /operator/models and /operator/pictures: a user's results, and their deletion by an operator.
import {
  deleteModelAsOperator,
  deletePictureAsOperator,
  findPicture,
  findWork,
} from '../../../../domain/operators/delete-work.ts'
import {
  deleteModelPage,
  deletePicturePage,
  deskModelsPage,
  modelsPath,
  picturesPath,
} from '../../../../pages/operators/models.tsx'
import { anyText } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import {
  info,
  type ListNotice,
  listPage,
  modelDeleted,
  problem,
  refusedOutcome,
} from '../forms/desk-list.ts'

const notices = {
  model: modelDeleted,
  picture: info('The picture is deleted. It leaves storage within hours.'),
}

export const deskModelsPages = [
  listPage({ path: modelsPath, notices, show: showWork }),
  page({
    path: `${modelsPath}/:id`,
    access: viewers,
    show: (http, { params, caller }) => showModel(http, caller, params.id),
  }),
  form({
    path: `${modelsPath}/:id`,
    access: operators,
    fields: { reason: anyText },
    act: async function deleteModelByForm({ deps }, { caller, params, body }) {
      return await deleteModelAsOperator(deps, caller.email, { ...body, id: params.id })
    },
    done: () => `${modelsPath}?done=model`,
    refuse: (http, { caller, params }, refused) => showModel(http, caller, params.id, refused),
  }),
  page({
    path: picturesPath,
    access: viewers,
    show: (http, { caller, query }) =>
      showPicture(http, caller, { account: query['account'] ?? '', url: query['url'] ?? '' }),
  }),
  form({
    path: picturesPath,
    access: operators,
    fields: { account: anyText, url: anyText, reason: anyText },
    act: async function deletePictureByForm({ deps }, { caller, body }) {
      return await deletePictureAsOperator(deps, caller.email, body)
    },
    done: () => `${modelsPath}?done=picture`,
    refuse: (http, { caller }, refused) => {
      const { typedIn } = refused
      return showPicture(
        http,
        caller,
        { account: typedIn('account'), url: typedIn('url') },
        refused,
      )
    },
  }),
]

type Query = Readonly<Record<string, string | undefined>>

async function showWork(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
  query: Query,
): Promise<Response> {
  const sought = (query['q'] ?? '').trim()
  const found = sought === '' ? null : await findWork(deps, sought)
  return deskModelsPage({ ...outcome, user, now: deps.clock.now(), sought, found })
}

/** Returns the values that a refused form shows again. */
function reopenWork(refused: FormRefusal | undefined) {
  if (refused === undefined) return {}
  const { failure, text, typedIn } = refused
  const errors = failure?.kind === 'work_reason_required' ? { reason: text } : {}
  return { ...refusedOutcome(refused), form: { reason: typedIn('reason'), errors } }
}

async function showModel(
  http: HttpContext,
  user: DeskViewer,
  id: string,
  refused?: FormRefusal,
): Promise<Response> {
  const found = await findWork(http.deps, id)
  const model = found?.models.find((each) => each.id === id)
  if (found === null || model === undefined) return await showGone(http, user)
  return deleteModelPage({ ...reopenWork(refused), user, email: found.email, model })
}

async function showPicture(
  http: HttpContext,
  user: DeskViewer,
  named: { readonly account: string; readonly url: string },
  refused?: FormRefusal,
): Promise<Response> {
  const found = await findPicture(http.deps, named)
  if (found === null) return await showGone(http, user)
  return deletePicturePage({ ...reopenWork(refused), ...found, user })
}

async function showGone(http: HttpContext, user: DeskViewer): Promise<Response> {
  const { status, error } = refusalOf({ kind: 'work_not_found' })
  return await showWork(http, user, { status, notice: problem(error) }, {})
}
