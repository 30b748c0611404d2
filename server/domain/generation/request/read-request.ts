// Reads a generation request from a JSON body or a form (contract.md 4.7). Returns the first problem.
import { fieldsOf } from '../../base/is-object.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { cutText, singleLine, toStorable } from '../../base/text/text.ts'
import {
  type GenerationImage,
  type InputMode,
  inputModes,
  type ViewName,
  viewNames,
} from '../engine/engine.ts'
import type { GenerationFailure } from './failure.ts'
import {
  formOptions,
  jsonOptions,
  type OptionSource,
  readPrintOptions,
  sizeNotes,
} from './options.ts'
import { acceptedType, pictureTypeOf } from './picture-type.ts'
import {
  type FormFile,
  type GenerationRequest,
  maxNegativePromptCharacters,
  maxPromptCharacters,
  maxStyleCharacters,
  multiviewImages,
  type ParsedBody,
  type RequestWithImages,
} from './request.ts'
import { checkRequestNames } from './request-names.ts'

/** The label of a picture without a prompt and a file name. */
export const pictureLabel = 'Model from a photo'
export const multiviewLabel = 'Model from several photos'

export function readRequest(body: ParsedBody): Result<RequestWithImages, GenerationFailure> {
  switch (body.kind) {
    case 'invalid_json':
      return fail({ kind: 'generation_json_invalid' })
    case 'invalid_form':
      return fail({ kind: 'generation_form_invalid' })
    default:
      return readNamed(body)
  }
}

type Readable = Extract<ParsedBody, { kind: 'json' | 'form' }>

function readNamed(body: Readable): Result<RequestWithImages, GenerationFailure> {
  const names = checkRequestNames(body)
  if (!names.ok) return names
  const read = body.kind === 'json' ? readJsonRequest(body.value) : readFormRequest(body)
  if (!read.ok || names.value.length === 0) return read
  const { request, images } = read.value
  return ok({ request: { ...request, ignored: names.value }, images })
}

function readJsonRequest(value: unknown): Result<RequestWithImages, GenerationFailure> {
  const body: Readonly<Record<string, unknown>> = fieldsOf(value)
  const prompt = readPrompt(body['prompt'])
  if (!prompt.ok) return prompt
  if (prompt.value === '') return fail({ kind: 'prompt_required' })
  const source = jsonOptions(body['advanced'])
  const request: GenerationRequest = {
    mode: modeOf(body['mode']),
    inputMode: 'text',
    prompt: prompt.value,
    hasPrompt: true,
    style: styleOf(body['style']),
    options: readPrintOptions(source),
    retextureOf: null,
    ...cutNotes(body['style'], source),
    ...(source.isOn(body['notify']) && { notify: true }),
  }
  return ok({ request, images: [] })
}

type Form = Extract<ParsedBody, { kind: 'form' }>

/** Order of checks: input mode, prompt, pictures (count, size, type). */
function readFormRequest(form: Form): Result<RequestWithImages, GenerationFailure> {
  const { fields } = form
  const inputMode = inputModeOf(fields.get('inputMode'))
  if (inputMode === null) return fail({ kind: 'input_mode_invalid' })
  const prompt = readPrompt(fields.get('prompt'))
  if (!prompt.ok) return prompt
  const needsPrompt = inputMode === 'text' || inputMode === 'image_text'
  if (needsPrompt && prompt.value === '') return fail({ kind: 'prompt_required' })
  const images = readImages(inputMode, form)
  if (!images.ok) return images
  const source = formOptions(fields)
  const hasPrompt = prompt.value !== ''
  const request: GenerationRequest = {
    mode: modeOf(fields.get('mode')),
    inputMode,
    prompt: hasPrompt ? prompt.value : labelOf(inputMode, images.value),
    hasPrompt,
    style: styleOf(fields.get('style')),
    options: readPrintOptions(source),
    retextureOf: null,
    ...cutNotes(fields.get('style'), source),
    ...(source.isOn(fields.get('notify')) && { notify: true }),
  }
  return ok({ request, images: images.value })
}

/** Default: `image`. Returns null for an unknown mode. */
function inputModeOf(text: string | undefined): InputMode | null {
  return text === undefined ? 'image' : (inputModes.find((mode) => mode === text) ?? null)
}

/** Returns a draft for anything other than `hi_fi`. */
const modeOf = (value: unknown) => (value === 'hi_fi' ? 'hi_fi' : 'fast_draft')

/** Trims the prompt. Returns an empty string for anything other than text, and for text without visible characters. */
export function readPrompt(value: unknown): Result<string, GenerationFailure> {
  const prompt = toVisible(value)
  const isTooLong =
    prompt.length > 2 * maxPromptCharacters || [...prompt].length > maxPromptCharacters
  return isTooLong ? fail({ kind: 'prompt_too_long' }) : ok(prompt)
}

