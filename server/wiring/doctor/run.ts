// `npm run doctor`: checks the configuration and reports how to fix it. Exits with 0 when nothing is broken, 1 otherwise, and 2
// on a wrong argument.
//   npm run doctor -- [--env FILE] [--mail-to ADDRESS] [--json]
// In the image: bun server/wiring/doctor/run.ts
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { examine, textOf } from './doctor.ts'
import { parseSettingsFile } from './settings-file.ts'

const usage = 'Usage: npm run doctor -- [--env FILE] [--mail-to ADDRESS] [--json]'

try {
  const { values } = parseArgs({
    options: {
      env: { type: 'string' },
      'mail-to': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const file = values.env === undefined ? {} : parseSettingsFile(readFileSync(values.env, 'utf8'))
  const findings = await examine({
    variables: { ...process.env, ...file },
    fileNames: Object.keys(file),
    mailTo: values['mail-to'] ?? null,
  })
  const failed = findings.some(({ state }) => state === 'failed')
  console.log(
    values.json
      ? JSON.stringify({ ok: !failed, findings }, null, 2)
      : textOf(findings, process.stdout.isTTY),
  )
  process.exit(failed ? 1 : 0)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  console.error(usage)
  process.exit(2)
}
