// What the operator's pages share: who may see them, and one order with its refunds.
import type { DeskCaller } from '../../../domain/accounts/operator.ts'
import type { Result } from '../../../domain/base/result.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { listLines } from '../../../domain/orders/order-lines.ts'
import { type OperatorOrderView, operatorOrderPage } from '../../../pages/operators/order.tsx'
import { type DeskRefusal, operatorRefusedPage } from '../../../pages/operators/refused.tsx'
import { operator, viewer } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import type { Failure } from '../../refusals/failure.ts'
import { nextFor, secondFactorPath, signInPath } from '../account/next-page.ts'

/** `timeZone`: the farm's, in which every page of the desk shows times. */
export type DeskReader = DeskCaller & { readonly timeZone: string }

/** Runs a page for operators and viewers: reads only. */
export async function forViewer(
  http: HttpContext,
  request: Request,
  run: (viewer: DeskReader) => Promise<Response>,
): Promise<Response> {
  return runFor(http, request, await viewer.admit(http, request), run)
}

/** Runs a form, or a page of it, for an operator; a viewer gets a page that says to ask one, anyone else is sent to sign-in. */
export async function forOperator(
  http: HttpContext,
  request: Request,
  run: (operator: DeskReader) => Promise<Response>,
): Promise<Response> {
  return runFor(http, request, await operator.admit(http, request), run)
}

async function runFor(
  http: HttpContext,
  request: Request,
  admitted: Result<DeskCaller, Failure>,
  run: (caller: DeskReader) => Promise<Response>,
): Promise<Response> {
  const { deps } = http
  if (admitted.ok) return run({ ...admitted.value, timeZone: deps.timeZone })
  return operatorRefusedPage(refusalFor(http, request, admitted.failure))
}

function refusalFor({ deps }: HttpContext, request: Request, failure: Failure): DeskRefusal {
  const next = nextFor(request, deps)
  switch (failure.kind) {
    case 'operator_required':
      return { kind: 'not_operator' }
    case 'viewer_read_only':
      return { kind: 'read_only' }
    case 'second_factor_required':
      return { kind: 'second_factor', step: failure.step, path: secondFactorPath(next) }
    default:
      return { kind: 'sign_in', signIn: signInPath(next) }
  }
}

export async function showOrder(
  { deps }: HttpContext,
  order: Order,
  view: Omit<
    OperatorOrderView,
    | 'refunds'
    | 'disputes'
    | 'warnings'
    | 'lines'
    | 'refundId'
    | 'jobs'
    | 'messages'
    | 'tickets'
    | 'notes'
    | 'events'
  >,
): Promise<Response> {
  const [refunds, disputes, warnings, lines, jobs, messages, tickets, notes, events] =
    await Promise.all([
      deps.refunds.listByOrder(order.id),
      deps.disputes.ofOrder(order.id),
      deps.disputes.warningsOf(order.id),
      listLines(deps, order),
      deps.printJobs.listByOrder(order.id),
      deps.orderMessages.listByOrder(order.id),
      deps.tickets.listOfOrder(order.id),
      deps.orderWork.listNotes(order.id),
      deps.orders.history(order.id),
    ])
  return operatorOrderPage(order, {
    ...view,
    refunds,
    disputes,
    warnings,
    lines,
    jobs,
    messages,
    tickets,
    notes,
    events,
    refundId: deps.ids.uuid(),
  })
}
