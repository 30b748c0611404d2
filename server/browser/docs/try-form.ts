// Form of an endpoint: its credential, parameters and body, and the response below.
import type { OperationForm, Schema } from './try-document.ts'
import { type FormKey, keyOf } from './try-key.ts'
import { type FormValues, requestOf } from './try-request.ts'
import { showFailure, showResponse } from './try-response.ts'
import { warningOf } from './try-warning.ts'

/** Secrets, entered once for all forms of the page. Kept only in memory. */
const secrets = new Map<string, string>()

export function tryForm(place: OperationForm): HTMLFormElement {
  const { method, path, operation } = place
  const form = document.createElement('form')
  form.setAttribute('aria-label', `Try ${method} ${path}`)
  const bodies = Object.entries(operation.requestBody?.content ?? {})
  const [type = '', media] = bodies[0] ?? []
  const inputs = [
    ...credentialInputs(place),
    ...(operation.parameters ?? []).map(({ name, in: at, required = false, example, schema }) =>
      field(place, { id: `${at}:${name}`, label: name, required, schema, value: textOf(example) }),
    ),
  ]
  const body = media === undefined ? [] : bodyInputs(place, type, media)
  const grid = createElement('div', 'fields-of-form')
  grid.append(...inputs, ...body.filter((one) => !one.classList.contains('whole')))
  const actions = createElement('div', 'actions')
  const send = document.createElement('button')
  send.textContent = `Send ${method} ${path}`
  actions.append(send)
  const output = createElement('div', 'try-output')
  output.setAttribute('role', 'status')
  form.append(grid, ...body.filter((one) => one.classList.contains('whole')), actions, output)
  const key = keyOf(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendForm({ place, type, form, key, send, output })
  })
  return form
}

type Sending = {
  readonly place: OperationForm
  readonly type: string
  readonly form: HTMLFormElement
  readonly key: FormKey
  readonly send: HTMLButtonElement
  readonly output: HTMLElement
}

async function sendForm({ place, type, form, key, send, output }: Sending): Promise<void> {
  const values = valuesOf(form)
  const warning = warningOf(place, new Set(values.credentials.keys()))
  if (warning !== null && !confirm(warning)) return
  send.disabled = true
  output.replaceChildren('Sending …')
  const begun = performance.now()
  try {
    const { url, init } = requestOf(place, { type, values })
    const response = await fetch(url, init)
    await showResponse(output, response, performance.now() - begun)
    if (response.ok) key.renew()
  } catch (error) {
    showFailure(output, error)
  }
  send.disabled = false
}

function valuesOf(form: HTMLFormElement): FormValues {
  const parameters = new Map<string, string>()
  const credentials = new Map<string, string>()
  const fields: [string, string | File][] = []
  let json = ''
  for (const input of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
    const [kind = '', ...rest] = input.name.split(':')
    const name = rest.join(':')
    const file = input.type === 'file' ? input.files?.[0] : undefined
    if (kind === 'json') {
      json = input.value
    } else if (file !== undefined) {
      fields.push([name, file])
    } else if (input.value === '' || input.type === 'file') {
    } else if (kind === 'credential') {
      credentials.set(name, input.value.trim())
    } else if (kind === 'field') {
      fields.push([name, input.value])
    } else {
      parameters.set(input.name, input.value)
    }
  }
  return { parameters, credentials, fields, json }
}

const secretLabels: Readonly<Record<string, string>> = {
  bearer: 'API key or extension token',
  internalKey: 'Internal key',
}

/** Returns the credential fields. Sessions need none, because the browser sends their cookie. */
function credentialInputs({ operation }: OperationForm): HTMLElement[] {
  const schemes = new Set((operation.security ?? []).flatMap((one) => Object.keys(one)))
  return Object.entries(secretLabels)
    .filter(([scheme]) => schemes.has(scheme))
    .map(([scheme, label]) => {
      const { row, input } = labelField(
        `credential:${scheme}`,
        label,
        document.createElement('input'),
      )
      input.type = 'password'
      input.autocomplete = 'off'
      input.value = secrets.get(scheme) ?? ''
      input.addEventListener('input', () => {
        secrets.set(scheme, input.value)
        for (const other of document.querySelectorAll<HTMLInputElement>('.try input')) {
          if (other.name === input.name && other !== input) other.value = input.value
        }
      })
      return row
    })
}

function bodyInputs(
  place: OperationForm,
  type: string,
  media: { readonly schema: Schema; readonly example?: unknown },
): HTMLElement[] {
  if (type === 'application/json') {
    const { row, input } = labelField('json:', 'Body (JSON)', document.createElement('textarea'))
    input.spellcheck = false
    input.value = JSON.stringify(media.example ?? {}, null, 2)
    row.classList.add('whole')
    return [row]
  }
  const { properties = {}, required = [] } = place.resolve(media.schema)
  const example = new Map(Object.entries(media.example ?? {}))
  return Object.entries(properties).map(([name, schema]) =>
    field(place, {
      id: `field:${name}`,
      label: name,
      required: required.includes(name),
      schema,
      value: textOf(example.get(name)),
    }),
  )
}

type FieldOptions = {
  readonly id: string
  readonly label: string
  readonly required: boolean
  readonly schema: Schema
  readonly value: string
}

function field(
  place: OperationForm,
  { id, label, required, schema, value }: FieldOptions,
): HTMLElement {
  const whole = place.resolve(schema)
  const text = required ? `${label} (required)` : label
  const words = whole.enum
  if (words !== undefined) {
    const { row, input } = labelField(id, text, document.createElement('select'))
    input.append(...['', ...words.map(String)].map((word) => new Option(word, word)))
    input.value = value
    return row
  }
  const { row, input } = labelField(id, text, document.createElement('input'))
  if (whole.format === 'binary') {
    input.type = 'file'
  } else {
    input.value = value
    input.placeholder = whole.default === undefined ? '' : String(whole.default)
  }
  return row
}

let count = 0

function labelField<T extends HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
  name: string,
  text: string,
  input: T,
): { readonly row: HTMLElement; readonly input: T } {
  count += 1
  const row = createElement('div', 'field')
  const label = document.createElement('label')
  input.id = `try-${count}`
  input.name = name
  label.htmlFor = input.id
  label.textContent = text
  row.append(label, input)
  return { row, input }
}

function createElement(name: 'div', className: string): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  return element
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value)
