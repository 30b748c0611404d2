// Checks who sells: receipts, invoices and customs forms state it. Also the file of the shop's look.
import { readFileSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { createBrandings } from '../../db/branding/brandings.ts'
import { openDatabase } from '../../db/core/connect.ts'
import { parseBrandingFile } from '../../domain/branding/branding-file.ts'
import { readSellerFile } from '../terms/legal-texts.ts'
import { type Diagnosis, type Examined, fail, messageOf, pass, warn } from './finding.ts'

export async function checkSeller({ config }: Examined): Promise<readonly Diagnosis[]> {
  const { brandingFile } = config
  return [
    ...(brandingFile === null ? [] : judgeBrandingFile(brandingFile)),
    ...(await judgeSeller(config)),
  ]
}

function judgeBrandingFile(path: string): readonly Diagnosis[] {
  const fix = `Correct ${path}, or BRANDING_FILE. docs/operations.md describes its members.`
  try {
    const file = parseBrandingFile(readFileSync(path, 'utf8'))
    return file.ok
      ? []
      : [fail('look', `The service does not start: ${path}: ${file.failure.join(' ')}`, fix)]
  } catch (error) {
    return [fail('look', `The service does not start: ${messageOf(error)}`, fix)]
  }
}

async function judgeSeller({ databaseUrl, legalDir }: Config): Promise<readonly Diagnosis[]> {
  const ofFile = readSellerFile(legalDir)
  if (ofFile.length > 0) return [pass('seller', `${ofFile[0]}, of seller.txt`)]
  if (databaseUrl === null) return []
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const [first] = (await createBrandings(db).readNewest()).seller
    return [
      first === undefined
        ? warn(
            'seller',
            'Receipts, invoices and customs forms name no seller.',
            'Enter name, address and tax number at /operator/shop, or put seller.txt into the folder of LEGAL_DIR.',
          )
        : pass('seller', `${first}, of the desk`),
    ]
  } catch {
    return []
  } finally {
    await close()
  }
}
