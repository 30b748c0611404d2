// The picture of a checked mesh with its faults marked. It is not stored.
import { chatPicture, chatPictureMs, maxChatPictureBytes } from '../measurement/chat-picture.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import type { FaultKind } from '../measurement/inspection.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import type { CheckInput } from './check-printability.ts'
import type { PrintabilityDeps } from './ports.ts'

export type FaultPicture = {
  /** PNG. */
  readonly picture: Uint8Array
  /** What is marked in it. */
  readonly marked: readonly FaultKind[]
}

/** Null when the mesh cannot be drawn now or in the time left until the caller's timeout. Rejects when the input's signal is aborted. */
export async function drawFaults(
  { meshes, log }: Pick<PrintabilityDeps, 'meshes' | 'log'>,
  { path, format, units, signal }: CheckInput,
  timeLeftMs: number,
): Promise<FaultPicture | null> {
  const ms = chatPictureMs(timeLeftMs)
  if (ms === 0) return null
  const timeout = AbortSignal.timeout(ms)
  try {
    const outcome = await meshes.inspect({
      source: { path },
      format,
      settings: inspectSettings(defaultSliceSettings),
      outputs: { mesh: false, picture: { ...chatPicture, view: 'iso', faults: true } },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(units !== null && { units }),
    })
    if (outcome.kind !== 'inspected') return null
    const { picture, faults } = outcome
    if (picture === null || picture.byteLength > maxChatPictureBytes) return null
    return { picture, marked: faults.map(({ kind }) => kind) }
  } catch (error) {
    signal?.throwIfAborted()
    if (!timeout.aborted) log.error('picture.not_drawn', { error })
    return null
  }
}
