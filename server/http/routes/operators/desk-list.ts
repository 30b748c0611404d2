// Lists of the desk: a page with the notice of the last action, and forms that return to it.
import type { NoticeKind } from '../../../html/notice.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import type { FormRefusal } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { type DeskReader, operators, viewers } from '../../middleware/page-access.ts'

export type DeskNotice = { readonly kind: NoticeKind; readonly text: string }

export const info = (text: string): DeskNotice => ({ kind: 'info', text })
export const problem = (text: string): DeskNotice => ({ kind: 'error', text })
export const warning = (text: string): DeskNotice => ({ kind: 'warning', text })

/** What became of the last action, for a page of the desk. */
export type Outcome = { readonly status?: number; readonly notice?: DeskNotice }

/** `notices`: of a page, by the words that redirects to it name in their query. */
export function outcomeOf(
  notices: Readonly<Record<string, DeskNotice>>,
  name: string | undefined,
): Outcome {
  const notice = name !== undefined && Object.hasOwn(notices, name) ? notices[name] : undefined
  return notice === undefined ? {} : { notice }
}

export const refusedOutcome = ({
  status,
  text,
}: Pick<FormRefusal, 'status' | 'text'>): Outcome => ({
  status,
  notice: problem(text),
})

/** Reads a list and shows it. */
type ShowList = (
  http: HttpContext,
  user: DeskReader,
  outcome: Outcome,
  query: Readonly<Record<string, string | undefined>>,
) => Response | Promise<Response>

type List<Path extends string> = {
  readonly path: Path
  readonly notices?: Readonly<Record<string, DeskNotice>>
  /** The parameter of the query that names one of the notices. */
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

/** What the forms of a list share: they are for operators, and a refusal shows the list as it is without a query. */
export const listForm = (show: ShowList) => ({
  access: operators,
  refuse: (http: HttpContext, { caller }: { readonly caller: DeskReader }, refused: FormRefusal) =>
    show(http, caller, refusedOutcome(refused), {}),
})

/** The number of a page in a query; 1 for anything else. */
export const pageOf = (text: string | undefined): number =>
  /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1
