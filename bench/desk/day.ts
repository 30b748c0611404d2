// Simulates an operator's day: 200 orders from received to shipped in a real browser. Prints clicks, seconds and steps per order.
//   Usage: bun bench/desk/day.ts [orders]
import { chromiumPath, openChromium } from '../../testing/browser/chromium.ts'
import { receiveOrders, signInOperator, workThrough } from '../../testing/browser/operator-day.ts'
import { openTestService } from '../../testing/service/service.ts'

if (chromiumPath === null) throw new Error('This needs Chromium (apt-get install chromium).')
const count = Number(process.argv[2] ?? 200)
const service = await openTestService()
const browser = await openChromium(chromiumPath)
try {
  await signInOperator(browser.page, service)
  const codes = await receiveOrders(service, count)
  await browser.page.reload()
  const start = performance.now()
  const { clicks, texts } = await workThrough(browser.page, codes)
  const seconds = (performance.now() - start) / 1000
  const orders = await Promise.all(codes.map((code) => service.deps.orders.readByCode(code)))
  const shipped = orders.filter(
    (order) => order?.status === 'SHIPPED' && order.tracking !== null,
  ).length
  if (shipped !== count) throw new Error(`only ${shipped} of ${count} orders were shipped`)
  const steps = ((clicks + texts) / count).toFixed(2)
  console.log(
    `${count} orders shipped: ${clicks} clicks, ${texts} texts pasted, ${steps} steps per order, ${seconds.toFixed(0)} s`,
  )
} finally {
  await browser.close()
  await service.close()
}
