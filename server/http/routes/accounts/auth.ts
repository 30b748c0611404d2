// /api/auth/*: sign-up, sign-in, codes, password reset and sign-out (decisions.md 19). Responses contain what programs
// need from the auth library.

import * as v from 'valibot'
import { codeDigits, codeForm } from '../../../domain/accounts/mailed-code.ts'
import { passwordLength } from '../../../domain/accounts/password-rules.ts'
import { appCode, secondFactorLock, sessionDays } from '../../../domain/accounts/sign-in.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { jsonObjectSentence } from '../../../domain/errors/sentences.ts'
import { limits } from '../../../domain/limits/table.ts'
import { type AuthGate, authBase, authBodyBytes, crossSiteSentence } from '../../auth/auth-gate.ts'
import type { PostPath } from '../../auth/auth-paths.ts'
import { authSentence, signInCode } from '../../auth/auth-sentences.ts'
import type { Contract, OtherRefusal } from '../../contract/contract.ts'
import { flag, moment, named, open, orNull, says, text } from '../../contract/schemas.ts'
import type { Route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'

/** Single route for all paths: the gate decides which library paths are open. */
export const authRoute: Route<{ readonly authGate: AuthGate }> = {
  method: 'ALL',
  path: `${authBase}/*`,
  contract: null,
  respond: ({ authGate }, { request }) => authGate.respond(request),
}

type SignInPart = Omit<Contract, 'method' | 'path' | 'tag' | 'credentials'>

const email = v.pipe(v.string(), v.email(), v.description('Any case of letters.'))
const password = v.pipe(
  v.string(),
  v.minLength(passwordLength.min),
  v.maxLength(passwordLength.max),
)
const newPassword = says(
  password,
  'The new password. A common password and the address are refused.',
)
const otp = says(
  v.pipe(v.string(), v.regex(codeForm)),
  `The ${codeDigits} digits of the newest email.`,
)

const user = named(
  'User',
  open({
    id: text('The account’s id.'),
    email: text('Lowercased.'),
    emailVerified: flag('Whether the address was confirmed by a code.'),
    createdAt: moment('The time at which the account was created.'),
  }),
  'The person of an account.',
)
/** Client generators reject constants in objects that allow additional fields. */
const yes = flag('Always true.')
const success = named('Success', open({ success: yes }), 'The request succeeded.')
const session = text('The session’s token; the cookie contains it too.')

const refusal = (status: number, code: string, message = ''): OtherRefusal => ({
  name: signInCode(code),
  status,
  body: { error: authSentence(code, message) },
})
const invalidField = refusal(400, 'VALIDATION_ERROR', '[body.email] Invalid email address')
const wrongCode = refusal(400, 'INVALID_OTP')
const badPasswords = ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON', 'PASSWORD_IS_ADDRESS'].map(
  (code) => refusal(400, code),
)
const notJson: Failure = { kind: 'field_invalid', message: jsonObjectSentence }
const otherSites: readonly OtherRefusal[] = [
  refusal(403, 'INVALID_ORIGIN', 'Invalid origin'),
  { name: 'cross_site', status: 403, body: { error: crossSiteSentence } },
]
/** Response for calls that hash a password. */
const busy: Failure = { kind: 'sign_in_busy', retryAfterSeconds: retryHintSeconds.busy }
const common: readonly (Failure | OtherRefusal)[] = [
  notJson,
  ...otherSites,
  { kind: 'invalid_json' },
  { kind: 'body_too_large', limitBytes: authBodyBytes },
]
type AuthScope =
  | 'code-send'
  | 'code-caller'
  | 'code-tries-caller'
  | 'sign-up-caller'
  | 'sign-in'
  | 'sign-in-caller'
  | 'second-factor'
const limitedTo = (scope: AuthScope): readonly Failure[] => [
  { kind: 'rate_limited', scope, message: limits[scope].message, retryAfterSeconds: 60 },
  { kind: 'limiter_unavailable' },
]
const codeLimit = limitedTo('code-send')

const perMinutes = ({ limit, windowSeconds }: { limit: number; windowSeconds: number }) =>
  `${limit} tries in ${windowSeconds / 60} minutes`
