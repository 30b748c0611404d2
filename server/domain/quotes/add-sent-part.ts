// Puts a file that a form sent into the basket in its printed form: with the requested changes, and an OBJ converted to STL.

import type { Result } from '../base/result.ts'
import type { LineRefusal } from '../cart/cart.ts'
import type { CartFailure } from '../cart/failure.ts'
import type { CartDeps } from '../cart/ports.ts'
import { addToBasket, type PartForm, type Visitor } from '../cart/use-basket.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { isChanging, noChanges, readPartChanges } from '../measurement/part-changes.ts'
import type { ModelFailure } from '../models/failure.ts'
import { printableFormat, uploadFormat } from '../models/format.ts'
import { readUnits } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { type PrintedFile, withChangedPart, withPrintedFile } from '../slicing/printed-file.ts'
import { withKeptFile } from './kept-file.ts'
import type { QuoteDeps } from './ports.ts'

type Added = Result<
  { readonly basketId: string },
  LineRefusal | CartFailure | ModelFailure | LimitFailure
>

/** The page has already refused `changes` that are out of range. Rejects when aborted. */
export async function addSentPart(
  deps: CartDeps & Pick<QuoteDeps, 'meshes' | 'temporaryFiles'>,
  visitor: Visitor,
  form: PartForm,
  signal: AbortSignal,
): Promise<Added> {
  const changes = readPartChanges(form.fields) ?? noChanges
  const add = async (file: ReceivedFile): Promise<Added> => {
    const format = printableFormat(file.fileName) ?? uploadFormat(file.fileName)
    const units = readUnits(form.fields)
    // The basket refuses it.
    if (format === null || file.sizeBytes === 0 || !units.ok) {
      return await addToBasket(deps, visitor, { ...form, file })
    }
    const put = async ({ path, file: printed, units: unit }: PrintedFile): Promise<Added> => {
      const fields = new Map(form.fields).set('units', unit ?? '')
      const part = { fields, file: { ...printed, path }, kept: null, sender: form.sender }
      return await addToBasket(deps, visitor, part)
    }
    return await withPrintedFile(deps, { ...file, format, units: units.value }, (sent) =>
      withChangedPart(deps, sent, { changes, signal }, put),
    )
  }
  const { file, kept } = form
  if (file !== null) return await add(file)
  return kept !== null && isChanging(changes)
    ? await withKeptFile(deps, kept, add)
    : await addToBasket(deps, visitor, form)
}
