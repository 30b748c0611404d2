// Codes of files, links, measuring, slicing, colors and changed models.
import type { Advice } from './advice.ts'

export const modelErrors = {
  file_missing: [
    'Neither a file nor the address of a stored model was sent.',
    'Send `file` as a file part, or `modelUrl`.',
  ],
  file_empty: ['The file has no bytes.', 'Export it again and check its size before you send it.'],
  file_too_large: [
    'The file is larger than the endpoint takes. The sentence has the limit.',
    'Reduce the number of triangles, or save it as binary STL or GLB.',
  ],
  file_unsupported: [
    'The endpoint does not read this kind of file. It judges by the end of the name.',
    'Convert the file to one that the sentence lists.',
  ],
  units_unknown: ['There is no such unit.', 'Send `mm`, `cm`, `m` or `in`.'],
  model_url_required: ['The address of the model is missing.', 'Send `modelUrl`.'],
  model_not_managed: [
    'The address is not that of a model which the service stores.',
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
    'Too many uploads are in progress, yours or those of all callers. Nothing was stored or charged.',
    'Send it again after `Retry-After`, and fewer at a time.',
  ],
  mesh_unreadable: [
    'The file has no mesh that can be printed. The sentence names the fault.',
    'Repair or export the model again, and check it at `POST /api/printability`.',
  ],
  nothing_prints: [
    'The mesh is readable, but a slice of it prints nothing. Most often it is far too small or too thin.',
    'Check the unit and the thickness of the walls.',
  ],
  model_too_large: [
    'The model does not fit the printer in any orientation.',
    'Check the unit first: inches read as millimeters are 25 times too small, meters a thousand times too large. Else scale it down or split it.',
  ],
  measuring_unavailable: [
    'The service is too busy to measure the file. Nothing was charged.',
    'Send it again after `Retry-After`.',
  ],
  processing_time_used_up: [
    'The files of this caller have taken all of its processing time of this hour. Nothing was charged.',
    'Wait for the seconds of `Retry-After`, and simplify models that take long.',
  ],
  picture_none: ['There is no picture of this model.', 'Show a placeholder.'],
  picture_unavailable: ['The picture cannot be drawn at the moment.', 'Ask for it again later.'],
  slice_model_not_managed: [
    'The model of the generation is not in our storage, so that it cannot be sliced.',
    'Estimate it by its bounding box instead.',
  ],
  slice_format_unsupported: [
    'The model has a format that the slicer does not read.',
    'Slice an STL, OBJ or 3MF.',
  ],
  slice_failed: [
    'The slice did not complete. The quote stays on the estimate.',
    'Try again, after `Retry-After` where it is sent. If it fails again, repair the model.',
  ],
  slicer_not_configured: [
    'This server has no slicer.',
    'Use the estimate. Trying again does not help.',
  ],
  upload_is_sliced: [
    'The 3MF holds sliced plates and no mesh.',
    'Order it as it is, as the `file` of `POST /api/print/orders`.',
  ],
  upload_not_found: ['The account has no upload with this id.', 'Sign a new upload.'],
  upload_expired: [
    'The upload was not completed in its time.',
    'Sign a new one and send the file again.',
  ],
  upload_incomplete: [
    'The bytes of the upload have not arrived.',
    'Send them to `uploadUrl`, then complete it.',
  ],
  upload_running: [
    'Another request completes this upload at the moment.',
    'Ask again after `Retry-After`.',
  ],
  upload_received: [
    'The bytes of this upload have arrived already.',
    'Complete it, or sign a new one.',
  ],
  upload_size_differs: [
    'The number of bytes is not the one that was signed. Nothing was stored.',
    'Sign an upload for the exact size of the file.',
  ],
  upload_hash_differs: [
    'The bytes do not have the SHA-256 that was signed. Nothing was stored.',
    'Compute it of the file as it is sent, and sign a new upload.',
  ],
  link_invalid: [
    'The text is no address that can be downloaded.',
    'Send the full address of the file, beginning with `https://`.',
  ],
  link_not_https: ['The link is not https.', 'Send an https link.'],
  link_host_not_allowed: [
    'The farm downloads from certain hosts only, and this one is not among them.',
    'Put the file on a host that the sentence names, or upload it.',
  ],
  link_private: [
    'The host has an address inside a private network.',
    'Put the file where the internet can reach it, or upload it.',
  ],
  link_too_large: [
    'The file behind the link is larger than the endpoint takes.',
    'Simplify the model.',
  ],
  link_empty: ['The link returned no bytes.', 'Check that it leads to the file itself.'],
  link_not_a_file: [
    'The link leads to a page and not to a file.',
    'Send the direct link: the one behind the button for downloading.',
  ],
  link_http_error: [
    'The server behind the link refused the download. The sentence has its status.',
    'Check that the link works without signing in.',
  ],
  link_timed_out: ['The server behind the link was too slow.', 'Try again, or upload the file.'],
  link_redirects: ['The link redirects too often.', 'Send the address at which the redirects end.'],
  link_unreachable: [
    'The server behind the link could not be reached.',
    'Check the name of the host, and try again.',
  ],
  colors_model_unreadable: ['The GLB is damaged or incomplete.', 'Export it again.'],
  colors_model_too_large: [
    'The model has too many triangles to be painted.',
    'Download the GLB, which has all its colors.',
  ],
  colors_model_plain: ['The model has neither textures nor colors.', 'Order it in one color.'],
  colors_transparent: [
    'Nothing of the picture or the model is visible.',
    'Send one that is not transparent.',
  ],
  colors_busy: ['Too many pictures are being read.', 'Send it again after `Retry-After`.'],
  file_format_unknown: [
    'There is no such format to download a model in.',
    'Send one of the formats in the sentence.',
  ],
  change_empty: [
    'The request does not say what to change.',
    'Send at least one of `sizeMm`, `orient`, `hollowWallMm`, `repair` and `cut`.',
  ],
  change_without_effect: [
    'The model would stay as it is. Nothing was stored.',
    'Ask for another change.',
  ],
  change_impossible: [
    'The change cannot be made of this model. The sentence says why. Nothing was stored.',
    'Choose other values, such as a thinner wall or another place to cut.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
