// Lists of the desk: a page with the notice of the last action, and forms that return to it.
import type { NoticeKind } from '../../../../html/notice.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import type { FormRefusal } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'

export type DeskNotice = { readonly kind: NoticeKind; readonly text: string }

export const info = (text: string): DeskNotice => ({ kind: 'info', text })
export const problem = (text: string): DeskNotice => ({ kind: 'error', text })
export const warn = (text: string): DeskNotice => ({ kind: 'warning', text })

/** Notice of a deleted model. */
export const modelDeleted = info('The model is deleted. Its files leave storage within hours.')

/** Notice of the last action on a desk page, with its HTTP status. */
export type ListNotice = { readonly status?: number; readonly notice?: DeskNotice }

/** Returns the outcome that the query names. `notices` has the page's notices by name. */
export function outcomeOf(
  notices: Readonly<Record<string, DeskNotice>>,
  name: string | undefined,
): ListNotice {
  const notice = name !== undefined && Object.hasOwn(notices, name) ? notices[name] : undefined
  return notice === undefined ? {} : { notice }
}

export const refusedOutcome = ({
  status,
  text,
}: Pick<FormRefusal, 'status' | 'text'>): ListNotice => ({
  status,
  notice: problem(text),
})

/** Reads a list and shows it. */
type ShowList = (
  http: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
  query: Readonly<Record<string, string | undefined>>,
) => Response | Promise<Response>

type List<Path extends string> = {
  readonly path: Path
  readonly notices?: Readonly<Record<string, DeskNotice>>
  /** Query parameter that names one of the notices. */
  readonly noticeIn?: string
  readonly show: ShowList
}

export const listPage = <const Path extends string>({
  path,
  notices = {},
  noticeIn = 'done',
  show,
}: List<Path>) =>
  page({
    path,
    access: viewers,
    show: function showList(http, { caller, query }) {
      return show(http, caller, outcomeOf(notices, query[noticeIn]), query)
    },
  })

/** Common settings of a list's forms. They are for operators, and a refusal shows the list without a query. */
export const listForm = (show: ShowList) => ({
  access: operators,
  refuse: (http: HttpContext, { caller }: { readonly caller: DeskViewer }, refused: FormRefusal) =>
    show(http, caller, refusedOutcome(refused), {}),
})
