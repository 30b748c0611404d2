// Requirements of the documentation under /docs. Data only.
import { requirements } from './row.ts'

export const docs = [
  ...requirements('docs/README.md', {
    'docs.samples-curl': 'every curl sample of the guides runs and prints what its guide says',
    'docs.samples-typescript':
      'every TypeScript sample runs through the client and prints what its guide says',
    'docs.samples-python':
      'every Python sample runs through the client and prints what its guide says',
    'docs.pages': 'every page is readable without a script, from the service alone',
    'docs.markdown':
      'every page has a Markdown twin, at its address with .md and by Accept: text/markdown',
    'docs.whole-text':
      '/llms-full.txt has every guide and the reference, as their Markdown, with links that lead somewhere',
    'docs.caching': 'every page has an entity tag, and 304 goes to a client that has it',
    'docs.search': 'the search finds sections, endpoints, fields and refusals by their words',
    'docs.tables': 'the tables of tools and limits are those that the service applies',
    'docs.budget': 'the first load of a page is below 100 kB',
  }),
]
