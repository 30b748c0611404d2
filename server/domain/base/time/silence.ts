// Silence of a printer's program.
import { durationText } from './duration-text.ts'

/** Time without contact after which a printer is offline. Programs report every 30 s, so they can miss three reports. */
export const silentSeconds = 120

/** `silentSeconds` for messages. */
export const silentText = durationText(silentSeconds)
