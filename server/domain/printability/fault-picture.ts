// The picture of a checked mesh with its faults marked, for a conversation. It is not stored.
import { chatPicture, chatPictureMs, maxChatPictureBytes } from '../measurement/chat-picture.ts'
import type { PictureRequest } from '../measurement/inspection.ts'
import type { FaultPicture } from './check-printability.ts'

/** Undefined when the time left until the caller's timeout is too short for one. */
export const faultPicture = (timeLeftMs: number): PictureRequest | undefined =>
  chatPictureMs(timeLeftMs) === 0 ? undefined : { ...chatPicture, view: 'iso', faults: true }

export const smallEnough = (drawn: FaultPicture | null): FaultPicture | null =>
  drawn !== null && drawn.picture.byteLength <= maxChatPictureBytes ? drawn : null
