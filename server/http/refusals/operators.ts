// Refusals of operators' actions that do not concern orders.

import { lengthText } from '../../domain/base/text/text-lengths.ts'
import { keptDays } from '../../domain/base/time/retention.ts'
import { revokeUnusedAdvice } from '../../domain/errors/sentences.ts'
import type { OperatorFailure } from '../../domain/operators/failure.ts'
import { attachmentTypesText, maxAttachmentText } from '../../domain/operators/order-messages.ts'
import { maxWallLinkNameCharacters } from '../../domain/operators/wall-links.ts'
import type { Refusals } from './refusal.ts'

export const operatorRefusals: Refusals<OperatorFailure> = {
  wall_link_name_invalid: [
    400,
    `Enter a name in ${lengthText(maxWallLinkNameCharacters)} on one line.`,
  ],
  too_many_wall_links: ({ limit }) => [
    409,
    `There are ${limit} wall links already. ${revokeUnusedAdvice}`,
  ],
  wall_link_not_found: [404, 'That wall link does not exist, or it was revoked already.'],
  second_factor_own: [409, 'You cannot reset your own second factor. Ask another operator.'],
  second_factor_not_found: [404, 'No account with that address has a second factor.'],
  charge_settled: [409, 'That charge is settled already. Nothing was changed.'],
  charge_just_checked: [
    409,
    'The card processor was asked about that charge seconds ago. Try again in a moment.',
  ],
  payment_reason_required: [400, 'Say why, for the log and your colleagues.'],
  payment_not_found: [404, 'No payment without an order has that id.'],
  payment_decided: [
    409,
    'That payment is being refunded, was refunded or kept, or its order is back. Nothing was changed.',
  ],
  work_reason_required: [400, 'Enter a reason; it is logged.'],
  work_not_found: [404, 'There is no such model or picture, or it is deleted already.'],
  withheld_not_found: [404, 'There is no such withheld model, or it has been decided about.'],
  engine_not_found: [404, 'There is no such engine.'],
  engine_reason_required: [400, 'Enter a reason; it is shown at the desk and logged.'],
  engine_unchanged: ({ isOff }) => [
    409,
    `The engine is ${isOff ? 'off' : 'on'} already. Nothing was changed.`,
  ],
  mail_not_found: [404, `There is no such mail. Mails are kept for ${keptDays} days.`],
  mail_just_resent: [
    409,
    'That email was queued less than a minute ago, so it was not sent a second time.',
  ],
  task_not_found: [
    404,
    'That task is running now, or it has succeeded or was discarded. Nothing was changed.',
  ],
  attachment_not_found: ({ id }) => [404, `There is no attachment ${id}. Upload it first.`],
  attachment_unsupported: [415, `Unsupported file. Send one of: ${attachmentTypesText}.`],
  attachment_too_large: [413, `File too large (max ${maxAttachmentText}).`],
}
