// Fields of the message form with its files: those already attached, by id, and the one sent with the form.

import { isUuid } from '../../../../../domain/base/ids/uuid.ts'
import { fail, ok, type Result } from '../../../../../domain/base/result.ts'
import { headBytes } from '../../../../../domain/operators/attachment-type.ts'
import {
  maxAttachmentBytes,
  maxAttachments,
  storeAttachment,
} from '../../../../../domain/operators/order-messages.ts'
import type { Attachment } from '../../../../../domain/operators/ports.ts'
import { operatorWithin } from '../../../../middleware/access.ts'
import type { HttpContext } from '../../../../middleware/context.ts'
import type { DeskViewer } from '../../../../middleware/page-access.ts'
import type { Failure } from '../../../../refusals/failure.ts'
import { readForm } from '../../../../requests/forms.ts'
import { type MultipartForm, withMultipartForm } from '../../../../requests/multipart.ts'

export type MessageFormData = {
  readonly field: (name: string) => string
  /** Stored attachments, in order of attachment. */
  readonly attachments: readonly Attachment[]
  /** Why the file sent with the form is not attached. */
  readonly problem: Failure | null
}

/**
 * Maximum body size that is read, in bytes. A slightly oversized file is refused with the rest of the form kept. The
 * body of a larger one is not read.
 */
const maxReadBytes = 10 * maxAttachmentBytes

export async function readMessageForm(
  http: HttpContext,
  request: Request,
  user: DeskViewer,
): Promise<MessageFormData> {
  const { deps } = http
  if (!/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    const field = await readForm(request)
    return { field, attachments: await attachedBefore(http, field), problem: null }
  }
  const { uploads, log } = deps
  const options = { uploads, caller: user, log, fileField: 'file', maxFileBytes: maxReadBytes }
  const read = await withMultipartForm<MessageFormData, Failure>(request, options, async (form) => {
    const field = (name: string) => form.fields.get(name) ?? ''
    const attachments = await attachedBefore(http, field)
    const added = await store(http, request, { user, form, before: attachments.length })
    if (!added.ok) return ok({ field, attachments, problem: added.failure })
    const all = added.value === null ? attachments : [...attachments, added.value]
    return ok({ field, attachments: all, problem: null })
  })
  return read.ok ? read.value : { field: () => '', attachments: [], problem: read.failure }
}

async function attachedBefore(
  { deps }: HttpContext,
  field: (name: string) => string,
): Promise<readonly Attachment[]> {
  const ids = field('attachmentIds').split(',').filter(isUuid).slice(0, maxAttachments)
  if (ids.length === 0) return []
  const attachments = await deps.orderMessages.findAttachments(ids)
  return ids.flatMap((id) => attachments.find((attachment) => attachment.id === id) ?? [])
}

type NewFile = { readonly user: DeskViewer; readonly form: MultipartForm; readonly before: number }

/** Stores the file. Returns null if no file was chosen. */
async function store(
  http: HttpContext,
  request: Request,
  { user, form: { file, fields }, before }: NewFile,
): Promise<Result<Attachment | null, Failure>> {
  if (file === null || file.sizeBytes === 0) {
    return fields.get('do') === 'attach' ? fail({ kind: 'file_missing' }) : ok(null)
  }
  if (before >= maxAttachments) {
    const message = `A message has at most ${maxAttachments} files. Send the others with another message.`
    return fail({ kind: 'field_invalid', message })
  }
  const admitted = await operatorWithin('support-attachment').admit(http, request)
  if (!admitted.ok) return admitted
  const head = await Bun.file(file.path).slice(0, headBytes).bytes()
  return await storeAttachment(http.deps, user.email, { ...file, head })
}
