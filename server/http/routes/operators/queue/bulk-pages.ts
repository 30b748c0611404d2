// /operator/bulk: preview, tracking, confirmation and result of changing many orders.
import * as v from 'valibot'
import { isUuid } from '../../../../domain/base/ids/uuid.ts'
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { readPage } from '../../../../domain/base/text/page-number.ts'
import { lengthText, maxReasonCharacters } from '../../../../domain/base/text/text-lengths.ts'
import { readBulkPage } from '../../../../domain/desk/bulk.ts'
import {
  type BulkAction,
  type BulkChange,
  isBulkKind,
} from '../../../../domain/fulfillment/bulk-action.ts'
import {
  confirmBulk,
  enterBulkTracking,
  previewBulk,
  readBulk,
} from '../../../../domain/fulfillment/bulk-actions.ts'
import type { Order } from '../../../../domain/orders/record/order.ts'
import { isPriority } from '../../../../domain/orders/record/priority.ts'
import { hasErrors } from '../../../../html/form-fields.tsx'
import { correctFields } from '../../../../pages/base/correct-fields.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { wrongFields } from '../../../../pages/operators/parts/wrong-fields.ts'
import { type BulkView, bulkPage } from '../../../../pages/operators/queue/bulk-page.tsx'
import type { EnteredSelection } from '../../../../pages/operators/queue/selection-bar.tsx'
import type { Field, SentFields } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import { page, post } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { readFields, seeOther } from '../../../requests/forms.ts'
import { holdReasonSchema } from '../orders/work/work-schemas.ts'
import { renderQueue } from './queue-page.ts'
import { fieldsOf, filterOf, readTarget, targetField } from './selection.ts'
import { isSavedTracking, type ReadTracking, readTrackingForm } from './tracking-form.ts'

const path = '/operator/bulk'
const pathOf = (id: string) => `${path}/${id}`

/** Fits a thousand codes with their versions, or the tracking of a thousand parcels. */
const maxFormBytes = 512 * 1024

const changeField: Field<BulkChange> = { read: (field) => readChange(field) }

export const bulkPages = [
  form({
    path,
    access: operators,
    maxBytes: maxFormBytes,
    fields: { change: changeField, target: targetField },
    act: ({ deps }, { caller: user, body }) => previewBulk(deps, user.email, body),
    done: (_http, _input, { id }) => pathOf(id),
    refuse: (http, { caller: user }, { status, text, typedIn, failure }) =>
      renderQueue(http, user, {
        ...filterOf(typedIn('query')),
        page: readPage(typedIn('page') || undefined),
        notices: [{ kind: 'error', text: failure === null ? text : refusalOf(failure).error }],
        status,
        entered: enteredIn(typedIn),
      }),
  }),
  page({ path: `${path}/:id`, access: viewers, show }),
  post({ path: `${path}/:id/tracking`, access: operators, respond: saveOrShip }),
  form({
    path: `${path}/:id/confirm`,
    access: operators,
    fields: {},
    act: async function confirm(http, { params, caller: user }) {
      const action = await find(http, params)
      if (!action.ok) return action
      await confirmBulk(http.deps, user.email, action.value.id)
      return ok(action.value.id)
    },
    done: (_http, _input, id) => pathOf(id),
    refuse: (_http, { caller: user }) => deskNotFound(user, 'action'),
  }),
]

type OfAction = Input<DeskViewer, 'id'>

/** Returns the entered values, for the page that refuses the form. */
function enteredIn(field: SentFields): EnteredSelection {
  const target = readTarget(fieldsOf(field))
  const priority = field('priority')
  return {
    picked: new Set('picked' in target ? target.picked.map(({ code }) => code) : []),
    isAll: 'filter' in target,
    reason: field('reason'),
    priority: isPriority(priority) ? priority : null,
  }
}

