// Script of every documentation page: search results while the user types, and a shared language choice for all
// samples. The pages work without it.
import { followLanguage } from './language.ts'
import { followSearch } from './search.ts'

followSearch()
followLanguage()

// The reference used to be at /docs, so links to its anchors still arrive at the start page.
if (location.pathname === '/docs' && location.hash !== '') {
  location.replace(`/docs/reference${location.hash}`)
}

// All endpoints used to be on /docs/reference, which now only lists them. A link to an endpoint's anchor is redirected
// to its page.
if (location.pathname === '/docs/reference' && location.hash !== '') {
  const entry = document.getElementById(location.hash.slice(1))
  const link = entry?.matches('.endpoint-list > li') ? entry.querySelector('a') : null
  if (link) location.replace(link.href)
}

// For an endpoint that moved to another page of the reference, the index has the new address.
if (
  location.pathname.startsWith('/docs/reference-') &&
  location.hash !== '' &&
  document.getElementById(location.hash.slice(1)) === null
) {
  location.replace(`/docs/reference${location.hash}`)
}
