// Codes of credentials, of signing in, and of what an account does with itself.
import type { Advice } from './advice.ts'

export const accountErrors = {
  api_key_required: [
    'The request has no credential, or one that is unknown, replaced or revoked.',
    'Send `Authorization: Bearer svc_live_…` or `x-api-key`. A new key is made on the account page and ends the old one at once.',
  ],
  session_required: [
    'The endpoint takes a session or an extension token, and the request has none that is valid. An API key does not count here.',
    'Sign in again, or send an extension token where the [reference](/docs/reference) names it.',
  ],
  internal_key_required: [
    'The endpoint is for the farm’s own machines, and the request lacks their key.',
    'Send `x-internal-key`. Customers cannot use this endpoint.',
  ],
  operator_required: [
    'The endpoint is for the people who run the farm.',
    'Use an account that is an operator’s.',
  ],
  viewer_read_only: [
    'The account may look at the desk and change nothing.',
    'Ask an operator to make the change.',
  ],
  second_factor_required: [
    'The account has to enter or to set up its second factor first.',
    'Do so at `/account/second-factor`, then repeat the request.',
  ],
  card_required: [
    'No card is saved, and the key would charge one.',
    'Save a card on the account page, then issue the key.',
  ],
  token_name_invalid: [
    'An extension token needs a name, and this one is missing or too long.',
    'Send a short `name` that tells your tokens apart.',
  ],
  too_many_tokens: [
    'The account has as many extension tokens as it may.',
    'Revoke one that is not used any more.',
  ],
  token_not_found: [
    'The account has no extension token with this id. It may be revoked already.',
    'List the tokens of the account.',
  ],
  spending_limit_invalid: [
    'The limit is not a whole number of cents within its bounds.',
    'Send cents as an integer, or null for no limit.',
  ],
  fresh_sign_in_required: [
    'Deleting an account needs a sign-in that is minutes old.',
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
    'The account owes money for gift cards or credits whose payment went back. Nothing was deleted.',
    'Settle the debt with us first.',
  ],
  sign_in_busy: [
    'Too many passwords are being checked at the same time. The attempt was not counted.',
    'Try again after `Retry-After`.',
  ],
  cross_site: [
    'A page of another site sent the request, together with a session.',
    'Call from a page of the service, or from a program without cookies.',
  ],
  sign_in_refused: [
    'Signing in refused the request for a reason that has no code of its own.',
    'Read the sentence, correct what was sent and try again.',
  ],
  invalid_email_or_password: [
    'The address or the password is wrong. The service does not tell which.',
    'Correct them, or set a new password by a code.',
  ],
  email_not_verified: [
    'The address of the account was never confirmed.',
    'Enter the code that was mailed, or ask for another one.',
  ],
  invalid_otp: ['The mailed code is wrong or was used.', 'Take the code of the newest email.'],
  otp_expired: ['The mailed code is too old.', 'Ask for another one.'],
  too_many_attempts: [
    'The mailed code was entered wrongly too often and is void.',
    'Ask for another one.',
  ],
  invalid_code: [
    'The code is not the one that the authenticator app shows.',
    'Enter the present code, and check the clock of the device.',
  ],
  code_already_used: [
    'The code of the authenticator app was used already.',
    'Wait for the next one.',
  ],
  invalid_backup_code: ['The backup code is wrong or was used.', 'Enter another one of the list.'],
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
    'The second factor is set up already.',
    'Remove it first to set up another app.',
  ],
  totp_not_enabled: ['The account has no second factor.', 'Sign in with the password alone.'],
  backup_codes_not_enabled: [
    'The account has no backup codes.',
    'Sign in with the password alone.',
  ],
  two_factor_not_enabled: ['The account has no second factor.', 'Set one up first.'],
  invalid_password: ['The password is wrong.', 'Enter the password of this account.'],
  password_too_short: ['The new password is too short.', 'Choose a longer one.'],
  password_too_long: ['The new password is too long.', 'Choose a shorter one.'],
  password_too_common: [
    'The new password is one that attackers try first.',
    'Choose another one, for example a few words in a row.',
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
    'Another site tried to sign the browser in.',
    'Sign in on a page of the service.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
