// Refusals of credentials, of signing in and of deleting an account.

import { maxLogoBytes, maxLogoPixels } from '../../domain/accounts/account-logos.ts'
import { freshSignInMinutes } from '../../domain/accounts/delete-account.ts'
import { maxTokenNameCharacters } from '../../domain/accounts/extension-tokens.ts'
import type { AccountFailure, SignInFailure } from '../../domain/accounts/failure.ts'
import { maxSpendingLimitCents } from '../../domain/accounts/spending.ts'
import { megabytesText } from '../../domain/base/text/megabytes.ts'
import { lengthText } from '../../domain/base/text/text-lengths.ts'
import { askOperator } from '../../domain/errors/sentences.ts'
import type { ProcessorFailure } from '../../domain/payments/failure.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const accountRefusals: Refusals<Exclude<AccountFailure, ProcessorFailure> | SignInFailure> =
  {
    api_key_required: [401, 'Invalid or missing API key. Generate one on your profile.'],
    session_required: [401, 'Authentication required'],
    credential_required: [401, 'Authentication required'],
    operator_required: [403, 'Only operators can do this.'],
    viewer_read_only: [403, `Your account may only read. ${askOperator}`],
    second_factor_required: ({ step }) => [
      403,
      step === 'verify'
        ? 'Enter your second factor first, at /account/second-factor.'
        : 'Set up a second factor first, at /account/second-factor.',
    ],
    internal_key_required: [401, 'Invalid or missing x-internal-key.'],
    card_required: [
      402,
      'Save a card on your account page first: the key charges it for every order.',
    ],
    token_name_invalid: [400, `name is required, ${lengthText(maxTokenNameCharacters)}`],
    token_not_found: [404, 'Extension token not found'],
    too_many_tokens: [409, 'Too many extension tokens. Revoke one that you no longer use.'],
    spending_limit_invalid: [
      400,
      `A spending limit is a whole number of cents from 0 to ${maxSpendingLimitCents}, or null for none.`,
    ],
    fresh_sign_in_required: [
      403,
      `Sign in again first: an account can be deleted only within ${freshSignInMinutes} minutes of signing in.`,
    ],
    credits_left: ({ credits }) => [
      409,
      `The account has ${credits} unused credits, which lapse when it is deleted. Confirm that with losesCredits: true.`,
    ],
    account_in_use: ({ codes }) => [
      409,
      `The account has orders that are not finished${formatCodes(codes)}. Nothing was deleted. Delete it once they are shipped or cancelled.`,
    ],
    account_unsettled: ({ codes }) => [
      409,
      `The account has payments, refunds or disputes that are not settled yet${formatCodes(codes)}. Nothing was deleted. Try again when they are.`,
    ],
    account_generating: [
      409,
      'A generation is still running. Nothing was deleted. Try again when it has finished.',
    ],
    account_owing: ({ owedCents }) => [
      409,
      `The account owes ${formatDollars(owedCents)} for gift cards or credits whose payment was reversed. Nothing was deleted. Settle it with us first.`,
    ],
    logo_required: [400, 'file is required: the logo as PNG or JPEG.'],
    logo_too_large: [413, `The logo is larger than ${megabytesText(maxLogoBytes)}. Scale it down.`],
    logo_unreadable: [
      400,
      'The logo is not a complete PNG or JPEG. SVG and other formats are not accepted.',
    ],
    logo_too_many_pixels: [
      400,
      `The logo has more than ${maxLogoPixels / 1_000_000} million pixels. Scale it down.`,
    ],
    logo_not_found: [404, 'The account has no logo.'],
    account_not_found: [404, 'No account has this address.'],
    sign_in_busy: ({ retryAfterSeconds }) => [
      503,
      'Too many people are signing in right now. Try again in a few seconds.',
      retryAfter(retryAfterSeconds),
    ],
  }

const formatCodes = (codes: readonly string[]): string =>
  codes.length === 0 ? '' : `: ${codes.join(', ')}`
