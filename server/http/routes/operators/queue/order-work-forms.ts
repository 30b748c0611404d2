// The forms of an order's page for its hold, its priority and its notes.
import * as v from 'valibot'
import { addOrderNote, changeOrderWork } from '../../../../domain/fulfillment/order-work.ts'
import type { WorkChange } from '../../../../domain/fulfillment/ports.ts'
import { readOrderForOperators } from '../../../../domain/orders/read/operator-orders.ts'
import { deskOrderNotFound } from '../../../../pages/operators/not-found.tsx'
import { orderPath } from '../../../../pages/operators/order-path.ts'
import type { WorkForms } from '../../../../pages/operators/queue/order-panels.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { readFields, seeOther } from '../../../requests/forms.ts'
import { versionSchema } from '../../orders/status-schemas.ts'
import { type DeskReader, forOperator, showOrder } from '../operator-view.ts'
import { holdReasonSchema, noteSchema, prioritySchema } from './work-schemas.ts'

const path = '/operator/orders/:code'

export const orderWorkForms = [
  page('POST', `${path}/hold`, hold),
  page('POST', `${path}/release`, release),
  page('POST', `${path}/priority`, prioritize),
  page('POST', `${path}/notes`, annotate),
]

/** A note of 2,000 characters, each of which takes up to 12 bytes in a form. */
const maxFormBytes = 64 * 1024

type Form = {
  readonly http: HttpContext
  readonly user: DeskReader
  readonly code: string
  readonly field: (name: string) => string
}

function withForm(
  http: HttpContext,
  { request, params: { code = '' } }: Received,
  run: (form: Form) => Promise<Response>,
): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const fields = await readFields(request, maxFormBytes)
    if (!fields.ok) {
      const unread = { http, user, code, field: () => '' }
      if (fields.failure.kind === 'body_too_large') {
        return await refuse(unread, { status: 413, notice: { kind: 'error', text: tooLargeText } })
      }
      const { status, error } = refusalOf(fields.failure)
      return await refuse(unread, { status, notice: { kind: 'error', text: error } })
    }
    const { value } = fields
    return await run({ http, user, code, field: (name) => value.get(name) ?? '' })
  })
}

// Such a form is not read, so that its text cannot be shown again here.
const tooLargeText =
  'Nothing was saved, because the text is far too long: a note has up to 2,000 characters and a reason up to 200. Go back in the browser to what you entered, and shorten it.'

function hold(http: HttpContext, received: Received): Promise<Response> {
  return withForm(http, received, (form) => {
    const reason = v.safeParse(holdReasonSchema, form.field('holdReason'))
    const workForms = { holdReason: form.field('holdReason') }
    if (reason.success) return change(form, { kind: 'hold', reason: reason.output }, workForms)
    const errors = { holdReason: 'Enter a reason in 1 to 200 characters.' }
    return refuse(form, { ...invalid, errors, workForms })
  })
}

function release(http: HttpContext, received: Received): Promise<Response> {
  return withForm(http, received, (form) => change(form, { kind: 'release' }, {}))
}

function prioritize(http: HttpContext, received: Received): Promise<Response> {
  return withForm(http, received, (form) => {
    const priority = v.safeParse(prioritySchema, form.field('priority'))
    if (priority.success) return change(form, { kind: 'priority', priority: priority.output }, {})
    return refuse(form, { ...invalid, errors: { priority: 'Choose a priority.' } })
  })
}

function annotate(http: HttpContext, received: Received): Promise<Response> {
  return withForm(http, received, async (form) => {
    const { user, code } = form
    const typed = form.field('note')
    const text = v.safeParse(noteSchema, typed)
    if (!text.success) {
      const errors = { note: 'Enter a note in 1 to 2,000 characters.' }
      return refuse(form, { ...invalid, errors, workForms: { note: typed } })
    }
    const added = await addOrderNote(http.deps, user.email, { code, text: text.output })
    return added.ok ? seeOther(`${orderPath(code)}?saved=1`) : deskOrderNotFound(user)
  })
}

type Refused = Omit<Parameters<typeof showOrder>[2], 'user'>

const invalid = {
  status: 400,
  notice: { kind: 'error', text: 'Nothing was saved. Correct the marked field.' },
} as const

async function change(form: Form, work: WorkChange, workForms: WorkForms): Promise<Response> {
  const { http, user, code, field } = form
  const version = v.safeParse(
    versionSchema,
    /^\d+$/.test(field('version')) ? Number(field('version')) : null,
  )
  if (!version.success) {
    const text = 'This form was incomplete, so nothing was saved. Check it and save again.'
    return refuse(form, { status: 400, notice: { kind: 'error', text }, workForms })
  }
  const changed = await changeOrderWork(http.deps, user.email, {
    code,
    change: work,
    version: version.output,
  })
  if (changed.ok) return seeOther(`${orderPath(code)}?saved=1`)
  const { failure } = changed
  if (failure.kind === 'order_changed') {
    return refuse(form, { status: 409, changes: failure.changes, workForms })
  }
  const { status, error } = refusalOf(failure)
  return refuse(form, { status, notice: { kind: 'error', text: error }, workForms })
}

/** The current order, with what was typed and why it was not saved. */
async function refuse({ http, user, code }: Form, view: Refused): Promise<Response> {
  const order = await readOrderForOperators(http.deps, code)
  return order.ok ? showOrder(http, order.value, { user, ...view }) : deskOrderNotFound(user)
}
