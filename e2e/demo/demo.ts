import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailServer } from '../../src/server/testing/mail-server.ts'
import { freePort } from '../tools/free-port.ts'
import { type Product, startProduct } from '../tools/product.ts'
import { accounts, fillMonth } from './month.ts'
import { pagesOf } from './site.ts'

export interface Demo {
  product: Product
  /** Address of the company's website. */
  site: string
  agent: string
  accounts: typeof accounts
  stop(): Promise<void>
}

/** What a folder that holds the demonstration says of it: the website must stand where the agent has learnt it. */
interface Kept {
  port: number
  /** Of the mail server by which the hotel's mailbox sends. */
  mailPort: number
  agent: string
}

/**
 * Starts the product with a small hotel's website beside it: an agent has learnt the website, which has the agent's
 * chat on each page, two members share the inbox, and a month of visits has been.
 * @param folder keeps the data; what is there is shown again. Without it, `stop` removes all data.
 * @throws Error for a folder that holds something else
 */
export async function startDemo(folder?: string): Promise<Demo> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'baton-demo-'))
  const file = join(dataDir, 'demo.json')
  const isKept = existsSync(file)
  if (!isKept && existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} holds something other than the whole demonstration. Choose an empty folder.`)
  let script: string | undefined
  const pageAt = pagesOf(() => script)
  const site = createServer((request, response) => {
    const page = pageAt(new URL(request.url ?? '/', 'http://site').pathname)
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(page ?? 'Not found')
  })
  const kept: Kept = isKept
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { port: await freePort(), mailPort: await freePort(), agent: '' }
  const { port } = kept
  await new Promise<void>((done, fail) => site.once('error', fail).listen(port, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${port}`
  const mails = await startMailServer(undefined, kept.mailPort)
  const env = { OUTBOUND_ALLOW: `127.0.0.1:${port},127.0.0.1:${kept.mailPort}` }
  let product: Product | undefined
  const stop = async () => {
    site.close()
    site.closeAllConnections()
    await product?.stop()
    await mails.close()
    if (!folder) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    if (!isKept) {
      kept.agent = await fillMonth({ ...env, DATA_DIR: dataDir }, origin, mails, Date.now())
      writeFileSync(file, JSON.stringify(kept))
    }
    product = await startProduct({ dataDir, env })
    script = `${product.url}/widget/${kept.agent}.js`
    return { product, site: origin, agent: kept.agent, accounts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
