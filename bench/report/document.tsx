// The frame of a report: one HTML file with its styles, without scripts and external requests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentOf } from '../../server/html/document.ts'
import { type Markup, raw } from '../../server/html/markup.ts'

const assets = join(import.meta.dir, '../../server/pages/assets')
const css = [
  join(assets, 'tokens.css'),
  join(assets, 'style.css'),
  join(import.meta.dir, 'report.css'),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

/** Returns the document. `main`: markup created with JSX. */
export function reportDocument(title: string, main: Markup): string {
  return documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style>{raw(css)}</style>
      </head>
      <body class="bench">
        <main>{main}</main>
      </body>
    </html>,
  )
}
