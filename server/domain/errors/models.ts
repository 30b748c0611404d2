// Error codes of files, links, measurement, slicing, colors and changed models.
import type { Advice } from './advice.ts'
import {
  completeUploadAdvice,
  downloadGlbAdvice,
  noPicture,
  signAgainAdvice,
  uploadArrived,
} from './sentences.ts'

export const modelErrors = {
  file_missing: [
    'Neither a file nor the address of a stored model was sent.',
    'Send `file` as a file part, or `modelUrl`.',
  ],
  file_empty: ['The file is empty.', 'Export it again and check its size before you send it.'],
  file_too_large: [
    'The file exceeds the endpoint’s limit, which the message states.',
    'Reduce the number of triangles, or save it as binary STL or GLB.',
  ],
  file_unsupported: [
    'The endpoint does not support this file type, which it detects by the extension.',
    'Convert the file to a type that the message lists.',
  ],
  units_unknown: ['There is no such unit.', 'Send `mm`, `cm`, `m` or `in`.'],
  model_url_required: ['The address of the model is missing.', 'Send `modelUrl`.'],
  model_not_managed: [
    'The address does not lead to a model that the service stores.',
    'Send a `modelUrl` that the service returned, or upload the file.',
  ],
  model_foreign: [
    'The model belongs to another account, or does not exist.',
    'Use the credential of the account that stored it, or upload the file again.',
  ],
  model_unreadable: [
    'The stored model could not be read. It may have been deleted.',
    'Upload the file again.',
  ],
  storage_failed: [
    'The file could not be stored. Nothing was ordered or charged.',
    'Send the request again; an order with the same `Idempotency-Key`.',
  ],
  storage_unreachable: [
    'The storage of files did not respond.',
    'Send the request again after `Retry-After`.',
  ],
  uploads_busy: [
    'Too many uploads are in progress, for this caller or in total. Nothing was stored or charged.',
    'Send it again after `Retry-After`, with fewer concurrent uploads.',
  ],
  mesh_unreadable: [
    'The file has no printable mesh. The message names the fault.',
    'Follow the last part of the message. *Flat or open*: give the surface a thickness or close it, with “Solidify” or “Make Manifold” in Blender. ' +
      '*No triangles* or *degenerate*: export the body itself, not a sketch or a group without one. *Cut off*, *holds*, *bytes*: the file is incomplete, ' +
      'so export or send it again.',
  ],
  nothing_prints: [
    'The mesh is readable, but a slice of it prints nothing. Most often it is far too small or too thin.',
    'Check the unit and the thickness of the walls.',
  ],
  model_too_large: [
    'The model does not fit the printer in any orientation.',
    'Check the unit first: inches read as millimeters are 25 times too small, meters a thousand times too large. Otherwise scale it down or split it.',
  ],
  measuring_unavailable: [
    'The service is too busy to measure the file. Nothing was charged.',
    'Send it again after `Retry-After`.',
  ],
  processing_time_used_up: [
    'The caller has used up its processing time for this hour. Nothing was charged.',
    'Wait for the seconds in `Retry-After`, and simplify models that take long to process.',
  ],
  picture_none: [noPicture, 'Show a placeholder.'],
  picture_unavailable: ['The picture cannot be drawn at the moment.', 'Request it again later.'],
  slice_model_not_managed: [
    'The generation’s model is not stored by the service, so it cannot be sliced.',
    'Use the bounding-box estimate instead.',
  ],
  slice_format_unsupported: [
    'The slicer does not support the model’s format.',
    'Slice an STL, OBJ or 3MF.',
  ],
  slice_failed: [
    'The slice did not complete. The quote stays on the estimate.',
    'Try again, after `Retry-After` if present. If it fails again, repair the model.',
  ],
  slicer_not_configured: [
    'This server has no slicer.',
    'Use the estimate. Retrying does not help.',
  ],
  upload_is_sliced: [
    'The 3MF contains sliced plates but no mesh.',
    'Order it unchanged, as the `file` of `POST /api/print/orders`.',
  ],
  upload_not_found: ['The account has no upload with this id.', 'Sign a new upload.'],
  upload_expired: ['The upload was not completed in time.', signAgainAdvice],
  upload_incomplete: [
    'The bytes of the upload have not arrived.',
    'Send them to `uploadUrl`, then complete it.',
  ],
  upload_running: ['Another request is completing this upload.', 'Retry after `Retry-After`.'],
  upload_received: [uploadArrived, completeUploadAdvice],
  upload_size_differs: [
    'The number of bytes differs from the signed one. Nothing was stored.',
    'Sign an upload for the exact size of the file.',
  ],
  upload_hash_differs: [
    'The SHA-256 of the bytes differs from the signed one. Nothing was stored.',
    'Compute the hash of the file as sent, and sign a new upload.',
  ],
  link_invalid: [
    'The text is not a downloadable address.',
    'Send the full address of the file, beginning with `https://`.',
  ],
  link_not_https: ['The link is not https.', 'Send an https link.'],
  link_host_not_allowed: [
    'The farm downloads only from certain hosts, which do not include this one.',
    'Move the file to a host that the message names, or upload it.',
  ],
  link_private: [
    'The host has a private network address.',
    'Move the file to a public host, or upload it. A service on your own machine downloads from 127.0.0.1 with DOWNLOAD_ALLOW_LOOPBACK=1.',
  ],
  link_too_large: ['The linked file exceeds the endpoint’s limit.', 'Simplify the model.'],
  link_empty: ['The link returned no bytes.', 'Check that it leads to the file itself.'],
  link_not_a_file: [
    'The link leads to a page instead of a file.',
    'Send the direct link of the download button.',
  ],
  link_http_error: [
    'The link’s server refused the download. The message contains its status.',
    'Check that the link works without signing in.',
  ],
  link_timed_out: ['The link’s server was too slow.', 'Try again, or upload the file.'],
  link_redirects: ['The link redirects too often.', 'Send the final address of the redirects.'],
  link_unreachable: [
    'The link’s server could not be reached.',
    'Check the name of the host, and try again.',
  ],
  colors_model_unreadable: ['The GLB is damaged or incomplete.', 'Export it again.'],
  colors_model_too_large: ['The model has too many triangles to be painted.', downloadGlbAdvice],
  colors_model_plain: ['The model has neither textures nor colors.', 'Order it in one color.'],
  colors_transparent: [
    'Nothing of the picture or the model is visible.',
    'Send one that is not transparent.',
  ],
  colors_busy: ['Too many pictures are being read.', 'Send it again after `Retry-After`.'],
  file_format_unknown: [
    'Models cannot be downloaded in this format.',
    'Send one of the formats in the message.',
  ],
  change_empty: [
    'The request contains no change.',
    'Send at least one of `sizeMm`, `orient`, `hollowWallMm`, `repair` and `cut`.',
  ],
  change_without_effect: [
    'The change would have no effect. Nothing was stored.',
    'Request another change.',
  ],
  change_impossible: [
    'The change is not possible for this model. The message states the reason. Nothing was stored.',
    'Select other values, such as a thinner wall or another cut position.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
