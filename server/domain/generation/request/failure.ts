// Every way generation refuses or ends in error, as facts; the contract's words are the doors' (http/generation-failures.ts).

export type GenerationFailure =
  | { readonly kind: 'generation_body_empty' }
  | { readonly kind: 'generation_json_invalid' }
  | { readonly kind: 'generation_form_invalid' }
  | { readonly kind: 'prompt_required' }
  | { readonly kind: 'prompt_too_long' }
  | { readonly kind: 'input_mode_invalid' }
  | { readonly kind: 'image_required' }
  | { readonly kind: 'image_too_large' }
  | { readonly kind: 'multiview_count' }
  | { readonly kind: 'multiview_image_too_large' }
  | { readonly kind: 'image_type_unsupported'; readonly mimeType: string }
  /** Begins like a picture but is damaged or cut off. */
  | { readonly kind: 'image_unreadable' }
  | { readonly kind: 'nsfw'; readonly reason: string }
  | { readonly kind: 'moderation_unavailable' }
  /** Pictures must be moderated here, and no server is configured that can. */
  | { readonly kind: 'pictures_not_accepted' }
  /** The operator has switched generation off. */
  | { readonly kind: 'generation_off' }
  | { readonly kind: 'no_credits'; readonly required: number; readonly available: number }
  /** The sentence is the engine's, or ours about it. */
  | { readonly kind: 'engine_failed'; readonly message: string }
  | { readonly kind: 'generation_interrupted' }
  | { readonly kind: 'job_id_required' }
  | { readonly kind: 'job_not_found' }
  | { readonly kind: 'job_foreign' }
  | { readonly kind: 'retexture_generation_required' }
  | { readonly kind: 'retexture_not_found' }
  | { readonly kind: 'retexture_unsuitable' }
  | { readonly kind: 'proxy_url_required' }

/** Somebody should look at it: the engine's or our own failing, and nothing that the caller did. */
export const isOperational = ({ kind }: GenerationFailure): boolean =>
  kind === 'engine_failed' || kind === 'generation_interrupted' || kind === 'moderation_unavailable'
