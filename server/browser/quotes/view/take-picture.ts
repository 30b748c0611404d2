// Pictures of a part from the geometry core.
import { inspectSettings } from '../../../domain/measurement/inspect-settings.ts'
import { sliceSettings } from '../../../domain/measurement/slice-settings.ts'
import type { Core } from '../../core/core-client.ts'
import { type PartState, printedFile } from '../parts/part-state.ts'
import type { PictureChoice } from './picture.ts'

const sizePx = 720

export const createPictures =
  (core: Core) =>
  async (part: PartState, choice: PictureChoice): Promise<Blob | null> => {
    const { finding, options } = part
    if (finding.state !== 'known' || finding.measurement.kind !== 'mesh') return null
    const dark = matchMedia('(prefers-color-scheme: dark)').matches
    const outcome = await core.run({
      kind: 'picture',
      ...printedFile(part, finding),
      settings: inspectSettings(sliceSettings(options)),
      picture: { sizePx, dark, ...choice },
    })
    return outcome.kind === 'pictured' ? outcome.picture : null
  }
