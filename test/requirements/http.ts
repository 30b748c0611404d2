// What every request meets, whatever it asks for. Data only.
import { requirements } from './row'

export const http = [
  ...requirements('HTTP', {
    'http.uploads-bounded':
      'uploads under way are bounded for each account: one beyond is 503 with Retry-After, and other accounts are served',
  }),
]
