// Operators' forms and pages in tests: requests with a session, and the text of a page.
import { OPERATOR_EMAIL, type TestService } from '../service/service.ts'
import { type FormChanges, placed, submit } from './submit.ts'

export type Desk = {
  readonly get: (path: string) => Promise<DeskResponse>
  /** Sends a form as a browser does; fields of one name may repeat. */
  readonly post: (path: string, fields: Fields) => Promise<DeskResponse>
  readonly api: (path: string, body: unknown) => Promise<{ status: number; body: unknown }>
  /** Places the given number of paid orders and returns their codes. */
  readonly order: (count: number, fields?: FormChanges) => Promise<string[]>
}

export type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[]

export type DeskResponse = {
  readonly status: number
  readonly html: string
  readonly location: string
  readonly response: Response
}

/** Opens pages and sends forms with the session of a cookie. */
export function deskPages(service: TestService, cookie: string): Pick<Desk, 'get' | 'post'> {
  const headers = { cookie, origin: service.baseUrl }
  const send = async (path: string, init: RequestInit): Promise<DeskResponse> => {
    const response = await service.fetch(path, init)
    const html = await response.clone().text()
    return {
      status: response.status,
      html,
      location: response.headers.get('location') ?? '',
      response,
    }
  }
  return {
    get: (path) => send(path, { headers }),
    post: (path, fields) => {
      const body = new URLSearchParams()
      for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) {
        body.append(name, value)
      }
      return send(path, { method: 'POST', headers, body })
    },
  }
}

export async function openDesk(
  service: TestService,
  email: string = OPERATOR_EMAIL,
): Promise<Desk> {
  const headers = { cookie: await service.signIn(email), origin: service.baseUrl }
  return {
    ...deskPages(service, headers.cookie),
    api: async (path, body) => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
      const response = await service.fetch(path, { ...init, body: JSON.stringify(body) })
      return { status: response.status, body: await response.json() }
    },
    order: async (count, fields = {}) => {
      const account = await service.account()
      const codes: string[] = []
      for (let left = count; left > 0; left -= 1) {
        codes.push((await placed(submit(service, account, { fields }))).code)
      }
      return codes
    },
  }
}
