// Confirmation before a desk form is carried out. The confirmation page sends the form again with `confirmed`.
import { ok, type Result } from '../../../../domain/base/result.ts'
import { type ConfirmQuestion, confirmPage } from '../../../../pages/operators/confirm.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import type { DeskViewer } from '../../../middleware/page-access.ts'
import type { Failure } from '../../../refusals/failure.ts'

type ConfirmableForm = {
  readonly caller: DeskViewer
  readonly body: { readonly confirmed: boolean }
}

export const askOnce =
  <Input extends ConfirmableForm>(
    question: (http: HttpContext, input: Input) => Promise<Result<ConfirmQuestion, Failure>>,
  ) =>
  async (http: HttpContext, input: Input): Promise<Result<Response | null, Failure>> => {
    if (input.body.confirmed) return ok(null)
    const outcome = await question(http, input)
    return outcome.ok ? ok(confirmPage(input.caller, outcome.value)) : outcome
  }
