// Counts the colors of pictures and models, a few at a time, because each holds a decoded picture or a complete model in memory.
import { readFile } from 'node:fs/promises'
import type { ColorReader, CountOutcome, PaintOutcome } from '../../domain/colors/ports.ts'
import type { TemporaryFiles } from '../../domain/models/ports.ts'
import { createPerCallerSemaphore } from '../downloader/per-caller-semaphore.ts'
import { decodePicture } from './decode-picture.ts'
import { addPixels, countGlbColors } from './glb-colors.ts'
import { readGlb } from './glb-document.ts'
import { paint3mf } from './paint-3mf.ts'

/** Counts 65,536 pixels of a picture, so that shares are exact to less than a percent. */
const pictureSide = 256
const limits = { running: 2, runningPerCaller: 1, waiting: 40, waitingPerCaller: 5 }

export function createColorReader(files: Pick<TemporaryFiles, 'write'>): ColorReader {
  const slots = createPerCallerSemaphore(limits)
  const inSlot = async <Outcome>(
    { caller, signal }: { caller: string; signal: AbortSignal },
    count: () => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'busy' }> => {
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
      inSlot<CountOutcome>(slot, async () => {
        const picture = await decodePicture(path, pictureSide)
        if (picture.kind !== 'decoded') return picture
        addPixels(picture.pixels, add)
        return { kind: 'counted' }
      }),
    countModel: ({ path, add, ...slot }) =>
      inSlot<CountOutcome>(slot, async () => {
        const glb = readGlb(await readFile(path))
        if (glb === null) return { kind: 'unreadable' }
        return { kind: await countGlbColors(glb, { add, signal: slot.signal }) }
      }),
    paint: ({ path, spoolOf, spools, ...slot }) =>
      inSlot<PaintOutcome>(slot, async () => {
        const glb = readGlb(await readFile(path))
        if (glb === null) return { kind: 'unreadable' }
        const painted = await paint3mf(glb, { spoolOf, spools, signal: slot.signal })
        if (painted.kind !== 'painted') return painted
        const { path: to, sizeBytes } = await files.write(painted.bytes)
        return { kind: 'painted', path: to, sizeBytes }
      }),
  }
}
