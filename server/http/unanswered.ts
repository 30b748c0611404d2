// What is answered when no route answers: there is none, or it broke. JSON for programs, a page for people.
import { brokenPage, notFoundPage } from '../pages/not-found.tsx'

export function answerNotFound(request: Request): Response | Promise<Response> {
  return wantsPage(request)
    ? notFoundPage()
    : Response.json({ error: 'Not found' }, { status: 404 })
}

export function answerBroken(request: Request): Response | Promise<Response> {
  const error = 'Something broke on our side. It was logged; try again shortly.'
  return wantsPage(request) ? brokenPage() : Response.json({ error }, { status: 500 })
}

/** Browsers that open an address ask for HTML; nothing under /api is a page. */
function wantsPage(request: Request): boolean {
  const accepts = request.headers.get('accept') ?? ''
  return accepts.includes('text/html') && !/^\w+:\/\/[^/]+\/api\//.test(request.url)
}

/** False for a path with a broken escape (%ZZ, %FF): it names nothing, and Elysia would hand it to a route as null. */
export function isReadablePath(url: string): boolean {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    // The only thing it throws for.
    return false
  }
}
