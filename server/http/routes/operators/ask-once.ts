// The question before a form of the desk is carried out: its own page sends the form again, with `confirmed`.
import { ok, type Result } from '../../../domain/base/result.ts'
import { confirmPage, type Question } from '../../../pages/operators/confirm.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import type { DeskReader } from '../../middleware/page-access.ts'
import type { Failure } from '../../refusals/failure.ts'

type ConfirmableForm = {
  readonly caller: DeskReader
  readonly body: { readonly confirmed: boolean }
}

export const askOnce =
  <Input extends ConfirmableForm>(
    question: (http: HttpContext, input: Input) => Promise<Result<Question, Failure>>,
  ) =>
  async (http: HttpContext, input: Input): Promise<Result<Response | null, Failure>> => {
    if (input.body.confirmed) return ok(null)
    const outcome = await question(http, input)
    return outcome.ok ? ok(confirmPage(input.caller, outcome.value)) : outcome
  }
