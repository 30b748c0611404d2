// Pictures that the service already stores: a picture from POST /api/images, sent by address instead of as a file
// (decisions.md 36), and pictures of a generation that made no model, which are kept for a retry.

import type { AccountId } from '../../base/caller.ts'
import { parseGenerationJobId } from '../../base/ids/generation-job.ts'
import { fieldsOf } from '../../base/is-object.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { isStorable } from '../../base/text/text.ts'
import { fetchStoredModel } from '../../models/fetch-stored-model.ts'
import type { GenerationFailure } from '../request/failure.ts'
import { withParsedBody } from '../request/parsed-body.ts'
import { type FormFile, maxImageBytes, type ParsedBody } from '../request/request.ts'
import type { GenerationDeps } from './ports.ts'

export type StoredImageDeps = Pick<GenerationDeps, 'images' | 'objects' | 'temporaryFiles' | 'log'>

export type KeptPictureDeps = StoredImageDeps & Pick<GenerationDeps, 'generationJobs' | 'parseBody'>

/**
 * Calls `withStoredImage` after adding the pictures of the generation that `imagesOf` names. Uploaded pictures take
 * precedence.
 */
export async function withPictures<T, F>(
  deps: KeptPictureDeps,
  accountId: AccountId,
  body: ParsedBody,
  use: (body: ParsedBody) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure>> {
  return await withEarlierPictures(deps, { accountId, body, tries: maxTries }, (whole) =>
    withStoredImage(deps, accountId, whole, use),
  )
}

/** A retry names the previous attempt, which can itself name another one. */
const maxTries = 10

type RetriedJob = {
  readonly accountId: AccountId
  readonly body: ParsedBody
  readonly tries: number
}

async function withEarlierPictures<T, F>(
  deps: KeptPictureDeps,
  { accountId, body, tries }: RetriedJob,
  use: (body: ParsedBody) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure>> {
  const form = formNaming(body, 'imagesOf')
  if (form === null) return await use(body)
  const id = parseGenerationJobId((form.fields.get('imagesOf') ?? '').trim())
  const path = deps.temporaryFiles.path()
  try {
    const contentType =
      id !== null && tries > 0 ? await deps.generationJobs.fetchKeptBody(accountId, id, path) : null
    if (contentType === null) return fail({ kind: 'image_earlier_gone' })
    return await withParsedBody(deps, { contentType, source: { path } }, (parsed) =>
      withEarlierPictures(deps, { accountId, body: parsed, tries: tries - 1 }, (earlier) =>
        use(withPicturesOf(form, earlier)),
      ),
    )
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

/** Returns the form with the earlier pictures for which no replacement was sent. */
function withPicturesOf(form: Form, body: ParsedBody): Form {
  // Programs name a picture of the account in JSON.
  const earlier = body.kind === 'json' ? formOfJson(body.value) : body
  if (earlier.kind !== 'form') return form
  const sent = form.files.filter(({ sizeBytes }) => sizeBytes > 0)
  const kept = earlier.files.filter(({ field }) => !sent.some((file) => file.field === field))
  const imageUrl = form.fields.get('imageUrl') ?? earlier.fields.get('imageUrl')
  const fields = new Map(form.fields)
  if (imageUrl !== undefined) fields.set('imageUrl', imageUrl)
  return { ...form, fields, files: [...sent, ...kept] }
}

/**
 * Calls `use` with a body in which the picture of `imageUrl` is the file `image`; removes its local copy afterwards.
 * An uploaded file takes precedence.
 */
export async function withStoredImage<T, F>(
  deps: StoredImageDeps,
  accountId: AccountId,
  body: ParsedBody,
  use: (body: ParsedBody) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure>> {
  const form = formWithAddress(body)
  if (form === null) return await use(body)
  const file = await fetchImage(deps, accountId, form.fields.get('imageUrl')?.trim() ?? '')
  if (!file.ok) return file
  try {
    return await use({ ...form, files: [...form.files, file.value] })
  } finally {
    await deps.temporaryFiles.remove(file.value.path)
  }
}

type Form = Extract<ParsedBody, { kind: 'form' }>

/** Returns the body as a form if it names a stored picture; otherwise null. */
function formWithAddress(body: ParsedBody): Form | null {
  const form = formNaming(body, 'imageUrl')
  if (form === null) return null
  return form.files.some(({ field, sizeBytes }) => field === 'image' && sizeBytes > 0) ? null : form
}

/** Returns the body as a form if it has a value for the name; otherwise null. */
function formNaming(body: ParsedBody, name: 'imageUrl' | 'imagesOf'): Form | null {
  const form = body.kind === 'json' ? formOfJson(body.value) : body
  return form.kind !== 'form' || (form.fields.get(name) ?? '').trim() === '' ? null : form
}

/** Converts JSON to a form, in which the advanced options are top-level fields (contract.md 4.7). */
function formOfJson(value: unknown): Form {
  const body: Readonly<Record<string, unknown>> = fieldsOf(value)
  const { advanced, ...plain } = body
  const options = fieldsOf(advanced)
  const fields = Object.entries({ ...options, ...plain }).flatMap(([name, each]) =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [[name, String(each)] as const] : [],
  )
  return { kind: 'form', fields: new Map(fields), files: [], filesLeftOut: 0 }
}

async function fetchImage(
  deps: StoredImageDeps,
  accountId: AccountId,
  url: string,
): Promise<Result<FormFile, GenerationFailure>> {
  const key = isStorable(url) ? deps.objects.parseUri(url) : null
  const image = key === null ? null : await deps.images.findOwned(accountId, url)
  if (key === null || image === null) return fail({ kind: 'image_url_foreign' })
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) return fail({ kind: 'image_url_unreadable' })
  const { path, sizeBytes, sha256 } = copy.value
  return ok({
    field: 'image',
    path,
    fileName: image.prompt,
    mimeType: image.mimeType,
    knownType: image.mimeType,
    sizeBytes,
    sha256,
    head: new Uint8Array(),
    size: { width: image.width, height: image.height },
    isTooLarge: sizeBytes > maxImageBytes,
  })
}
