// Lists of the desk: a page with the notice of the last action, and forms on its rows that ask first.
import { ok, type Result } from '../../../domain/base/result.ts'
import type { NoticeKind } from '../../../html/notice.tsx'
import { confirmedField, confirmPage, type Question } from '../../../pages/operators/confirm.tsx'
import { checkbox, type Fields } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form, type Refused } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { type DeskReader, operators, viewers } from '../../middleware/page-access.ts'
import type { Route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'

export type DeskNotice = { readonly kind: NoticeKind; readonly text: string }

export const info = (text: string): DeskNotice => ({ kind: 'info', text })
export const problem = (text: string): DeskNotice => ({ kind: 'error', text })
export const warning = (text: string): DeskNotice => ({ kind: 'warning', text })

export type Query = Readonly<Record<string, string | undefined>>

/** What a page of the desk shows of the last action. */
export type Outcome = { readonly status?: number; readonly notice?: DeskNotice }

/** `of` has the notices of a page by the words that a redirect names in its query. */
export const outcomeOf = (
  of: Readonly<Record<string, DeskNotice>>,
  name: string | undefined,
): Outcome => {
  const notice = name !== undefined && Object.hasOwn(of, name) ? of[name] : undefined
  return notice === undefined ? {} : { notice }
}

export const refusedOutcome = ({ status, text }: Pick<Refused, 'status' | 'text'>): Outcome => ({
  status,
  notice: problem(text),
})

type List<Path extends string> = {
  readonly path: Path
  /** The parameter of the query that names a notice, and the notices by its values. */
  readonly notices?: readonly [parameter: string, of: Readonly<Record<string, DeskNotice>>]
  /** Reads the list again and shows it. A refused form shows the list as it is without a query. */
  readonly show: (
    http: HttpContext,
    user: DeskReader,
    outcome: Outcome,
    query: Query,
  ) => Response | Promise<Response>
}

export const listPage = <const Path extends string>({ path, notices, show }: List<Path>): Route<HttpContext> =>
  page({
    path,
    access: viewers,
    show: function showList(http, { caller, query }) {
      const [parameter = '', of = {}] = notices ?? []
      return show(http, caller, outcomeOf(of, query[parameter]), query)
    },
  })

/** The mark of a form whose question was asked. */
export const confirmed = { [confirmedField]: checkbox } as const

type Confirmed = { readonly [confirmedField]: boolean }

type RowForm<Values extends Confirmed> = {
  readonly path: string
  /** With `confirmed`. */
  readonly fields: Fields<Values>
  readonly question: (http: HttpContext, values: Values) => Promise<Result<Question, Failure>>
  /** Returns the address that the browser goes to. */
  readonly act: (
    http: HttpContext,
    operator: DeskReader,
    values: Values,
  ) => Promise<Result<string, Failure>>
  /** Of the list that the row is in. */
  readonly show: List<string>['show']
}

/** A form on the rows of a list: the first request shows the question, the second one acts. */
export const rowForm = <Values extends Confirmed>({
  path,
  fields,
  question,
  act,
  show,
}: RowForm<Values>): Route<HttpContext> =>
  form({
    path,
    access: operators,
    fields,
    act: async function actOnRow(http, { caller, body }) {
      if (body.confirmed) return await act(http, caller, body)
      const asked = await question(http, body)
      return asked.ok ? ok(confirmPage(caller, asked.value)) : asked
    },
    done: (_http, _input, next) => next,
    refuse: (http, { caller }, refused) => show(http, caller, refusedOutcome(refused), {}),
  })
