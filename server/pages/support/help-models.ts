// Questions about files, sizes and materials, and about generating and publishing models.
import { buildVolumeMm } from '../../domain/catalog/build-volume.ts'
import { stockColors } from '../../domain/catalog/colors.ts'
import {
  customColorCentsPerGram,
  qualityFactorPercent,
  qualityLayerHeightMm,
} from '../../domain/catalog/materials.ts'
import {
  infillRange,
  layerHeightPercentRange,
  nozzleDiametersMm,
  rangeText,
} from '../../domain/catalog/options.ts'
import { modeCredits, openingCredits } from '../../domain/generation/request/credit-cost.ts'
import { thinWallMm } from '../../domain/measurement/inspect-settings.ts'
import { defaultSliceSettings } from '../../domain/measurement/slice-settings.ts'
import { mmPerUnit } from '../../domain/models/format.ts'
import { maxModelText } from '../../domain/models/size-limit.ts'
import { money } from '../base/money.ts'
import type { HelpArticle } from './help-article.ts'

const { nozzleMm } = defaultSliceSettings
const premium = qualityFactorPercent.premium / 100

export const modelArticles = (): readonly HelpArticle[] => [
  {
    id: 'files',
    title: 'Which files can I send?',
    text: `Models as STL, 3MF, OBJ or GLB, and already-sliced files as .gcode or .gcode.3mf, up to ${maxModelText}. Drop the file on the
[quote page](/quote), or paste a link to it. Programs send STL, GLB, 3MF and sliced files.`,
    keywords:
      'file format upload type extension step stp fbx blend sketchup gcode stl obj glb 3mf accept support',
  },
  {
    id: 'units',
    title: 'My model has the wrong size. Which unit does a file have?',
    text: `STL and OBJ files do not say their unit: their numbers are read as millimeters. GLB files are in meters, and 3MF files say their own
unit. If a part looks ${mmPerUnit.in} times too small, it was drawn in inches: choose the unit on the [quote page](/quote), which shows the size in
millimeters.`,
    keywords: 'scale inches inch centimeters mm tiny huge dimensions',
  },
  {
    id: 'largest-part',
    title: 'How large can a part be?',
    text: `Up to ${buildVolumeMm.join(' × ')} mm, in any orientation. A larger part has to be scaled down, or split into parts that are joined
afterwards.`,
    keywords: 'size meter long maximum big build volume plate dimensions limit smallest',
  },
  {
    id: 'faults',
    title: 'What is checked, and what if my model has faults?',
    text: `The quote page counts open and non-manifold edges, overhangs and thin walls, and shows them on the part. Walls under
${thinWallMm(nozzleMm)} mm, two lines of the ${nozzleMm} mm nozzle, may come out weak or incomplete. An open surface is closed where that
is clear before the part is priced and printed; a model with nothing to print is refused.`,
    keywords: 'holes watertight manifold repair mesh errors wall thickness thin printable check',
  },
  {
    id: 'materials',
    title: 'Which material should I choose?',
    text: `- **PLA** is stiff and shows fine detail, and softens from about 55 °C, in a hot car for example.
- **PETG** is tougher and stands about 70 °C.
- **ABS** stands about 90 °C and takes knocks.
- **ASA** is like ABS and also withstands sun and rain: the choice for outdoors.
- **TPU** is flexible, like rubber.`,
    keywords:
      'difference between compare plastic filament strong heat resistant temperature outdoor sun uv flexible rubber waterproof nylon resin metal carbon offer',
  },
  {
    id: 'colors',
    title: 'Which colors are there?',
    text: `In stock: ${Object.keys(stockColors).join(', ')}. Any other color can be ordered by its name or hex value, for
${money(customColorCentsPerGram())} per gram. A part has one color.`,
    keywords: 'colour blue custom color multicolor two colors paint shade ral pantone',
  },
  {
    id: 'print-settings',
    title: 'What do quality, infill, layer height and nozzle change?',
    text: `Premium quality multiplies the price by ${premium} and prints ${qualityLayerHeightMm.premium} mm layers, unless you choose another height. An
order over the REST API prints the \`layerHeight\` that it sends, and ${qualityLayerHeightMm.standard} mm without one, in premium quality as well. The infill, ${rangeText(infillRange)}%, fills the inside of the part: more of it makes the part
stronger and heavier, and the price follows the weight. The layer height is ${rangeText(layerHeightPercentRange)}% of the nozzle’s diameter
(${nozzleDiametersMm.join(', ')} mm): thin layers look smoother and take longer. Layer height and nozzle do not change the price.

**Hollow** on the [quote page](/quote) empties a part. Where bodies of a model overlap it stays solid; merge them before the export to have
one cavity.`,
    keywords: 'premium standard settings density resolution strong surface finish',
  },
  {
    id: 'generate',
    title: 'Can you make a model from a description or a photo?',
    text: `Yes, under [Generate](/generate): describe the object or add up to four photos, and get a model that you can order. It costs credits: ${modeCredits.fast_draft}
for a draft, ${modeCredits.hi_fi} for a detailed model, more with options, as the form says beforehand. A new account has ${openingCredits} credits; more are
sold on the [account page](/account#credits). The credits of a generation that fails on our side are refunded.`,
    keywords: 'text prompt AI image picture design create scan credits buy',
  },
  {
    id: 'gallery',
    title: 'How do I publish a model in the gallery, or take it out again?',
    text: `The page of a model of yours has the form that publishes it in the [gallery](/gallery) and the button that withdraws it. Everyone can
see, download and order what is published.`,
    keywords: 'share community public sell remove',
  },
  {
    id: 'my-models',
    title: 'Who sees the models that I send?',
    text: `A model is used for your quotes and orders only, and it is open to no one else unless you publish it in the gallery. You keep all
rights to it. What is kept, and how it is deleted, is said under [privacy](/privacy).`,
    keywords: 'private confidential copyright intellectual property secret nda delete file',
  },
]
