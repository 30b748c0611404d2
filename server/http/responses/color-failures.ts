// Refusals of POST /api/detect-colors that no other endpoint has.
import { unreachable } from '../../domain/base/result.ts'
import type { ColorFailure } from '../../domain/colors/failure.ts'

type Refusal = {
  readonly status: number
  readonly error: string
  readonly headers?: Record<string, string>
}

export function colorRefusal(failure: ColorFailure): Refusal {
  switch (failure.kind) {
    case 'colors_body_unknown':
      return {
        status: 400,
        error: "Expected multipart/form-data with an 'image' field, or JSON with 'modelUrl'.",
      }
    case 'colors_model_url_missing':
      return { status: 400, error: 'modelUrl required' }
    case 'colors_model_unsupported':
      return {
        status: 415,
        error: 'Colors are read from GLB models only. Send a GLB, or a picture of the part.',
      }
    case 'colors_model_unreadable':
      return { status: 422, error: 'That GLB is damaged or incomplete. Export it again.' }
    case 'colors_model_plain':
      return {
        status: 422,
        error: 'That model has no colors: neither textures nor colored vertices or materials.',
      }
    case 'colors_transparent':
      return { status: 422, error: 'Nothing in it is visible: everything is transparent.' }
    case 'image_too_many_pixels':
      return {
        status: 400,
        error: 'image has too many pixels (max 50 million). Send a smaller one.',
      }
    case 'colors_busy':
      return {
        status: 503,
        error: 'Too many pictures are being read right now. Try again shortly.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    default:
      return unreachable(failure)
  }
}
