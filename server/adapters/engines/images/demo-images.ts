// Sample pictures for a service without an image model: a pattern chosen by the prompt, or the uploaded picture with rotated hues. The
// same request gives the same picture.
import sharp from 'sharp'
import type { ImageModel, ImageOutcome } from '../../../domain/images/ports.ts'
import type { TemporaryFiles } from '../../../domain/models/ports.ts'
import { openPicture } from '../../pictures/decode-picture.ts'
import { inspectPicture } from '../../pictures/inspect-picture.ts'
import { chanceOf } from '../demo/chance.ts'
import { chooseColors } from '../demo/choose-shape.ts'
import { paint } from '../demo/texture.ts'

export function createDemoImages(temporaryFiles: TemporaryFiles): ImageModel {
  const made = async (bytes: Uint8Array): Promise<ImageOutcome> => {
    const file = await temporaryFiles.write(bytes)
    return { kind: 'made', file: { ...file, fileName: 'sample.png' }, url: null }
  }
  return {
    source: 'demo',
    inspect: inspectPicture,
    draw: async ({ prompt, size }) => {
      const chance = chanceOf(prompt)
      const pattern = paint(chooseColors(prompt, chance), chance)
      const [width = 0, height = 0] = size.split('x').map(Number)
      return await made(
        await sharp(pattern).resize(width, height, { fit: 'cover' }).png().toBuffer(),
      )
    },
    edit: async ({ image, prompt }) => {
      const hue = chanceOf(prompt).whole(30, 330)
      try {
        const bytes = await openPicture(image.path)
          .rotate()
          .resize(2048, 2048, { fit: 'inside', withoutEnlargement: true })
          .modulate({ hue })
          .png()
          .toBuffer()
        return await made(bytes)
      } catch {
        // sharp throws plain errors for everything that it cannot read.
        return {
          kind: 'failed',
          message: 'The image model could not read the picture. Send another one.',
        }
      }
    },
  }
}
