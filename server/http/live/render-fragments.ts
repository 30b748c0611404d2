// Renders parts of pages as text.
import type { Markup } from '../../html/markup.ts'
import type { Fragments } from './event-stream.ts'

export const renderFragments = (parts: Readonly<Record<string, Markup>>): Fragments =>
  Object.fromEntries(Object.entries(parts).map(([id, part]) => [id, String(part)]))
