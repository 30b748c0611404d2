// Requirements of the client packages. Data only.
import { requirements } from './row.ts'

export const client = requirements('client/typescript/README.md', {
  'client.ts.types': 'the types are those of the OpenAPI document',
  'client.ts.compile-time':
    'a wrong material, a missing field and an unknown option are errors of the compiler',
  'client.ts.files': 'a model is a path, bytes, a File, a Blob, a stream or a stored model',
  'client.ts.one-key':
    'every attempt of a submit sends one Idempotency-Key and the same bytes, and another call sends another key',
  'client.ts.retry-after': 'pauses are those of Retry-After, else exponential with jitter',
  'client.ts.refusal':
    'a refusal is an error with the status, the sentence, the seconds to wait and the id of the request',
  'client.ts.generation-once':
    'a generation whose response was lost is asked for again under one Idempotency-Key, and ends as one job and one charge',
  'client.keyed':
    'both clients send a key with every POST that accepts one, except for those that are recognized by their content, and with no other',
  'client.ts.watch': 'an order is watched from change to change until it has ended',
  'client.ts.cut':
    'a connection that is cut after any number of bytes of a submit leaves one order and one charge',
  'client.ts.unknown':
    'a submit with an unknown outcome reports it, and the same call with its key finds the order',
})
