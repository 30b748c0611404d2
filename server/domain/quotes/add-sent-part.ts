// Adds an uploaded file to the basket in its printed form: with the requested changes, and with an OBJ converted to
// STL.

import type { BasketId } from '../base/ids/basket-id.ts'
import type { Result } from '../base/result.ts'
import type { LineRefusal } from '../cart/cart.ts'
import type { CartFailure } from '../cart/failure.ts'
import type { CartDeps } from '../cart/ports.ts'
import { readPart } from '../cart/read-part.ts'
import { addToBasket, type PartForm, type Visitor } from '../cart/use-basket.ts'
import { isAllowedSize } from '../catalog/build-volume.ts'
import { defaultPrintOptions } from '../catalog/options.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { measureStored } from '../measurement/measure-stored.ts'
import { isChanging, noChanges, readPartChanges } from '../measurement/part-changes.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { ModelFailure } from '../models/failure.ts'
import { printableFormat, uploadFormat } from '../models/format.ts'
import { readUnits } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { type PrintedFile, withChangedPart, withPrintedFile } from '../slicing/printed-file.ts'
import { resizedStl } from '../slicing/resized-stl.ts'
import { withKeptFile } from './kept-file.ts'
import type { QuoteDeps } from './ports.ts'

type AddFailure = LineRefusal | CartFailure | ModelFailure | LimitFailure
type AddedPart = Result<{ readonly basketId: BasketId }, AddFailure>
type Deps = CartDeps & Pick<QuoteDeps, 'meshes' | 'temporaryFiles'>

/** Expects `changes` within their ranges, which the page checks. Rejects when aborted. */
export async function addSentPart(
  deps: Deps,
  visitor: Visitor,
  form: PartForm,
  signal: AbortSignal,
): Promise<AddedPart> {
  const changes = readPartChanges(form.fields) ?? noChanges
  const add = async (sentFile: ReceivedFile): Promise<AddedPart> => {
    const format = printableFormat(sentFile.fileName) ?? uploadFormat(sentFile.fileName)
    const units = readUnits(form.fields)
    // The basket refuses such a file.
    if (format === null || sentFile.sizeBytes === 0 || !units.ok) {
      return await addToBasket(deps, visitor, { ...form, file: sentFile })
    }
    const put = async ({ path, file: printed, units: unit }: PrintedFile): Promise<AddedPart> => {
      const fields = new Map(form.fields).set('units', unit ?? '')
      const part: PartForm = {
        fields,
        file: { ...printed, path },
        kept: null,
        sender: form.sender,
        ...(form.file === null && { isMade: true }),
      }
      return await addToBasket(deps, visitor, part)
    }
    return await withPrintedFile(deps, { ...sentFile, format, units: units.value }, (sent) =>
      withChangedPart(deps, sent, { changes, signal }, put),
    )
  }
  const { file, kept } = form
  if (file !== null) return await add(file)
  const sizeMm = kept === null ? readSizeMm(form.fields) : null
  if (sizeMm !== null) return await addResized(deps, visitor, form, { sizeMm, signal })
  return kept !== null && isChanging(changes)
    ? await withKeptFile(deps, kept, add)
    : await addToBasket(deps, visitor, form)
}

/** Reads the field `sizeMm` of a page with a stored model; null if absent. The page refuses an out-of-range size. */
function readSizeMm(fields: PartForm['fields']): number | null {
  const text = fields.get('sizeMm')?.trim() ?? ''
  const sizeMm = text === '' ? Number.NaN : Number(text)
  return isAllowedSize(sizeMm) ? sizeMm : null
}

/** Pages show sizes with one decimal. */
const sameSizeMm = 0.06

/** Adds a stored model at another size, or the stored model itself if it already has that size. */
async function addResized(
  deps: Deps,
  visitor: Visitor,
  form: PartForm,
  { sizeMm, signal }: { readonly sizeMm: number; readonly signal: AbortSignal },
): Promise<AddedPart> {
  const owner = { accountId: visitor.caller?.accountId ?? null }
  const part = await readPart(deps, owner, { modelUrl: form.fields.get('modelUrl') ?? '' })
  const file = part.ok ? part.value.file : null
  const format = file?.format ?? 'gcode'
  if (!part.ok || file === null || format === 'gcode') return await addToBasket(deps, visitor, form)
  const { units } = part.value.options
  const settings = sliceSettings(defaultPrintOptions)
  const measured = await measureStored(deps, file, { units, settings })
  if (measured.ok && measured.value.kind === 'mesh') {
    const { dimensionsMm } = measured.value.report
    const isSame = Math.abs(Math.max(...dimensionsMm) - sizeMm) < sameSizeMm
    if (isSame) return await addToBasket(deps, visitor, form)
  }
  return await withKeptFile<{ readonly basketId: BasketId }, AddFailure>(
    deps,
    file,
    async ({ path, fileName }) => {
      const made = await resizedStl(deps, { path, format, units, fileName }, { sizeMm, signal })
      if (!made.ok) return made
      try {
        const fields = new Map(form.fields).set('units', '')
        return await addToBasket(deps, visitor, { ...form, fields, file: made.value, isMade: true })
      } finally {
        await deps.temporaryFiles.remove(made.value.path)
      }
    },
  )
}
