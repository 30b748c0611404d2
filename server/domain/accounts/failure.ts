// Refusals about credentials, sign-in and saved cards.
import type { ProcessorFailure } from '../payments/failure.ts'

export type AccountFailure =
  | { readonly kind: 'api_key_required' }
  | { readonly kind: 'session_required' }
  | { readonly kind: 'operator_required' }
  | { readonly kind: 'viewer_read_only' }
  | { readonly kind: 'second_factor_required'; readonly step: 'set_up' | 'verify' }
  | { readonly kind: 'internal_key_required' }
  | { readonly kind: 'card_required' }
  | { readonly kind: 'token_name_invalid' }
  | { readonly kind: 'token_not_found' }
  | { readonly kind: 'too_many_tokens' }
  | { readonly kind: 'spending_limit_invalid' }
  /** The account is deleted only within minutes of signing in. */
  | { readonly kind: 'fresh_sign_in_required' }
  /** Unused credits would lapse, and that was not confirmed. */
  | { readonly kind: 'credits_left'; readonly credits: number }
  /** Orders that are not finished. */
  | { readonly kind: 'account_in_use'; readonly codes: readonly string[] }
  /** Orders with a charge, refund or dispute whose outcome is not known. */
  | { readonly kind: 'account_unsettled'; readonly codes: readonly string[] }
  | { readonly kind: 'account_generating' }
  /** For gift cards and credits whose payment went back. */
  | { readonly kind: 'account_owing'; readonly owedCents: number }
  /** No account has the address. */
  | { readonly kind: 'account_not_found' }
  | ProcessorFailure

export type SignInFailure = { readonly kind: 'sign_in_busy'; readonly retryAfterSeconds: number }
