// Failures of operator actions other than on orders.
import type { WithheldFailure } from '../generation/run/withheld.ts'

export type OperatorFailure =
  | { readonly kind: 'wall_link_name_invalid' }
  | { readonly kind: 'too_many_wall_links'; readonly limit: number }
  | { readonly kind: 'wall_link_not_found' }
  | { readonly kind: 'second_factor_own' }
  | { readonly kind: 'second_factor_not_found' }
  | { readonly kind: 'charge_settled' }
  | { readonly kind: 'charge_just_checked' }
  | { readonly kind: 'payment_reason_required' }
  | { readonly kind: 'payment_not_found' }
  | { readonly kind: 'payment_decided' }
  | { readonly kind: 'mail_not_found' }
  | { readonly kind: 'mail_just_resent' }
  | { readonly kind: 'task_not_found' }
  | { readonly kind: 'attachment_not_found'; readonly id: string }
  | { readonly kind: 'attachment_unsupported' }
  | { readonly kind: 'attachment_too_large' }
  | { readonly kind: 'work_reason_required' }
  | { readonly kind: 'work_not_found' }
  | WithheldFailure
  | { readonly kind: 'engine_not_found' }
  | { readonly kind: 'engine_reason_required' }
  /** The requested state is already set. */
  | { readonly kind: 'engine_unchanged'; readonly isOff: boolean }
