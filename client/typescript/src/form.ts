// Fields as a form. Omitted members are not sent, so the service's defaults apply.

export type FieldValue = string | number | boolean | Blob | readonly Blob[] | null | undefined

export function formOf(fields: Readonly<Record<string, FieldValue>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) {
      form.append(name, value)
    } else if (typeof value === 'object') {
      for (const file of value) form.append(name, file)
    } else {
      form.append(name, String(value))
    }
  }
  return form
}
