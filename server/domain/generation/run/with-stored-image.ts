// Pictures that the service has already: one that POST /api/images made, sent by its address instead of as a file (decisions.md 36), and
// those of a generation that made no model, which are kept for another try.

import type { AccountId } from '../../base/caller.ts'
import { generationJobIdOf } from '../../base/generation-job.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { isStorable } from '../../base/text.ts'
import { isUuid } from '../../base/uuid.ts'
import { fetchStoredModel } from '../../models/fetch-stored-model.ts'
import type { GenerationFailure } from '../request/failure.ts'
import { withParsedBody } from '../request/parsed-body.ts'
import { type FormFile, maxImageBytes, type ParsedBody } from '../request/request.ts'
import type { GenerationDeps } from './ports.ts'

export type StoredImageDeps = Pick<GenerationDeps, 'images' | 'objects' | 'temporaryFiles' | 'log'>

export type KeptPictureDeps = StoredImageDeps & Pick<GenerationDeps, 'generationJobs' | 'parseBody'>

/** `withStoredImage`, after the pictures that `imagesOf` names were taken from the earlier generation. Those that were sent win. */
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

/** A try names the one before it, which may name another one. */
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
  const id = (form.fields.get('imagesOf') ?? '').trim()
  const path = deps.temporaryFiles.path()
  try {
    const contentType =
      isUuid(id) && tries > 0
        ? await deps.generationJobs.fetchKeptBody(accountId, generationJobIdOf(id), path)
        : null
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

/** The form with those pictures of the earlier one in whose place none was sent. */
function withPicturesOf(form: Form, body: ParsedBody): Form {
  // A program names a picture of the account in JSON.
  const earlier = body.kind === 'json' ? formOfJson(body.value) : body
  if (earlier.kind !== 'form') return form
  const sent = form.files.filter(({ sizeBytes }) => sizeBytes > 0)
  const kept = earlier.files.filter(({ field }) => !sent.some((file) => file.field === field))
  const imageUrl = form.fields.get('imageUrl') ?? earlier.fields.get('imageUrl')
  const fields = new Map(form.fields)
  if (imageUrl !== undefined) fields.set('imageUrl', imageUrl)
  return { ...form, fields, files: [...sent, ...kept] }
}

/** Calls `use` with the body in which `imageUrl` is the file `image`; removes its local copy afterwards. A file that was sent wins. */
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

/** The body as a form when it names a stored picture; null when it does not. */
function formWithAddress(body: ParsedBody): Form | null {
  const form = formNaming(body, 'imageUrl')
  if (form === null) return null
  return form.files.some(({ field, sizeBytes }) => field === 'image' && sizeBytes > 0) ? null : form
}

/** The body as a form when it has a value for the name; null when it does not. */
function formNaming(body: ParsedBody, name: 'imageUrl' | 'imagesOf'): Form | null {
  const form = body.kind === 'json' ? formOfJson(body.value) : body
  return form.kind !== 'form' || (form.fields.get(name) ?? '').trim() === '' ? null : form
}

/** The advanced options of JSON are flat fields of a form (contract.md 4.7). */
function formOfJson(value: unknown): Form {
  const body: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  const { advanced, ...plain } = body
  const options = typeof advanced === 'object' && advanced !== null ? { ...advanced } : {}
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
    tooLarge: sizeBytes > maxImageBytes,
  })
}
