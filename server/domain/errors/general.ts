// Error codes that any endpoint can return: addresses, methods, bodies, limits and outages.

import type { Advice } from './advice.ts'
import { invalidJsonSentence, noRoom, unfinishedCredits, upstreamSentence } from './sentences.ts'

export const generalErrors = {
  not_found: [
    'There is no page or endpoint at this address, or the object that it names does not exist.',
    'Compare the path with the [reference](/docs/reference). A trailing slash or different letter case makes a different path.',
  ],
  method_not_allowed: [
    'The path exists but does not support this method.',
    'Use a method from the `Allow` header.',
  ],
  address_too_long: [
    'The path with its query is longer than any address of the service.',
    'Send long values in the body.',
  ],
  request_invalid: [
    'A website form was sent with a missing or invalid field.',
    'Correct the fields that the page marks.',
  ],
  forbidden: [
    'The account has no permission to open this page or send this form.',
    'Sign in with an account that has permission, or ask an operator.',
  ],
  state_conflict: [
    'The data on the page has changed, so the action is no longer possible. Nothing was changed.',
    'Reload the page and decide with its current data.',
  ],
  gone: ['The object at the address was permanently removed.', 'Remove the link to it.'],
  request_refused: [
    'The request was refused for a reason without a specific code.',
    'Read the message of the response.',
  ],
  invalid_json: [
    invalidJsonSentence,
    'Send UTF-8 JSON from a JSON library. Single quotes, comments and trailing commas are not valid JSON.',
  ],
  body_too_large: [
    'The body is larger than the endpoint accepts.',
    'Send less data. Send files to the upload endpoints instead of in JSON.',
  ],
  body_late: [
    'The body did not arrive within the time limit. Nothing was done.',
    'Send the request again, without pauses in its body.',
  ],
  field_invalid: [
    'A field of the body or the query has a wrong type or value. The message names it.',
    'Correct the field; the [reference](/docs/reference) lists the valid values.',
  ],
  field_unknown: [
    'A field name resembles a known one and is probably misspelled. Nothing was stored or charged.',
    'Use the name that the message suggests.',
  ],
  field_repeated: [
    'A form contains a field several times with different values.',
    'Send each field once.',
  ],
  field_aliases_differ: [
    'Two names of one field were sent with different values.',
    'Send one of the two names.',
  ],
  field_sent_as_file: [
    'A text field was sent as a file part with a file name.',
    'Send it as a plain field: `-F name=value` with curl.',
  ],
  field_sent_as_text: [
    'The file was sent as text without a file name.',
    'Send it as a file part: `-F file=@part.stl` with curl, a `Blob` with a name in JavaScript.',
  ],
  field_too_long: [
    'A text exceeds the limit of its field. The message names both.',
    'Shorten the text.',
  ],
  email_invalid: [
    'An email address is not one plain address.',
    'Send one address without a display name, such as `name@example.com`.',
  ],
  not_multipart: [
    'The endpoint requires a form with files, but the body has another type.',
    'Send `multipart/form-data`. Let the library set the `Content-Type`, because it contains the boundary.',
  ],
  broken_multipart: [
    'The form is truncated or does not match its boundary.',
    'Build the form with a library, and send it again completely.',
  ],
  form_field_too_long: [
    'A text field of the form exceeds the limit.',
    'Shorten the field that the message names.',
  ],
  body_kind_unknown: [
    'The body is neither a form with a file nor JSON with an address.',
    'Send one of the two with the matching `Content-Type`.',
  ],
  url_required: ['The address is missing.', 'Send `url`.'],
  content_type_unsupported: [
    'The `Content-Type` is not one that the endpoint reads.',
    'Send `Content-Type: application/json`.',
  ],
  rate_limited: [
    'The caller has used up the limit of this endpoint. Nothing was done, and the refused request is not counted.',
    'Wait for the seconds in `Retry-After`; then the limit that `RateLimit-Policy` names is free again ([limits](/docs/limits)). Uploads are limited, `POST /api/print/orders` and `POST /api/price` are not: a stored file needs no second upload, because its `modelUrl` can be priced (`POST /api/price`) and ordered any number of times, and `dryRun` of an order prices a file without an upload.',
  ],
  limiter_unavailable: [
    'The service could not count the request, so it did not process it.',
    'Send it again after `Retry-After`.',
  ],
  internal_error: [
    'An unexpected error occurred in the service and was logged.',
    'Repeat an order with the same `Idempotency-Key`. Check the account page before you repeat anything else that spends. If the error persists, contact us with the `X-Request-Id`.',
  ],
  database_away: [
    'The service cannot reach its database.',
    'Send the request again after `Retry-After`.',
  ],
  database_away_unstarted: [
    'The service could not reach its database before it read the request. Nothing was ordered, started or charged.',
    'Send the request again after `Retry-After`.',
  ],
  order_in_doubt: [
    'The service lost its database while it worked on the order, which may be placed and charged.',
    'Send the same request with the same `Idempotency-Key`: the order is placed once. Without a key, check the account page first.',
  ],
  generation_in_doubt: [
    'The service lost its database while it worked on the generation, which may have been started.',
    `Check the account page before you send it again. ${unfinishedCredits}`,
  ],
  disk_full: [
    noRoom,
    'Send the request again after `Retry-After`. If the error persists, contact us.',
  ],
  overloaded: [
    'More requests are waiting than the service admits. This one was not read.',
    'Send it again after `Retry-After`, with fewer concurrent requests.',
  ],
  starting: [
    'The service is starting. The request was not read.',
    'Send it again in a few seconds.',
  ],
  unavailable: [
    'A part of the service is unavailable. `GET /readyz` names it.',
    'Try again later, after `Retry-After` if present.',
  ],
  upstream_failed: [upstreamSentence, 'Try again in a minute.'],
} as const satisfies Readonly<Record<string, Advice>>
