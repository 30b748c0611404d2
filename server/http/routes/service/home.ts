// GET /: the start page.
import { homePage } from '../../../pages/home.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/route.ts'

export const home = page('GET', '/', showHome)

function showHome({ deps }: HttpContext): Promise<Response> {
  return homePage(deps.baseUrl)
}
