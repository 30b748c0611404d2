// Failures of credentials, sign-in and saved cards.
import type { ProcessorFailure } from '../payments/failure.ts'

export type AccountFailure =
  | { readonly kind: 'api_key_required' }
  | { readonly kind: 'session_required' }
  /** For endpoints that accept an API key as well as a session. */
  | { readonly kind: 'credential_required' }
  | { readonly kind: 'operator_required' }
  | { readonly kind: 'viewer_read_only' }
  | { readonly kind: 'second_factor_required'; readonly step: 'set_up' | 'verify' }
  | { readonly kind: 'internal_key_required' }
  | { readonly kind: 'card_required' }
  | { readonly kind: 'token_name_invalid' }
  | { readonly kind: 'token_not_found' }
  | { readonly kind: 'too_many_tokens' }
  | { readonly kind: 'spending_limit_invalid' }
  /** Deletion requires a sign-in within the last minutes. */
  | { readonly kind: 'fresh_sign_in_required' }
  /** Unused credits would lapse, and the owner did not confirm this. */
  | { readonly kind: 'credits_left'; readonly credits: number }
  /** Codes of unfinished orders. */
  | { readonly kind: 'account_in_use'; readonly codes: readonly string[] }
  /** Codes of orders with a charge, refund or dispute whose outcome is unknown. */
  | { readonly kind: 'account_unsettled'; readonly codes: readonly string[] }
  | { readonly kind: 'account_generating' }
  /** For gift cards and credits whose payment was reversed. */
  | { readonly kind: 'account_owing'; readonly owedCents: number }
  /** A request for a logo contains no file. */
  | { readonly kind: 'logo_required' }
  | { readonly kind: 'logo_too_large' }
  | { readonly kind: 'logo_unreadable' }
  | { readonly kind: 'logo_too_many_pixels' }
  | { readonly kind: 'logo_not_found' }
  /** No account has the address. */
  | { readonly kind: 'account_not_found' }
  | ProcessorFailure

export type SignInFailure = { readonly kind: 'sign_in_busy'; readonly retryAfterSeconds: number }
