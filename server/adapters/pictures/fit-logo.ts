// Reads an account's logo: decodes it, fits it into its box, and encodes it again as a PNG.
import { type FitLogo, logoBox, maxLogoPixels } from '../../domain/accounts/account-logos.ts'
import { openPicture } from './decode-picture.ts'

export const fitLogo: FitLogo = async (path) => {
  try {
    const { format, width = 0, height = 0 } = await openPicture(path).metadata()
    if (format !== 'png' && format !== 'jpeg') return 'unreadable'
    if (width * height > maxLogoPixels) return 'too_many_pixels'
    // Metadata is omitted by default, and colors are converted to sRGB.
    const { data, info } = await openPicture(path)
      .rotate()
      .resize(logoBox.width, logoBox.height, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  } catch {
    // sharp throws plain errors for everything that it cannot read.
    return 'unreadable'
  }
}
