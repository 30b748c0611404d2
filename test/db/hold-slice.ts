// A process that takes a slice's lease and keeps it until it is killed: `bun hold-slice.ts <database> <key> <seconds>`.
import * as v from 'valibot'
import { openDatabase } from '../../server/db/core/connect.ts'
import { createSliceCache } from '../../server/db/models/slices.ts'

const [url = '', key = '', leaseSeconds = ''] = process.argv.slice(2)
const { db } = openDatabase({ url, poolSize: 2 })
const leases = { leaseSeconds: Number(leaseSeconds), pollMs: { first: 20, max: 50 } }
const cache = createSliceCache(db, { schema: v.unknown(), log: console, leases })
const claim = await cache.claim(key, new AbortController().signal)
console.log(claim.kind)
setInterval(() => {}, 1000)
