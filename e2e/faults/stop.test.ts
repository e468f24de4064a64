import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'

/** Commands that make what follows them the first process of a namespace, as the first of a container is. */
const asFirstProcess = [
  ['unshare', '--pid', '--fork', '--mount-proc'],
  ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc'],
].find(([command, ...options]) => spawnSync(command!, [...options, 'true']).status === 0)

/** Starts the product with the command that the README names. */
async function npmStart(within?: string[]): Promise<{ product: Product; port: number }> {
  const port = await freePort()
  const command = ['npm', 'start', '--', '--no-dashboard']
  const env = { LOG_LEVEL: 'info', HOME: process.env.HOME ?? '/', npm_config_update_notifier: 'false' }
  return { product: await startProduct({ port, command, within, env }), port }
}

/** Sends SIGTERM to npm, and expects the product to end in good order. */
async function expectToStop({ product, port }: { product: Product; port: number }, npm: number): Promise<void> {
  try {
    await setUp(product.url)
    expect(existsSync(join(product.dataDir, 'baton.db-wal'))).toBe(true)
    const ended = new Promise((done) => product.process.once('exit', (code, signal) => done(signal ?? code)))
    process.kill(npm, 'SIGTERM')
    expect(await ended).toBe(0)
    expect(product.output()).toContain('"msg":"stopping"')
    expect(existsSync(join(product.dataDir, 'baton.db-wal'))).toBe(false)
    const server = createServer()
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
    server.close()
  } finally {
    product.process.kill('SIGKILL')
    removeData(product)
  }
}

it('stops when npm start is told to', async () => {
  const started = await npmStart()
  await expectToStop(started, started.product.process.pid!)
})

it('stops when npm start is the first process and is told to', async ({ skip }) => {
  if (!asFirstProcess) skip('No process namespace can be made here: STOPPING AS A CONTAINER DOES WAS NOT TRIED.')
  const started = await npmStart(asFirstProcess)
  const { pid } = started.product.process
  const npm = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
  await expectToStop(started, npm)
})
