// Forms of operators with a confirmation: the first request shows the question, the second one acts.
import type { NoticeKind } from '../../../html/notice.tsx'
import { confirmedField, confirmPage, type Question } from '../../../pages/operators/confirm.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { post } from '../../middleware/page.ts'
import { type DeskReader, operators } from '../../middleware/page-access.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm } from '../../requests/forms.ts'

export type Field = (name: string) => string
export type DeskNotice = { readonly kind: NoticeKind; readonly text: string }

export type AskedForm = {
  readonly http: HttpContext
  readonly operator: DeskReader
  readonly field: Field
}

/** `question`: a Response refuses before the question, for example because the object no longer exists. */
export type Asked = {
  readonly question: (form: AskedForm) => Promise<Question | Response>
  readonly act: (form: AskedForm) => Promise<Response>
}

/** A form of an operator with its question. */
export const askedForm = (path: string, { question, act }: Asked) =>
  post({
    path,
    access: operators,
    show: async function respondToForm(http: HttpContext, { request, caller: operator }) {
      const form = { http, operator, field: await readForm(request) }
      if (form.field(confirmedField) === '1') return await act(form)
      const asked = await question(form)
      return asked instanceof Response ? asked : confirmPage(operator, asked)
    },
  })

/** The notice that a redirect named in its query; undefined for none. */
export function noticeOf(
  notices: Readonly<Record<string, DeskNotice>>,
  name: string | undefined,
): DeskNotice | undefined {
  return name !== undefined && Object.hasOwn(notices, name) ? notices[name] : undefined
}

export const info = (text: string): DeskNotice => ({ kind: 'info', text })
export const problem = (text: string): DeskNotice => ({ kind: 'error', text })

/** Renders the page with a notice; its state is read again. */
export type RenderNotice = (
  http: HttpContext,
  user: DeskReader,
  shown: { readonly status?: number; readonly notice?: DeskNotice },
) => Promise<Response>

/** The page with the reason of a refusal above it. */
export const refuserOf =
  (render: RenderNotice) =>
  (http: HttpContext, user: DeskReader, failure: Failure): Promise<Response> => {
    const { status, error } = refusalOf(failure)
    return render(http, user, { status, notice: problem(error) })
  }
