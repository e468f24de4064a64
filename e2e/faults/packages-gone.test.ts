import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { NO_RATE_LIMITS } from '../api/support/start-products.ts'
import { until } from '../api/support/until.ts'
import { must, setUp } from '../tools/client.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { newAgent } from './support/installation.ts'

const ROOT = resolve(import.meta.dirname, '../..')

it('whose packages are taken away waits for them and for a restart, and tells nobody anything untrue', async () => {
  const root = mkdtempSync(join(tmpdir(), 'baton-program-'))
  const packages = join(root, 'node_modules')
  let product: Product | undefined
  try {
    for (const name of ['src', 'package.json', 'launch.sh', 'baton'])
      cpSync(join(ROOT, name), join(root, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), packages)
    const options = { root, args: ['--no-dashboard'], env: { RATE_LIMITS: NO_RATE_LIMITS } }
    product = await startProduct(options)
    const owner = await setUp(product.url)
    const agent = await newAgent(product.url, owner)
    const params = { agent }
    await must(product.url, 'updateAgent', { params, body: { human_intervention: true } }, owner)
    const { url } = product

    renameSync(packages, join(root, 'gone'))
    const source = { type: 'text' as const, content: 'The pool opens at eight.' }
    await must(url, 'createSource', { params, body: source }, owner)
    const made = (await must(url, 'listSources', { params }, owner)).data[0]!
    const { data: conversation } = await must(url, 'createConversation', { params, body: {} }, owner)
    const at = { params: { agent, conversation: conversation.id } }
    await must(url, 'sendMessage', { ...at, body: { content: 'When does the pool open?' } }, owner)
    await until('it is said what is missing', async () => product!.output().includes('"shortage":"program"'))
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ shortage: 'program' })])
    await delay(8_000) // in which each job is tried several times
    const { status } = (await must(url, 'getSource', { params: { agent, source: made.id } }, owner)).data
    expect(['pending', 'processing']).toContain(status)
    expect((await must(url, 'listMessages', at, owner)).data.map(({ role }) => role)).toEqual(['assistant', 'visitor'])
    await product.kill()

    // The process may have made a folder of its own there, for its cache of compiled code.
    rmSync(packages, { recursive: true, force: true })
    renameSync(join(root, 'gone'), packages)
    product = await startProduct({ ...options, dataDir: product.dataDir })
    const answered = await until('it answers', async () => {
      const { data } = await must(product!.url, 'listMessages', at, owner)
      return data.length > 2 && data
    })
    expect(answered.at(-1)?.content).not.toContain('right now') // as one says that could not be made
    await until('the source is trained', async () => {
      const params = { agent, source: made.id }
      return (await must(product!.url, 'getSource', { params }, owner)).data.status === 'completed'
    })
    expect(await product.stop()).toBe(0)
  } finally {
    await product?.kill()
    if (product) removeData(product)
    rmSync(root, { recursive: true })
  }
})
