// `npm run test:client`: tests that take too long for `npm test`.
import './package.ts'
import './every-byte.ts'
import '../cli/package.ts'