const tries =
  `For one email address there are ${perMinutes(limits['sign-in'])} from one network address, and ` +
  `${perMinutes(limits['sign-in-account'])} from all addresses together; correct passwords count as well. ` +
  `One network address can send ${limits['sign-in-caller'].limit} wrong passwords in ${limits['sign-in-caller'].windowSeconds / 60} minutes, to all accounts together. ` +
  'The response also sets a known-device cookie. A client that sends it back has its own allowance of ' +
  `${perMinutes(limits['sign-in-device'])}.`

const perHour = ({ limit }: { limit: number }) =>
  `One network address can send ${limit} requests in an hour. `
const sends = limits['code-send']
const codeDescription = `Sends a code to the address; at most ${sends.limit} in ${sends.windowSeconds / 60} minutes, for each address. `

const codeTries = limits['code-tries-caller']
const perNetwork = `One network address can send ${codeTries.limit} wrong codes in ${codeTries.windowSeconds / 60} minutes.`

const signedIn = named('SignedIn', open({ token: session, user }), 'A session and its person.')
const factorPassed = ok(signedIn, 'Signed in.')
const factorRefusals = [
  refusal(401, 'INVALID_TWO_FACTOR_COOKIE'),
  refusal(400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'),
  refusal(429, 'ACCOUNT_TEMPORARILY_LOCKED'),
  ...limitedTo('second-factor'),
]

const posts = {
  '/sign-up/email': {
    id: 'signUp',
    summary: 'Create an account',
    description:
      `${codeDescription}${perHour(limits['sign-up-caller'])}The code confirms the address and signs in. ` +
      'The response is the same for an address that has an account, and its email then says that. An account that is not ' +
      'confirmed within a day is deleted.',
    body: json(
      { email, password: newPassword },
      { email: 'you@example.com', password: 'eight or more' },
    ),
    responses: [
      ok(
        named(
          'SignedUp',
          open({ token: orNull(text('Always null: the code signs in.')), user }),
          'An account that is not confirmed yet.',
        ),
        'An email with the next step is on its way.',
      ),
    ],
    refusals: [
      ...common,
      busy,
      invalidField,
      ...badPasswords,
      ...codeLimit,
      ...limitedTo('sign-up-caller'),
    ],
  },
  '/email-otp/verify-email': {
    id: 'verifyEmail',
    summary: 'Confirm an address by its code',
    description: `Sets the session cookie. ${perNetwork}`,
    body: json({ email, otp }, { email: 'you@example.com', otp: '12345678' }),
    responses: [
      ok(
        named(
          'ConfirmedAddress',
          open({ status: yes, token: orNull(session), user }),
          'The address is confirmed.',
        ),
        'Signed in.',
      ),
    ],
    refusals: [
      ...common,
      invalidField,
      wrongCode,
      refusal(403, 'TOO_MANY_ATTEMPTS'),
      ...limitedTo('code-tries-caller'),
    ],
  },
  '/email-otp/send-verification-otp': {
    id: 'sendVerificationCode',
    summary: 'Send another code',
    description: `${codeDescription}${perHour(limits['code-caller'])}The response is the same for an address without an account.`,
    body: json(
      { email, type: says(v.literal('email-verification'), 'Purpose of the code.') },
      { email: 'you@example.com', type: 'email-verification' },
    ),
    responses: [ok(success, 'The email is on its way, if there is such an account.')],
    refusals: [...common, invalidField, ...codeLimit, ...limitedTo('code-caller')],
  },
  '/sign-in/email': {
    id: 'signIn',
    summary: 'Sign in',
    description:
      `Sets the session cookie, which lasts ${sessionDays} days. ${tries} For an operator or viewer with a second factor, the ` +
      'response says `twoFactorRedirect` instead and sets a cookie for ten minutes: send a code with it.',
    body: json({ email, password }, { email: 'you@example.com', password: 'eight or more' }),
    responses: [
      ok(
        named(
          'SignedInOrAsked',
          v.union([
            signedIn,
            named(
              'SecondFactorAsked',
              open({ twoFactorRedirect: yes }),
              'A code of the second factor is needed.',
            ),
          ]),
          'A session, or the request for the second factor.',
        ),
        'Signed in, or a second factor is needed.',
      ),
    ],
    refusals: [
      ...common,
      busy,
      invalidField,
      refusal(401, 'INVALID_EMAIL_OR_PASSWORD'),
      refusal(403, 'EMAIL_NOT_VERIFIED'),
      ...limitedTo('sign-in'),
      ...limitedTo('sign-in-caller'),
    ],
  },
  '/email-otp/request-password-reset': {
    id: 'requestPasswordReset',
    summary: 'Ask for a code to set a new password',
    description: `${codeDescription}${perHour(limits['code-caller'])}The response is the same for an address without an account.`,
    body: json({ email }, { email: 'you@example.com' }),
    responses: [ok(success, 'The email is on its way, if there is such an account.')],
    refusals: [...common, invalidField, ...codeLimit, ...limitedTo('code-caller')],
  },
  '/email-otp/reset-password': {
    id: 'resetPassword',
    summary: 'Set a new password by code',
    description: `Ends every session of the account and forgets its known devices. ${perNetwork}`,
    body: json(
      { email, otp, password: newPassword },
      { email: 'you@example.com', otp: '12345678', password: 'eight or more' },
    ),
    responses: [ok(success, 'The new password is set.')],
    refusals: [
      ...common,
      busy,
      invalidField,
      wrongCode,
      ...badPasswords,
      refusal(403, 'TOO_MANY_ATTEMPTS'),
      ...limitedTo('code-tries-caller'),
    ],
  },
  '/two-factor/verify-totp': {
    id: 'verifySecondFactor',
    summary: 'Enter the code of an authenticator app',
    description:
      'Completes the sign-in of an operator or viewer who has a second factor. A code works once. ' +
      `${secondFactorLock.tries} wrong codes in a row lock the account for ${secondFactorLock.minutes} minutes.`,
    body: json(
      { code: says(v.pipe(v.string(), v.regex(appCode.form)), `A code of ${appCode.text}.`) },
      { code: '123456' },
    ),
    responses: [factorPassed],
    refusals: [
      ...common,
      refusal(401, 'INVALID_CODE'),
      refusal(401, 'CODE_ALREADY_USED'),
      ...factorRefusals,
    ],
  },
  '/two-factor/verify-backup-code': {
    id: 'useBackupCode',
    summary: 'Enter a backup code instead',
    description:
      'For operators and viewers without their authenticator app. Each backup code works once.',
    body: json(
      { code: text('A backup code from the list shown when the second factor was set up.') },
      { code: 'aB3dE-fG6hJ' },
    ),
    responses: [factorPassed],
    refusals: [...common, refusal(401, 'INVALID_BACKUP_CODE'), ...factorRefusals],
  },
  '/sign-out': {
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session and clears its cookie.',
    responses: [ok(success, 'Signed out.')],
    refusals: otherSites,
  },
} satisfies Record<PostPath, SignInPart>

function json(entries: v.ObjectEntries, example: Readonly<Record<string, unknown>>) {
  return { type: 'application/json', schema: v.object(entries), example } as const
}

function ok(schema: v.GenericSchema, description: string) {
  return { status: 200, description, schema }
}

export const authContracts: readonly Contract[] = [
  ...Object.entries<SignInPart>(posts).map(
    ([path, part]) =>
      ({
        ...part,
        method: 'POST',
        path: `${authBase}${path}`,
        tag: 'Sign-in',
        credentials: [],
      }) as const,
  ),
  {
    method: 'GET',
    path: `${authBase}/get-session`,
    id: 'readSession',
    tag: 'Sign-in',
    summary: 'Get the session',
    description: 'The session of the cookie. Never a 401: without a session the response is null.',
    credentials: [],
    responses: [
      ok(
        named(
          'SessionOrNull',
          orNull(
            named(
              'CurrentSession',
              open({
                session: named(
                  'Session',
                  open({ expiresAt: moment('The time at which it expires.') }),
                  'A signed-in browser or program.',
                ),
                user,
              }),
              'The session and its person.',
            ),
          ),
          'The session of the cookie, or null.',
        ),
        'The session and its person; null without a session.',
      ),
    ],
  },
]
