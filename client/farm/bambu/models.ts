// Models of Bambu Lab printers: their ids in sliced files, and how their serial numbers begin.

type Model = { readonly id: string; readonly name: string; readonly serial: string }

/** Ids are those of the printer profiles of Bambu Studio. A model that is not listed is not checked. */
const models: readonly Model[] = [
  { id: 'BL-P001', name: 'Bambu Lab X1 Carbon', serial: '00M' },
  { id: 'BL-P002', name: 'Bambu Lab X1', serial: '00W' },
  { id: 'C13', name: 'Bambu Lab X1E', serial: '03W' },
  { id: 'C11', name: 'Bambu Lab P1P', serial: '01S' },
  { id: 'C12', name: 'Bambu Lab P1S', serial: '01P' },
  { id: 'N1', name: 'Bambu Lab A1 mini', serial: '030' },
  { id: 'N2S', name: 'Bambu Lab A1', serial: '039' },
  { id: 'O1D', name: 'Bambu Lab H2D', serial: '094' },
  { id: 'O1S', name: 'Bambu Lab H2S', serial: '093' },
]

/** Returns why the printer cannot print a file for these ids, or null if it can or if either model is unknown. */
export function mismatch(
  modelIds: readonly string[],
  printer: { readonly model: string | null; readonly serial: string },
): string | null {
  const own = modelOf(printer)
  const other = modelIds.find((id) => id !== own?.id)
  if (own === undefined || other === undefined) return null
  const name = models.find(({ id }) => id === other)?.name ?? `model ${other}`
  return `The file is sliced for ${name}, and the printer is ${own.name}.`
}

/** The setting takes precedence, because an operator can declare another model for a printer. */
const modelOf = ({ model, serial }: { readonly model: string | null; readonly serial: string }) =>
  models.find(({ name }) => name.toLowerCase() === model?.trim().toLowerCase()) ??
  models.find((each) => serial.toUpperCase().startsWith(each.serial))
