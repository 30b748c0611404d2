// The part of /openapi.json that a form is built from.

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
  readonly schema: Schema
}

export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly example?: unknown }>
    >
  }
}

export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> }
}

/** Operation with all data that its form needs. */
export type OperationForm = {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  /** Resolves a reference into the document's components. */
  readonly resolve: (schema: Schema) => Schema
}

export function operationOf({ paths, components }: ApiDocument, id: string): OperationForm | null {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : (components.schemas?.[name] ?? {})
  }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) {
        return { path, method: method.toUpperCase(), operation, resolve }
      }
    }
  }
  return null
}
