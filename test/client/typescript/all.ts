// `npm run test:client`: what takes longer than `npm test` has.
import './package.ts'
import './every-byte.ts'
import '../cli/package.ts'
