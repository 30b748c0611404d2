// Counts the colors of pictures and models, a few at a time: each holds a decoded picture or a whole model in memory.
import { readFile } from 'node:fs/promises'
import type { ColorReader, CountOutcome } from '../../domain/colors/ports.ts'
import { createPerCallerSemaphore } from '../downloader/per-caller-semaphore.ts'
import { decodePicture } from './decode-picture.ts'
import { addPixels, countGlbColors } from './glb-colors.ts'
import { readGlb } from './glb-document.ts'

/** 65,536 pixels of a picture are counted; shares are exact to less than a percent. */
const pictureSide = 256
const limits = { running: 2, runningPerCaller: 1, waiting: 40, waitingPerCaller: 5 }

export function createColorReader(): ColorReader {
  const slots = createPerCallerSemaphore(limits)
  const inSlot = async (
    { caller, signal }: { caller: string; signal: AbortSignal },
    count: () => Promise<CountOutcome>,
  ): Promise<CountOutcome> => {
    const release = await slots.acquire(caller, signal)
    if (release === null) return { kind: 'busy' }
    try {
      return await count()
    } finally {
      release()
    }
  }
  return {
    countPicture: ({ path, add, ...slot }) =>
      inSlot(slot, async () => {
        const picture = await decodePicture(path, pictureSide)
        if (picture.kind !== 'decoded') return picture
        addPixels(picture.pixels, add)
        return { kind: 'counted' }
      }),
    countModel: ({ path, add, ...slot }) =>
      inSlot(slot, async () => {
        const glb = readGlb(await readFile(path))
        if (glb === null) return { kind: 'unreadable' }
        return { kind: await countGlbColors(glb, { add, signal: slot.signal }) }
      }),
  }
}
