// PUT /api/print-upload/bytes/{token}: receives the bytes of a signed upload if the storage cannot issue upload URLs
// (decisions.md 33). The document omits it: callers get the complete URL from the sign endpoint.
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { findOpenUpload, storeBytes } from '../../../domain/uploads/receive-upload.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import type { Route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { failureToResponse } from '../../refusals/refusal-of.ts'
import { declaredBytes } from '../../requests/body.ts'
import { receiveBody } from '../../requests/raw-body.ts'

type BytesContext = { readonly deps: HttpDeps }

export const uploadBytes: Route<BytesContext> = {
  method: 'PUT',
  path: '/api/print-upload/bytes/:token',
  contract: null,
  respond: async function putUploadBytes({ deps }, { request, params }) {
    const received = await receive(deps, request, params['token'] ?? '')
    return received.ok ? new Response(null, { status: 200 }) : failureToResponse(received.failure)
  },
  // Same as the sign and complete endpoints.
  crossOrigin: true,
}

async function receive(
  deps: HttpDeps,
  request: Request,
  token: string,
): Promise<Result<void, Failure>> {
  const open = await findOpenUpload(deps, token)
  if (!open.ok) return open
  const { upload, owner } = open.value
  const { sizeBytes: expected } = upload
  const declared = declaredBytes(request)
  if (declared !== null && declared !== expected) {
    return fail({ kind: 'upload_size_differs', expected, received: declared })
  }
  const place = deps.uploads.open(owner, declared)
  if (!place.ok) return place
  try {
    const { log } = deps
    const body = await receiveBody(request, place.value, { limitBytes: expected, log })
    if (!body.ok) return tooLong(body.failure, expected)
    const file = { path: place.value.path, sizeBytes: body.value }
    const stored = await storeBytes(deps, upload, file)
    return stored.ok ? ok(undefined) : stored
  } finally {
    await place.value.close()
  }
}

const tooLong = (failure: Failure, expected: number) =>
  failure.kind === 'body_too_large'
    ? fail({ kind: 'upload_size_differs', expected, received: null } as const)
    : fail(failure)
