// Forms of the order page for hold, review, priority and notes.
import { lengthText, maxOrderNoteCharacters } from '../../../../../domain/base/text/text-lengths.ts'
import { addOrderNote, changeOrderWork } from '../../../../../domain/fulfillment/order-work.ts'
import { priorities } from '../../../../../domain/orders/record/priority.ts'
import { choice, textOf, version } from '../../../../contract/form-fields.ts'
import { form } from '../../../../middleware/form.ts'
import { orderForm } from '../order-form.ts'
import { reasonError } from '../part-counts.ts'
import { holdReasonSchema, noteSchema } from './work-schemas.ts'

const path = '/operator/orders/:code'

/** Fits a note whose characters take up to 12 bytes each in a form. */
const maxBytes = 64 * 1024

export const orderWorkForms = [
  form({
    ...orderForm((field) => ({ workForms: { holdReason: field('holdReason') } })),
    path: `${path}/hold`,
    maxBytes,
    fields: {
      holdReason: textOf(holdReasonSchema, reasonError),
      version,
    },
    act: async function hold({ deps }, { caller, params: { code }, body }) {
      const change = { kind: 'hold', reason: body.holdReason } as const
      return await changeOrderWork(deps, caller.email, { code, change, version: body.version })
    },
  }),
  form({
    ...orderForm(),
    path: `${path}/release`,
    maxBytes,
    fields: { version },
    act: async function release({ deps }, { caller, params: { code }, body }) {
      const change = { kind: 'release' } as const
      return await changeOrderWork(deps, caller.email, { code, change, version: body.version })
    },
  }),
  form({
    ...orderForm(),
    path: `${path}/reviewed`,
    maxBytes,
    fields: { version },
    act: async function reviewFile({ deps }, { caller, params: { code }, body }) {
      const change = { kind: 'reviewed' } as const
      return await changeOrderWork(deps, caller.email, { code, change, version: body.version })
    },
  }),
  form({
    ...orderForm(),
    path: `${path}/priority`,
    maxBytes,
    fields: { priority: choice(priorities, 'Choose a priority.'), version },
    act: async function prioritize({ deps }, { caller, params: { code }, body }) {
      const change = { kind: 'priority', priority: body.priority } as const
      return await changeOrderWork(deps, caller.email, { code, change, version: body.version })
    },
  }),
  form({
    ...orderForm((field) => ({ workForms: { note: field('note') } })),
    path: `${path}/notes`,
    maxBytes,
    fields: { note: textOf(noteSchema, `Enter a note in ${lengthText(maxOrderNoteCharacters)}.`) },
    act: async function annotate({ deps }, { caller, params: { code }, body }) {
      return await addOrderNote(deps, caller.email, { code, text: body.note })
    },
  }),
]
