// The picture of a checked mesh with marked faults, for a conversation. Not stored.
import { chatPicture, chatPictureMs, maxChatPictureBytes } from '../measurement/chat-picture.ts'
import type { PictureRequest } from '../measurement/inspection.ts'
import type { FaultPicture } from './check-printability.ts'

/** Returns undefined if the time until the caller's timeout is too short. */
export const faultPicture = (timeLeftMs: number): PictureRequest | undefined =>
  chatPictureMs(timeLeftMs) === 0 ? undefined : { ...chatPicture, view: 'iso', faults: true }

export const smallEnough = (drawn: FaultPicture | null): FaultPicture | null =>
  drawn !== null && drawn.picture.byteLength <= maxChatPictureBytes ? drawn : null
