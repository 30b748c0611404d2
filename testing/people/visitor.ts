// A visitor of the website, with a browser that runs no scripts.
import { type BasketLineId, basketLineIdOf } from '../../server/domain/base/ids/basket-line-id.ts'
import { cubeStl } from '../models/meshes.ts'
import type { TestService } from '../service/service.ts'
import type { Buyer } from './shop.ts'

/** Creates a browser that keeps cookies and sends the Origin of its page; signed in when `who` is given. */
export function createVisitor(
  service: Pick<TestService, 'baseUrl' | 'fetch'>,
  who: Pick<Buyer, 'cookie'> | null = null,
  headersOfAll: Readonly<Record<string, string>> = {},
) {
  const jar = new Map<string, string>()
  const keep = (cookies: readonly string[]) => {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split('=', 2)
      jar.set(name, value)
    }
  }
  if (who !== null) keep(who.cookie.split('; '))
  const send = async (path: string, init: RequestInit = {}, origin = service.baseUrl) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...headersOfAll, cookie, ...(init.method === 'POST' && { origin }) }
    const response = await service.fetch(path, { ...init, headers })
    keep(response.headers.getSetCookie())
    const html = await response.text()
    return { status: response.status, html, location: response.headers.get('location') }
  }
  const addStl = (
    bytes: Uint8Array<ArrayBuffer>,
    name: string,
    fields: Record<string, string> = {},
  ) => {
    const body = new FormData()
    body.set('file', new Blob([bytes]), name)
    for (const [field, value] of Object.entries(fields)) body.set(field, value)
    return send('/basket/parts', { method: 'POST', body })
  }
  return {
    jar,
    keep,
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string>, origin?: string) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }, origin),
    addStl,
    add: (sizeMm: number, fields: Record<string, string> = {}) =>
      addStl(cubeStl({ sizeMm }), `cube-${sizeMm}.stl`, fields),
    send: (path: string, fields: Record<string, string>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return send(path, { method: 'POST', body })
    },
  }
}

export const lineId = (html: string): BasketLineId =>
  basketLineIdOf(/\/basket\/lines\/([0-9a-f-]{36})/.exec(html)?.[1] ?? '')
export const keyOf = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
