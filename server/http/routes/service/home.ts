// GET /: the start page.
import { Elysia } from 'elysia'
import { homePage } from '../../../pages/home.tsx'
import type { HttpContext } from '../../middleware/context.ts'

export const home = ({ deps }: HttpContext) =>
  new Elysia().get('/', () => homePage(deps.baseUrl), { detail: { hide: true } })
