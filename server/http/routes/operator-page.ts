// /operator: the farm's people look at orders, take their files and set status and tracking (decisions.md 17). Signed-in operators only.
import { Elysia } from 'elysia'
import type { AccountCaller } from '../../domain/accounts/caller.ts'
import { requireOperator } from '../../domain/accounts/operator.ts'
import type { Failure } from '../../domain/failure.ts'
import { setOrderStatus } from '../../domain/orders/operate.ts'
import {
  listOrdersForOperators,
  readOrderForOperators,
} from '../../domain/orders/operator-orders.ts'
import { fetchOrderFile } from '../../domain/orders/order-file.ts'
import { orderNotFoundPage } from '../../pages/not-found.tsx'
import { operatorOrderPage, type StatusForm } from '../../pages/operator-order.tsx'
import { operatorOrdersPage } from '../../pages/operator-orders.tsx'
import { operatorRefusedPage } from '../../pages/operator-refused.tsx'
import { attachment } from '../attachment.ts'
import { parseShape } from '../body.ts'
import type { HttpContext } from '../context.ts'
import { refusalOf } from '../failure-to-response.ts'
import { readForm, seeOther } from '../forms.ts'
import { operatorStatusSchema } from '../status-schemas.ts'

const detail = { hide: true }
const path = '/operator/orders'

export const operatorPages = ({ deps, authenticate }: HttpContext) => {
  /** Runs a page for an operator; the authenticator refuses a cookie that another site's form brought. */
  const asOperator = async (
    request: Request,
    run: (operator: AccountCaller) => Promise<Response>,
  ): Promise<Response> => {
    const operator = requireOperator(deps, await authenticate(request, ['session']))
    if (operator.ok) return run(operator.value)
    return operatorRefusedPage(operator.failure.kind === 'operator_required' ? 403 : 401)
  }
  /** The order with what was typed and why it was not saved. */
  const refuse = async (code: string, failure: Failure, typed: StatusForm): Promise<Response> => {
    const order = await readOrderForOperators(deps, code)
    if (!order.ok) return orderNotFoundPage()
    const { status, error } = refusalOf(failure)
    return operatorOrderPage(order.value, { status, typed, notice: { kind: 'error', text: error } })
  }

  /** The file itself; the order with the reason when storage does not give it. */
  const sendFile = async (code: string): Promise<Response> => {
    const order = await readOrderForOperators(deps, code)
    if (!order.ok) return orderNotFoundPage()
    const file = await fetchOrderFile(deps, order.value.file)
    if (file.ok) return attachment(file.value, deps.temporaryFiles.remove)
    const { status, error } = refusalOf(file.failure)
    return operatorOrderPage(order.value, { status, notice: { kind: 'error', text: error } })
  }

  return new Elysia()
    .get(
      '/operator',
      ({ request, query }) =>
        asOperator(request, async () => {
          const code = query.code?.trim().toUpperCase() ?? ''
          const found = code === '' ? null : await readOrderForOperators(deps, code)
          if (found?.ok) return seeOther(`${path}/${encodeURIComponent(code)}`)
          const { status, before } = query
          const list = await listOrdersForOperators(deps, { status, before })
          return operatorOrdersPage(list, { unknownCode: code === '' ? null : code })
        }),
      { detail },
    )
    .get(
      `${path}/:code`,
      ({ request, params, query }) =>
        asOperator(request, async () => {
          const order = await readOrderForOperators(deps, params.code)
          if (!order.ok) return orderNotFoundPage()
          const saved = { notice: { kind: 'info', text: 'Saved.' } } as const
          return operatorOrderPage(order.value, query.saved === '1' ? saved : {})
        }),
      { detail },
    )
    .get(
      `${path}/:code/file`,
      ({ request, params }) => asOperator(request, () => sendFile(params.code)),
      { detail },
    )
    .post(
      `${path}/:code`,
      ({ request, params: { code } }) =>
        asOperator(request, async ({ email }) => {
          const typed = await readStatusForm(request)
          const change = parseShape(changeOf(typed), operatorStatusSchema)
          if (!change.ok) return refuse(code, change.failure, typed)
          const set = await setOrderStatus(deps, email, { code, ...change.value })
          if (!set.ok) return refuse(code, set.failure, typed)
          return seeOther(`${path}/${encodeURIComponent(code)}?saved=1`)
        }),
      { parse: 'none', detail },
    )
}

async function readStatusForm(request: Request): Promise<StatusForm> {
  const field = await readForm(request)
  const text = (name: string) => field(name).trim()
  return {
    status: text('status'),
    carrier: text('carrier'),
    number: text('number'),
    url: text('url'),
  }
}

/** As the endpoint takes it: a field that was left empty is not sent, and all three empty leave the tracking alone. */
function changeOf({ status, carrier, number, url }: StatusForm): unknown {
  if (carrier === '' && number === '' && url === '') return { status }
  return { status, tracking: { carrier, number, ...(url === '' ? {} : { url }) } }
}
