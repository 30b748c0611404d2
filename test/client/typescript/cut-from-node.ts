// Bundled and run with Node by node/all.ts: prints the codes of the orders as JSON.
import { cutSubmits } from './cut-submits.ts'
import { openCuttingProxy } from './cutting-proxy.ts'

const proxy = await openCuttingProxy(Number(process.env['SVC_PORT']))
console.log(JSON.stringify(await cutSubmits(proxy, process.env['SVC_API_KEY'] ?? '', 1)))
await proxy.close()
