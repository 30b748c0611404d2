// The script of every page of the documentation: results while a word is typed into the search, and one choice of language for all samples.
// Nothing on the pages needs it.
import { followLanguage } from './language.ts'
import { followSearch } from './search.ts'

followSearch()
followLanguage()

// The reference used to be at /docs itself, so links to its anchors arrive at the entrance.
if (location.pathname === '/docs' && location.hash !== '') {
  location.replace(`/docs/reference${location.hash}`)
}