function readChange(field: SentFields): Result<BulkChange, string> {
  const reasonText = field('reason')
  const action = field('action')
  // The user pressed Enter in the reason field.
  const kind = action === '' && reasonText.trim() !== '' ? 'hold' : action
  if (!isBulkKind(kind)) {
    return fail('Nothing was changed. Choose one of the actions below the list.')
  }
  if (kind === 'hold') {
    const reason = v.safeParse(holdReasonSchema, reasonText)
    if (reason.success) return ok({ kind, reason: reason.output })
    return fail(
      `Nothing was changed. Enter the reason of the hold in ${lengthText(maxReasonCharacters)}, under More.`,
    )
  }
  if (kind === 'accept') return ok({ kind, queues: true })
  if (kind !== 'priority') return ok({ kind })
  const priority = field('priority')
  return isPriority(priority)
    ? ok({ kind, priority })
    : fail('Nothing was changed. Choose a priority, under More.')
}

async function show(http: HttpContext, { params, caller }: OfAction): Promise<Response> {
  return await showFound(http, caller, await find(http, params))
}

const find = ({ deps }: HttpContext, { id }: OfAction['params']) =>
  isUuid(id) ? readBulk(deps, id) : Promise.resolve(fail({ kind: 'bulk_not_found' } as const))

async function showFound(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: Result<BulkAction, Failure>,
  rest: Pick<BulkView, 'status' | 'form' | 'notice'> = {},
): Promise<Response> {
  if (!outcome.ok) return deskNotFound(user, 'action')
  const action = outcome.value
  return bulkPage({ user, action, ...(await readBulkPage(deps, action)), ...rest })
}

/** Handles the tracking form: saves the entered values, and ships if that button was pressed. */
async function saveOrShip(
  http: HttpContext,
  { request, params, caller: user }: OfAction,
): Promise<Response> {
  const outcome = await find(http, params)
  if (!outcome.ok) return deskNotFound(user, 'action')
  const refuse = (status: number, text: string, trackingForm?: BulkView['form']) =>
    showFound(http, user, outcome, {
      status,
      notice: {
        kind: 'error',
        text: `Nothing was saved or shipped. ${text}`,
        fields: wrongFields(trackingForm?.errors ?? {}),
      },
      ...(trackingForm !== undefined && { form: trackingForm }),
    })
  const fields = await readFields(request, maxFormBytes)
  if (!fields.ok) {
    const { status, error } = refusalOf(fields.failure)
    return refuse(status, error)
  }
  const action = outcome.value
  const { orders } = await readBulkPage(http.deps, action)
  const read = readTrackingForm(fields.value, action, orders)
  if (hasErrors(read.form.errors)) {
    return refuse(400, correctFields(read.form.errors), read.form)
  }
  const ships = fields.value.get('do') === 'ship'
  if (ships && !shipsAny(action, orders, read)) {
    const errors = {
      lines: 'No order has tracking. Enter it, or choose to ship those that have none without.',
    }
    return refuse(400, correctFields(errors), { ...read.form, errors })
  }
  const entered = await enterBulkTracking(http.deps, action.id, read)
  if (!entered.ok) return await showConfirmed(http, user, { params, read })
  if (ships) await confirmBulk(http.deps, user.email, action.id)
  return seeOther(pathOf(action.id))
}

/** Whether any order of the action has tracking, either in the form or stored, or needs none. */
const shipsAny = (
  action: BulkAction,
  orders: ReadonlyMap<string, Order>,
  { parcels, withoutTracking }: ReadTracking,
): boolean =>
  withoutTracking ||
  parcels.length > 0 ||
  action.orders.some(
    ({ code, outcome }) => outcome === null && (orders.get(code)?.enteredTracking ?? null) !== null,
  )

type Repeated = { readonly params: OfAction['params']; readonly read: ReadTracking }

/** Shows the result when the action was already confirmed by a repeated click or in another window. */
async function showConfirmed(
  http: HttpContext,
  user: DeskViewer,
  { params, read }: Repeated,
): Promise<Response> {
  const action = await find(http, params)
  if (!action.ok) return deskNotFound(user, 'action')
  if (isSavedTracking(read, action.value)) {
    // Completes a confirmation in progress. Otherwise changes nothing.
    await confirmBulk(http.deps, user.email, action.value.id)
    return seeOther(pathOf(action.value.id))
  }
  const text =
    'This action was confirmed meanwhile, so the tracking that you entered was not saved. Enter it on the pages of the orders.'
  return showFound(http, user, action, { status: 409, notice: { kind: 'error', text } })
}
