// Codes that any endpoint can return: addresses, methods, bodies, limits and outages.
import type { Advice } from './advice.ts'

export const generalErrors = {
  not_found: [
    'No page and no endpoint has this address, or what it names does not exist.',
    'Compare the path with the [reference](/docs/reference). A slash at the end or another letter case makes another path.',
  ],
  method_not_allowed: [
    'The path exists, and does not serve this method.',
    'Use a method that the header `Allow` lists.',
  ],
  address_too_long: [
    'The path with its query is longer than any address of the service.',
    'Send long values in the body.',
  ],
  request_invalid: [
    'A form of the website was sent without a field, or with one that cannot be used.',
    'Correct the fields that the page marks.',
  ],
  forbidden: [
    'The account may not open this page or send this form.',
    'Sign in with an account that may, or ask an operator.',
  ],
  state_conflict: [
    'What the page showed has changed since, so the action is not possible any more. Nothing was changed.',
    'Load the page again and decide by what it shows now.',
  ],
  gone: ['What the address named was removed for good.', 'Remove the link to it.'],
  request_refused: [
    'The request was refused for a reason that has no code of its own.',
    'Read the sentence of the response.',
  ],
  invalid_json: [
    'The body is not valid JSON.',
    'Send UTF-8 JSON, made by a JSON library. Single quotes, comments and commas at the end are not JSON.',
  ],
  body_too_large: [
    'The body is larger than the endpoint reads.',
    'Send less. Files go to the endpoints that take them, not into JSON.',
  ],
  body_late: [
    'The body did not arrive in the time that the service waits for it. Nothing was done.',
    'Send the request again, without pauses in its body.',
  ],
  field_invalid: [
    'A field of the body or of the query has a wrong type or value. The sentence names it.',
    'Correct the field; the [reference](/docs/reference) has the values that each one takes.',
  ],
  field_unknown: [
    'A name is nearly that of a known field, so it is probably misspelled. Nothing was stored or charged.',
    'Use the name that the sentence proposes.',
  ],
  field_repeated: [
    'A form has one field several times, with different values.',
    'Send each field once.',
  ],
  field_aliases_differ: [
    'Two names of one field were sent with different values.',
    'Send one of the two names.',
  ],
  field_sent_as_file: [
    'A text field came as a file part, with a file name.',
    'Send it as a plain field: `-F name=value` with curl.',
  ],
  field_sent_as_text: [
    'The file came as text, without a file name.',
    'Send it as a file part: `-F file=@part.stl` with curl, a `Blob` with a name in JavaScript.',
  ],
  field_too_long: [
    'A text is longer than its field allows. The sentence names the field and its limit.',
    'Shorten the text.',
  ],
  email_invalid: [
    'An email address is not one plain address.',
    'Send one address without a name beside it, such as `name@example.com`.',
  ],
  not_multipart: [
    'The endpoint takes a form with files, and the body is something else.',
    'Send `multipart/form-data`. Let the library set the `Content-Type`, because it contains the boundary.',
  ],
  broken_multipart: [
    'The form ends too early or is not built as its boundary says.',
    'Let a library build the form, and send it again, whole.',
  ],
  form_field_too_long: [
    'A text field of the form is longer than the service reads.',
    'Shorten the field that the sentence names.',
  ],
  body_kind_unknown: [
    'The body is neither a form with a file nor JSON with an address.',
    'Send one of the two, with the `Content-Type` that goes with it.',
  ],
  url_required: ['The address is missing.', 'Send `url`.'],
  content_type_unsupported: [
    'The `Content-Type` is not one that the endpoint reads.',
    'Send `Content-Type: application/json`.',
  ],
  rate_limited: [
    'The caller has used up the limit of this endpoint. Nothing was done, and the refused request does not count.',
    'Wait for the seconds of `Retry-After`. `RateLimit` in earlier responses says what is left ([limits](/docs/limits)).',
  ],
  limiter_unavailable: [
    'The service could not count the request, so it did not carry it out.',
    'Send it again after `Retry-After`.',
  ],
  internal_error: [
    'An unexpected error on our side. It was logged.',
    'Repeat an order with the same `Idempotency-Key`. Look at the account page before you repeat anything else that spends. If it stays, write to us with the `X-Request-Id`.',
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
    'Send the same request with the same `Idempotency-Key`: the order is placed once. Without a key, look at the account page first.',
  ],
  generation_in_doubt: [
    'The service lost its database while it worked on the generation, which may have been started.',
    'Look at the account page before you send it again. Credits of a generation that does not finish are given back.',
  ],
  disk_full: [
    'The service has no room for files at the moment.',
    'Send the request again after `Retry-After`. If it stays, write to us.',
  ],
  overloaded: [
    'More requests are waiting than the service admits. This one was not read.',
    'Send it again after `Retry-After`, and send fewer at the same time.',
  ],
  starting: [
    'The service is starting. The request was not read.',
    'Send it again in a few seconds.',
  ],
  unavailable: [
    'A part of the service is away. `GET /readyz` names it.',
    'Try again later, after `Retry-After` where it is sent.',
  ],
  upstream_failed: [
    'A system behind the service failed or did not respond.',
    'Try again in a minute.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
