// Composes the engine request of a generation, both for selecting an engine and for calling it.

import type { EngineName, EngineRequest } from '../engine/engine.ts'
import type { GenerationRequest, RequestWithImages } from './request.ts'

/** `prompt`: as enhanced; `engine`: null = the engine table's default. `off`: engines to exclude. */
export function engineRequestOf(
  { request, images }: RequestWithImages,
  {
    prompt,
    engine,
    off,
  }: { prompt: string; engine: EngineName | null; off: readonly EngineName[] },
): EngineRequest {
  const { mode, inputMode, options } = request
  const { ownSeed } = request
  const words = wordsOf(request)
  const seeded = ownSeed && { ownSeed }
  return { engine, mode, inputMode, prompt, words, images, options, off, ...seeded }
}

/** Returns prompt and style as one text (contract.md 4.7, `style`). */
export const withStyle = ({
  prompt,
  style,
}: Pick<GenerationRequest, 'prompt' | 'style'>): string =>
  style === null ? prompt : `${prompt}, ${style} style`

function wordsOf(request: GenerationRequest): string | null {
  const { inputMode, style, hasPrompt = false } = request
  if (inputMode === 'text') return null
  if (hasPrompt || inputMode === 'image_text') return withStyle(request)
  return style === null ? null : `${style} style`
}
