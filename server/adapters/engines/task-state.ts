// The state of a vendor's task between its steps: plain JSON in the job's row, parsed with a schema.
import * as v from 'valibot'
import type { EngineTask } from '../../domain/generation/engine/engine.ts'
import type { Plan, VendorCall } from './plan.ts'
import type { Products, TaskReference } from './vendor.ts'

const product = v.picklist(['task', 'picture', 'model'])
const body = v.record(v.string(), v.unknown())
const step = v.object({
  call: v.string(),
  body,
  fill: v.exactOptional(v.record(v.string(), product)),
  instead: v.exactOptional(body),
  insteadNote: v.exactOptional(v.string()),
  preview: v.exactOptional(v.literal(true)),
  converts: v.exactOptional(v.literal(true)),
})
const stateSchema = v.object({
  /** The call that created the running task. */
  call: v.string(),
  /** The vendor's task that created the model, before any conversion. A retexture refers to it. */
  origin: v.string(),
  isPreview: v.boolean(),
  todo: v.array(step),
  products: v.object({
    task: v.exactOptional(v.string()),
    picture: v.exactOptional(v.string()),
    model: v.exactOptional(v.string()),
  }),
  preview: v.nullable(v.object({ call: v.string(), id: v.string() })),
})
export type TaskState = v.InferOutput<typeof stateSchema>

/** Returns null for a state that this code has not written. */
export function readState({ state }: EngineTask): TaskState | null {
  const read = v.safeParse(stateSchema, state)
  return read.success ? read.output : null
}

/** Returns the state of the first task of a plan. */
export function firstState([first, ...todo]: Plan, id: string): TaskState {
  const { call, preview } = first
  return { call, origin: id, isPreview: preview === true, todo, products: {}, preview: null }
}

/** Returns the state of the next task, which `step` created. */
export function nextState(
  before: TaskState,
  { call, preview, converts }: VendorCall,
  id: string,
): TaskState {
  const origin = converts ? before.origin : id
  return { ...before, call, origin, isPreview: preview === true, todo: before.todo.slice(1) }
}

/** Returns the state with a finished task, whose results later steps can use. */
export function doneState(state: TaskState, task: TaskReference, made: Products): TaskState {
  const products = { ...state.products, ...made }
  return { ...state, products, preview: state.isPreview ? task : state.preview }
}

/** Returns the step's body with the results of earlier steps, or null when one of them is missing. */
export function fillBody(
  { body: fixed, fill = {} }: VendorCall,
  products: Products,
): VendorCall['body'] | null {
  const entries = Object.entries(fill).map(([field, name]) => [field, products[name]] as const)
  if (entries.some(([, value]) => value === undefined)) return null
  return { ...fixed, ...Object.fromEntries(entries) }
}