function styleOf(value: unknown): string | null {
  const style = cutText(toVisible(value), maxStyleCharacters)
  return style === '' ? null : style
}

function toVisible(value: unknown): string {
  const text = typeof value === 'string' ? toStorable(value) : ''
  return singleLine(text) === '' ? '' : text
}

/** Absent if no text was cut and no option refused. */
function cutNotes(style: unknown, source: OptionSource): Pick<GenerationRequest, 'notes'> {
  const { get } = source
  const notes = [
    ...cutNote('style', style, maxStyleCharacters),
    ...cutNote('negativePrompt', get('negativePrompt'), maxNegativePromptCharacters),
    ...sizeNotes(source),
  ]
  return notes.length === 0 ? {} : { notes }
}

function cutNote(name: string, value: unknown, maxCharacters: number): readonly string[] {
  const isCut = typeof value === 'string' && [...toStorable(value)].length > maxCharacters
  return isCut ? [`${name} was cut to its first ${maxCharacters} characters.`] : []
}

function readImages(
  inputMode: InputMode,
  { files, filesLeftOut }: Form,
): Result<readonly GenerationImage[], GenerationFailure> {
  if (inputMode === 'text') return ok([])
  // A browser sends an empty part for an unused file input.
  const pictures = files.filter((file) => file.sizeBytes > 0)
  if (inputMode !== 'multiview') {
    return readSingleImage(pictures.find((file) => file.field === 'image'))
  }
  const views = viewsOf(pictures)
  const count = views.length + filesLeftOut
  const repeated = new Set(views.map(({ view }) => view)).size < views.length
  if (count < multiviewImages.min || count > multiviewImages.max || repeated) {
    return fail({ kind: 'multiview_count' })
  }
  if (views.some(({ file }) => file.isTooLarge)) return fail({ kind: 'multiview_image_too_large' })
  if (views[0]?.view !== 'front') return fail({ kind: 'multiview_front_missing' })
  const images = checkTypes(views.map(({ file }) => file))
  if (!images.ok) return images
  return ok(images.value.map((image, index) => ({ ...image, ...viewAt(views, index) })))
}

type View = { readonly view?: ViewName; readonly file: FormFile }

/**
 * Returns the pictures in side order. A field named after a side provides that side; pictures in a field `images` fill
 * the remaining sides in order. Pictures beyond the last side have no side and are too many.
 */
function viewsOf(pictures: readonly FormFile[]): readonly View[] {
  const plain = pictures.filter(({ field }) => field === 'images')
  const views: View[] = []
  for (const view of viewNames) {
    const named = pictures.filter(({ field }) => field === view)
    const files = named.length > 0 ? named : plain.splice(0, 1)
    views.push(...files.map((file) => ({ view, file })))
  }
  return [...views, ...plain.map((file) => ({ file }))]
}

const viewAt = (views: readonly View[], index: number): Pick<GenerationImage, 'view'> => {
  const view = views[index]?.view
  return view === undefined ? {} : { view }
}

function readSingleImage(
  file: FormFile | undefined,
): Result<readonly GenerationImage[], GenerationFailure> {
  if (file === undefined) return fail({ kind: 'image_required' })
  if (file.isTooLarge) return fail({ kind: 'image_too_large' })
  return checkTypes([file])
}

/** Checks that the stated and the detected type are accepted, and that the file is complete. Uses the detected type. */
function checkTypes(
  files: readonly FormFile[],
): Result<readonly GenerationImage[], GenerationFailure> {
  const images: GenerationImage[] = []
  for (const { path, fileName, sizeBytes, sha256, size, ...typeFacts } of files) {
    const { knownType, head, mimeType: sent } = typeFacts
    const type = acceptedType(sent) === undefined ? sent : pictureTypeOf(head)
    const mimeType = knownType ?? acceptedType(type)
    if (mimeType === undefined) return fail({ kind: 'image_type_unsupported', mimeType: type })
    if (size === null) return fail({ kind: 'image_unreadable' })
    images.push({ path, fileName, sizeBytes, sha256, mimeType })
  }
  return ok(images)
}

/** Returns the model's name for `image` and `multiview`; the other modes require a prompt. */
function labelOf(inputMode: InputMode, [first]: readonly GenerationImage[]): string {
  if (inputMode === 'multiview') return multiviewLabel
  const name = cutText(toStorable(first?.fileName ?? ''), maxPromptCharacters)
  return name === '' ? pictureLabel : name
}
