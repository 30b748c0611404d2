// Requirements of the service as a whole: paths, versions, what is stable. Data only.
import { requirements } from './row.ts'

export const versioning = [
  ...requirements('Endpoints: Summary', {
    'service.path.submit': 'POST /api/print/orders takes an API key or an extension token',
    'service.path.order-read': 'GET /api/print/orders/{code} takes an API key only',
    'service.path.key-management': 'GET, POST and DELETE /api/account/api-key take a session',
    'service.path.price': 'POST /api/price takes no credential',
  }),
  ...requirements('Versioning', {
    'service.no-version-segment': 'no path has a version segment',
    'service.no-version-header': 'a version header changes nothing',
  }),
]
