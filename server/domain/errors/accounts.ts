// Error codes of credentials, sign-in and account changes.
import type { Advice } from './advice.ts'
import { otherPasswordAdvice, revokeUnusedAdvice } from './sentences.ts'

export const accountErrors = {
  api_key_required: [
    'The request has no credential, or one that is unknown, replaced or revoked.',
    'Send `Authorization: Bearer svc_live_…` or `x-api-key`. The account page creates a new key; the old one stops immediately, or later with `overlapHours` ([how to change the key](/docs/going-live#change-the-key)).',
  ],
  credential_required: [
    'The endpoint accepts an API key, a session or, where stated, an extension token, and the request has none of them, or one that is unknown, replaced or revoked.',
    'Send `Authorization: Bearer svc_live_…` or `x-api-key`, as for an order. The account page creates keys, under “Developer”.',
  ],
  session_required: [
    'The endpoint requires the session cookie of a signed-in user or, where stated, an extension token, and the request has no valid one. An API key is not accepted here, even a valid one.',
    'Send the cookie of a session, or an extension token (`svc_ext_…`) where the [reference](/docs/reference) names it. Do not retry with the API key.',
  ],
  internal_key_required: [
    'The endpoint is only for the farm’s printers and workers, and the request lacks their key.',
    'Send `x-internal-key`. Customers cannot use this endpoint.',
  ],
  operator_required: [
    'The endpoint is only for operators of the farm.',
    'Use an operator’s account.',
  ],
  viewer_read_only: [
    'The account has read-only access to the desk.',
    'Ask an operator to make the change.',
  ],
  second_factor_required: [
    'The account must first enter or set up its second factor.',
    'Open `/account/second-factor`, then repeat the request.',
  ],
  card_required: [
    'No card is saved, and the key would charge one.',
    'Save a card on the account page, then issue the key.',
  ],
  token_name_invalid: [
    'An extension token needs a name, and this one is missing or too long.',
    'Send a short `name` that distinguishes your tokens.',
  ],
  too_many_tokens: ['The account has the maximum number of extension tokens.', revokeUnusedAdvice],
  token_not_found: [
    'The account has no extension token with this id. It may already be revoked.',
    'List the tokens of the account.',
  ],
  spending_limit_invalid: [
    'The limit is not a whole number of cents within its bounds.',
    'Send cents as an integer, or null for no limit.',
  ],
  fresh_sign_in_required: [
    'Deleting an account requires a sign-in within the last minutes.',
    'Sign in again, then delete the account.',
  ],
  credits_left: [
    'The account has unused credits, which lapse when it is deleted.',
    'Use them first, or send `losesCredits: true`.',
  ],
  account_in_use: [
    'Orders of the account are not finished. Nothing was deleted.',
    'Delete the account when they are shipped or cancelled.',
  ],
  account_unsettled: [
    'Payments, refunds or disputes of the account are not settled. Nothing was deleted.',
    'Try again when they are.',
  ],
  account_generating: [
    'A generation of the account is running. Nothing was deleted.',
    'Try again when it has ended.',
  ],
  account_owing: [
    'The account owes money for gift cards or credits whose payment was reversed. Nothing was deleted.',
    'Settle the debt with us first.',
  ],
  logo_required: [
    'The request for a logo contains no file.',
    'Send the picture as `file` in a multipart form.',
  ],
  logo_too_large: [
    'The file of the logo is too large.',
    'Scale the picture down, then send it again.',
  ],
  logo_unreadable: [
    'The file of the logo is damaged, or neither PNG nor JPEG. The content decides, not the name.',
    'Save it as PNG or JPEG. SVG is refused, because it can contain scripts.',
  ],
  logo_too_many_pixels: [
    'The picture of the logo has too many pixels.',
    'Scale it down: slips print at most 900 x 300 pixels of it.',
  ],
  sign_in_busy: [
    'Too many passwords are being checked at the same time. The attempt was not counted.',
    'Try again after `Retry-After`.',
  ],
  cross_site: [
    'A page of another site sent the request with a session.',
    'Call from a page of the service, or from a program without cookies.',
  ],
  sign_in_refused: [
    'Sign-in refused the request for a reason without a specific code.',
    'Read the message, correct the request and try again.',
  ],
  invalid_email_or_password: [
    'The address or the password is wrong. The service does not reveal which.',
    'Correct them, or reset the password with a code.',
  ],
  email_not_verified: [
    'The address of the account was never confirmed.',
    'Enter the emailed code, or request another one.',
  ],
  invalid_otp: [
    'The emailed code is wrong or was already used.',
    'Use the code from the newest email.',
  ],
  otp_expired: ['The emailed code has expired.', 'Request another one.'],
  too_many_attempts: [
    'The emailed code is void after too many wrong attempts.',
    'Request another one.',
  ],
  invalid_code: [
    'The code is not the one that the authenticator app shows.',
    'Enter the current code, and check the clock of the device.',
  ],
  code_already_used: [
    'The code of the authenticator app was already used.',
    'Wait for the next one.',
  ],
  invalid_backup_code: [
    'The backup code is wrong or was already used.',
    'Enter another code from the list.',
  ],
  account_temporarily_locked: [
    'Wrong codes of the second factor have locked the account for a while.',
    'Wait, or ask an operator to reset the second factor.',
  ],
  too_many_attempts_request_new_code: [
    'This sign-in had too many wrong codes and is void.',
    'Sign in again with the password.',
  ],
  invalid_two_factor_cookie: [
    'The sign-in that waits for the second factor has expired, or its cookie was not sent.',
    'Sign in again with the password, and keep the cookie.',
  ],
  totp_already_enabled: [
    'The second factor is already set up.',
    'Remove it first to set up another app.',
  ],
  totp_not_enabled: ['The account has no second factor.', 'Sign in with only the password.'],
  backup_codes_not_enabled: ['The account has no backup codes.', 'Sign in with only the password.'],
  two_factor_not_enabled: ['The account has no second factor.', 'Set one up first.'],
  invalid_password: ['The password is wrong.', 'Enter the password of this account.'],
  password_too_short: ['The new password is too short.', 'Choose a longer one.'],
  password_too_long: ['The new password is too long.', 'Choose a shorter one.'],
  password_too_common: [
    'The new password is a common one that attackers try first.',
    otherPasswordAdvice,
  ],
  password_is_address: ['The new password is the email address.', 'Choose another one.'],
  invalid_email: ['The text is not an email address.', 'Correct the address.'],
  invalid_origin: [
    'The request came from a page of another site.',
    'Sign in on a page of the service, or from a program without `Origin`.',
  ],
  missing_or_null_origin: [
    'A request with cookies came from a page without an origin.',
    'Sign in on a page of the service.',
  ],
  cross_site_navigation_login_blocked: [
    'Another site tried to sign in through the browser.',
    'Sign in on a page of the service.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
