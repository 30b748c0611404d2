// Baseline: the two statements that read an order, through bare pg behind a bare Bun.serve.
import pg from 'pg'
import { orderColumns } from '../../server/db/orders/rows/order-rows.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })

// Prepared statements with the same columns as in the service.
const findCaller = {
  name: 'caller',
  text: `select a.id, a.email from api_keys k join accounts a on a.id = k.account_id where k.key_hash = $1`,
}
const readOrder = {
  name: 'order',
  text: `select ${orderColumns.join(', ')} from orders where code = $1 and account_id = $2`,
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    const hash = new Bun.CryptoHasher('sha256').update(key).digest('hex')
    const caller = await pool.query({ ...findCaller, values: [hash] })
    const code = new URL(request.url).pathname.split('/').at(-1)
    const order = await pool.query({ ...readOrder, values: [code, caller.rows[0]?.id] })
    return Response.json(order.rows[0])
  },
})
console.log(server.port)
