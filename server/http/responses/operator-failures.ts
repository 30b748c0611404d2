// Refusals of what operators do other than with orders.
import { unreachable } from '../../domain/base/result.ts'
import type { OperatorFailure } from '../../domain/operators/failure.ts'
import { attachmentTypesText, maxAttachmentText } from '../../domain/operators/order-messages.ts'

type Refusal = { readonly status: number; readonly error: string }

export function operatorRefusal(failure: OperatorFailure): Refusal {
  switch (failure.kind) {
    case 'wall_link_name_invalid':
      return { status: 400, error: 'Enter a name in 1 to 100 characters on one line.' }
    case 'too_many_wall_links':
      return {
        status: 409,
        error: `There are ${failure.limit} wall links already. Revoke one that is not used any more.`,
      }
    case 'wall_link_not_found':
      return { status: 404, error: 'That wall link does not exist, or it was revoked already.' }
    case 'second_factor_own':
      return {
        status: 409,
        error: 'You cannot reset your own second factor. Ask another operator.',
      }
    case 'second_factor_not_found':
      return { status: 404, error: 'No account with that address has a second factor.' }
    case 'charge_settled':
      return { status: 409, error: 'That charge is settled already. Nothing was changed.' }
    case 'charge_just_checked':
      return {
        status: 409,
        error: 'The card processor was asked about that charge seconds ago. Try again in a moment.',
      }
    case 'payment_reason_required':
      return { status: 400, error: 'Say why, for the log and your colleagues.' }
    case 'payment_not_found':
      return { status: 404, error: 'No payment without an order has that id.' }
    case 'payment_decided':
      return {
        status: 409,
        error:
          'That payment is being refunded, was refunded or kept, or its order is back. Nothing was changed.',
      }
    case 'mail_not_found':
      return { status: 404, error: 'There is no such mail. Mails are kept for 90 days.' }
    case 'mail_just_resent':
      return {
        status: 409,
        error: 'That mail was queued less than a minute ago, so it was not sent a second time.',
      }
    case 'task_not_found':
      return {
        status: 404,
        error:
          'That task is running now, or it has succeeded or was discarded. Nothing was changed.',
      }
    case 'attachment_not_found':
      return { status: 404, error: `There is no attachment ${failure.id}. Upload it first.` }
    case 'attachment_unsupported':
      return { status: 415, error: `Unsupported file. Send one of: ${attachmentTypesText}.` }
    case 'attachment_too_large':
      return { status: 413, error: `File too large (max ${maxAttachmentText}).` }
    default:
      return unreachable(failure)
  }
}
