// /v1/events
import * as v from 'valibot'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, listing, parseParams, text } from '../core/params.ts'
import { type ApiResponse, need, ok, type World } from '../core/world.ts'

export function readEvent(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'event', id), params.expand))
}

const listParams = v.strictObject({ ...listing, type: v.optional(text) })

export function listEvents(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'event', {
    url: '/v1/events',
    params,
    where: { type: params.type },
  })
}
