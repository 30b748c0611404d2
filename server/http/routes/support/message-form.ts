// Reads a customer's message form with one file.

import type { AccountCaller } from '../../../domain/base/caller.ts'
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { headBytes } from '../../../domain/operators/attachment-type.ts'
import { maxAttachmentBytes, storeAttachment } from '../../../domain/operators/order-messages.ts'
import type { HttpContext } from '../../middleware/context.ts'
import type { Failure } from '../../refusals/failure.ts'
import { maxFormBytes, readFields } from '../../requests/forms.ts'
import { type MultipartForm, withMultipartForm } from '../../requests/multipart.ts'

export type CustomerForm = {
  readonly field: (name: string) => string
  readonly caller: AccountCaller | null
  /** Id of the stored file. */
  readonly attachmentIds: readonly string[]
  /** Why nothing may be sent: the file was refused, or there are too many messages. */
  readonly problem: Failure | null
}

/**
 * Maximum body size that is read, in bytes. A slightly oversized file is refused with the rest of the form kept. The
 * body of a larger one is not read.
 */
const maxReadBytes = 2 * maxAttachmentBytes

/**
 * Reads the form and counts it as a message, per account when signed in, otherwise per client address. Stores the file
 * only if the form `isComplete`, because nothing would refer to the file of an incomplete form.
 */
export async function readCustomerForm(
  http: HttpContext,
  request: Request,
  isComplete: (field: CustomerForm['field']) => boolean,
): Promise<CustomerForm> {
  const { deps } = http
  const caller = await http.authenticate(request, ['session'])
  const address = http.clientAddress(request)
  const slot = await (caller === null
    ? consumeRateLimit(deps, 'ticket-anonymous', address)
    : consumeRateLimit(deps, 'ticket-signed-in', caller.email))
  const limited = slot.ok ? null : slot.failure
  if (!/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    const fields = await readFields(request, maxFormBytes)
    const field = (name: string) => (fields.ok ? (fields.value.get(name) ?? '') : '')
    return {
      field,
      caller,
      attachmentIds: [],
      problem: limited ?? (fields.ok ? null : fields.failure),
    }
  }
  const { uploads, log } = deps
  const sender = caller ?? ({ kind: 'anonymous', address } as const)
  const options = {
    uploads,
    caller: sender,
    log,
    fileField: 'file',
    maxFileBytes: maxReadBytes,
  }
  const store = async (form: MultipartForm, field: CustomerForm['field']) =>
    isComplete(field) ? await storeFile(http, form, caller?.email ?? field('email')) : ok([])
  const read = await withMultipartForm<CustomerForm, Failure>(request, options, async (form) => {
    const field = (name: string) => form.fields.get(name) ?? ''
    const stored = limited === null ? await store(form, field) : fail(limited)
    return ok({
      field,
      caller,
      attachmentIds: stored.ok ? stored.value : [],
      problem: stored.ok ? null : stored.failure,
    })
  })
  return read.ok
    ? read.value
    : { field: () => '', caller, attachmentIds: [], problem: read.failure }
}

async function storeFile(
  { deps }: HttpContext,
  { file }: MultipartForm,
  by: string,
): Promise<Result<readonly string[], Failure>> {
  if (file === null || file.sizeBytes === 0) return ok([])
  const head = await Bun.file(file.path).slice(0, headBytes).bytes()
  const stored = await storeAttachment(deps, by, { ...file, head })
  return stored.ok ? ok([stored.value.id]) : stored
}
