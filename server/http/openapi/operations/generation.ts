// The generation endpoints: service.md "POST /api/generate" to "GET /api/model-proxy", decisions.md 20 for retexture.
import * as v from 'valibot'
import { openingCredits } from '../../../domain/generation/request/credit-cost.ts'
import type { GenerationFailure } from '../../../domain/generation/request/failure.ts'
import { defaultLimitMessage } from '../../../domain/limits/table.ts'
import { contentTypes } from '../../../domain/models/format.ts'
import type { Failure } from '../../responses/failure.ts'
import { operation } from '../operation.ts'
import { says, text } from '../schemas.ts'
import type { Parameter } from '../types.ts'
import { activeJob, generationResult, job, startedJob } from './generation-answers.ts'
import { pictureRequest, textRequest } from './generation-request.ts'

const limited = (scope: string): Failure => ({
  kind: 'rate_limited',
  scope,
  message: defaultLimitMessage,
  retryAfterSeconds: 600,
})
const noSession = { kind: 'session_required' } as const
const limiterGone = { kind: 'limiter_unavailable' } as const
const largeJson = { kind: 'body_too_large', limitBytes: 65_536 } as const

const generationOff = { kind: 'generation_off' } as const

/** How a generation can end otherwise, once it was understood. */
const unlucky: readonly GenerationFailure[] = [
  { kind: 'nsfw', reason: 'The prompt asks for something that we do not make.' },
  { kind: 'no_credits', required: 3, available: 2 },
  { kind: 'engine_failed', message: 'The 3D engine could not make this model.' },
  { kind: 'generation_interrupted' },
  { kind: 'moderation_unavailable' },
  { kind: 'pictures_not_accepted' },
  generationOff,
]

const badRequests: readonly GenerationFailure[] = [
  { kind: 'generation_json_invalid' },
  { kind: 'generation_form_invalid' },
  { kind: 'prompt_required' },
  { kind: 'prompt_too_long' },
  { kind: 'input_mode_invalid' },
  { kind: 'multiview_count' },
  { kind: 'image_too_large' },
  { kind: 'multiview_image_too_large' },
  { kind: 'image_type_unsupported', mimeType: 'image/gif' },
  { kind: 'image_unreadable' },
  { kind: 'image_required' },
]

const body = {
  type: 'application/json',
  schema: textRequest,
  example: { prompt: 'a teapot', mode: 'hi_fi', advanced: { meshQuality: 'high' } },
  description:
    'JSON for text; a form for anything with a picture. Unrecognised options count as not sent.',
  form: {
    schema: pictureRequest,
    example: { inputMode: 'image', image: '@photo.png', mode: 'fast_draft' },
  },
} as const

const query = (name: string, description: string, example?: string): Parameter => ({
  name,
  in: 'query',
  // Whatever has to be there is shown in the command.
  required: example !== undefined,
  description,
  schema: { type: 'string' },
  ...(example === undefined ? {} : { example }),
})

const exampleJob = '0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11'

export const generationOperations = {
  'POST /api/generate': operation({
    id: 'generate',
    tag: 'Generation',
    summary: 'Make a model and wait for it',
    description:
      'Credits are charged before the engine is called and given back when it fails. What it costs is the sum of what its ' +
      `fields say, from 1 to 9; an account starts with ${openingCredits}, ` +
      'the account page tells what is left, and more cannot be bought yet. This takes minutes: for anything but a script, start ' +
      'a job instead. 20 an hour for each account.',
    credentials: ['session', 'extensionToken'],
    body,
    answers: [{ status: 200, description: 'The model.', schema: generationResult }],
    refusals: [noSession, limited('generate'), ...badRequests, largeJson, ...unlucky, limiterGone],
    errors: 'GenerationError',
  }),
  'POST /api/generate/start': operation({
    id: 'startGeneration',
    tag: 'Generation',
    summary: 'Queue a generation',
    description:
      'The same bodies. They are looked at, and paid for, by the run in the background: a 200 promises neither that the ' +
      'request is right nor that there are credits. 20 an hour for each account, counted apart from `/api/generate`.',
    credentials: ['session', 'extensionToken'],
    body,
    answers: [
      {
        status: 200,
        description: 'Queued.',
        schema: startedJob,
        example: { jobId: exampleJob, status: 'queued' },
      },
    ],
    refusals: [
      noSession,
      limited('generate-start'),
      { kind: 'generation_body_empty' },
      { kind: 'image_too_large' },
      largeJson,
      generationOff,
      limiterGone,
    ],
    errors: 'GenerationError',
  }),
  'GET /api/generate/status': operation({
    id: 'readGenerationJob',
    tag: 'Generation',
    summary: 'Read a job',
    description:
      'Not limited; ask every 5 seconds. A failed generation is a 200 as well: read `status`.',
    credentials: ['session', 'extensionToken'],
    parameters: [query('jobId', 'As start answered.', exampleJob)],
    answers: [{ status: 200, description: 'The job.', schema: job }],
    refusals: [
      noSession,
      { kind: 'job_id_required' },
      { kind: 'job_not_found' },
      { kind: 'job_foreign' },
    ],
  }),
  'GET /api/generate/active': operation({
    id: 'readActiveGeneration',
    tag: 'Generation',
    summary: 'The job that is running, if any',
    description:
      'The newest that is queued or running. Signed out it is `{active:false}`, never a 401.',
    credentials: ['session'],
    answers: [
      {
        status: 200,
        description: 'Whether there is one.',
        schema: activeJob,
        example: { active: false },
      },
    ],
    refusals: [],
  }),
  'GET /api/model-proxy': operation({
    id: 'readModel',
    tag: 'Generation',
    summary: 'The bytes of a stored model',
    description:
      'Your own, or one that was published: that one needs no credential. Of a generation always the stored GLB, which ' +
      '`format` only names; an upload comes as its own file, with its own type and name, whatever `format` says.',
    credentials: ['session'],
    parameters: [
      query(
        'url',
        '`modelUrl` or `previewUrl` of a generation, or `modelUrl` of an upload.',
        'gs://models/models/2ef0a0a6a5d1cbbe.glb',
      ),
      query('download', '`true` to be saved as a file.'),
      query('format', 'glb, stl, obj or 3mf: content type and file name of a generation.'),
    ],
    answers: [
      {
        status: 200,
        type: Object.values(contentTypes),
        description: 'The file.',
        schema: says(v.file(), 'The stored file.'),
      },
    ],
    refusals: [
      noSession,
      { kind: 'proxy_url_required' },
      { kind: 'model_foreign' },
      { kind: 'model_unreadable' },
    ],
  }),
  'POST /api/retexture': operation({
    id: 'retexture',
    tag: 'Generation',
    summary: 'Paint a generation anew',
    description: 'Costs 1 credit and answers like `/api/generate`. 30 an hour for each account.',
    credentials: ['session'],
    body: {
      type: 'application/json',
      schema: v.object({
        generationId: text('Of a generation of this account.'),
        prompt: text('What it shall look like, up to 500 characters.'),
      }),
      example: { generationId: exampleJob, prompt: 'mossy stone' },
    },
    answers: [{ status: 200, description: 'The model.', schema: generationResult }],
    refusals: [
      noSession,
      limited('retexture'),
      { kind: 'invalid_json' },
      { kind: 'retexture_generation_required' },
      { kind: 'prompt_required' },
      { kind: 'prompt_too_long' },
      { kind: 'retexture_not_found' },
      { kind: 'retexture_unsuitable' },
      largeJson,
      ...unlucky,
      limiterGone,
    ],
    errors: 'GenerationError',
  }),
}
