/**
 * Uses the product and prints as JSON where its requests went. It is a program of its own so that it can run in a
 * network namespace with only loopback. Beside the product runs a process that loads the model's runtime (onnxruntime)
 * unmodified: once that one has sent telemetry, the product would have sent some too.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { NO_RATE_LIMITS } from '../../api/support/start-products.ts'
import { until } from '../../api/support/until.ts'
import { article, startWebsite } from '../../api/support/website.ts'
import { must, setUp } from '../../tools/client.ts'
import { removeData, startProduct } from '../../tools/product.ts'
import { runCommand } from './command.ts'
import { answered } from './ledger.ts'
import { liveIn } from './live-in.ts'

export interface QuietLife {
  /** Paths requested from the website and the webhook receivers, which the product is meant to reach. */
  asked: string[]
  /** Requests to the proxy that the environment names, which the product should not use. */
  proxied: string[]
  /** Files and folders in the home folder of the product's user. */
  written: string[]
  /** Datagrams, and attempts to reach another machine, by the kernel's counters; undefined outside a namespace. */
  sentAway: Record<string, number> | undefined
}

/** Program that loads the model's runtime without disabling its telemetry. */
const AS_IT_COMES = `
const model = 'src/server/knowledge/model/model_quantized.onnx'
require('onnxruntime-node').InferenceSession.create(model).then(() => setInterval(() => {}, 1000))`

const ROOT = resolve(import.meta.dirname, '../../..')
const WORDS = 'A page with enough words on it to be worth reading, about the harbour and its people. '

/** Starts a proxy that only records the requests it receives. */
async function startProxy() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { HTTPS_PROXY: url, https_proxy: url, HTTP_PROXY: url, http_proxy: url, ALL_PROXY: url, all_proxy: url }
  return { asked, env, close: () => server.close() }
}

/** Packets of this namespace's processes that no route could carry, and all datagrams, by the kernel's counters. */
function sentAway(): Record<string, number> {
  const [names, values] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => /^(Ip|Udp):/.test(line))
    .reduce<[string[], string[]]>(
      ([heads, counts], line, at) => {
        const [protocol, ...cells] = line.split(' ')
        if (at % 2 === 0) heads.push(...cells.map((cell) => `${protocol} ${cell}`))
        else counts.push(...cells)
        return [heads, counts]
      },
      [[], []],
    )
  const four = names.map((name, at): [string, number] => [name, Number(values[at])])
  const six = [...readFileSync('/proc/net/snmp6', 'utf8').matchAll(/^(\w+)\s+(\d+)$/gm)].map(
    ([, name, count]): [string, number] => [name!, Number(count)],
  )
  const wanted = ['Ip: OutNoRoutes', 'Udp: OutDatagrams', 'Ip6OutNoRoutes', 'Udp6OutDatagrams']
  return Object.fromEntries([...four, ...six].filter(([name]) => wanted.includes(name)))
}

async function live(isInside: boolean): Promise<QuietLife> {
  const site = await startWebsite(({ path }) => (path === '/' ? { body: article('Home', WORDS.repeat(3)) } : undefined))
  const receiver = await startWebsite(() => ({ status: 200 }))
  const silent = await startWebsite(() => ({ status: 503 }))
  const [proxy, other] = [await startProxy(), await startProxy()]
  const folder = mkdtempSync(join(tmpdir(), 'baton-quiet-'))
  const [home, otherHome] = [join(folder, 'home'), join(folder, 'other')]
  for (const each of [home, otherHome]) mkdirSync(each)
  // Whatever an operator sets for the runtime's telemetry must make no difference.
  const env = {
    ...proxy.env,
    HOME: home,
    ORT_DISABLE_TELEMETRY: '0',
    OUTBOUND_ALLOW: '127.0.0.1/32',
    RATE_LIMITS: NO_RATE_LIMITS,
  }
  const product = await startProduct({ env })
  let asItComes: ChildProcess | undefined
  try {
    const owner = await setUp(product.url)
    const created = await must(
      product.url,
      'createAgent',
      { params: { organization: owner.organizationId }, body: { name: 'Guide' } },
      owner,
    )
    const agent = created.data.id
    const addresses = { site: site.url, receiver: receiver.url, silent: silent.url }
    const { conversation } = await liveIn(product.url, owner, agent, addresses)
    await answered(product.url, owner, { agent, conversation })
    const doctor = await runCommand('doctor', ['--reach', site.url], { ...env, DATA_DIR: product.dataDir })
    if (doctor.code !== 0) throw new Error(doctor.output)
    // Started last, so that the product had more time to send something.
    asItComes = spawn(join(ROOT, 'node_modules/.bin/node'), ['-e', AS_IT_COMES], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...other.env, HOME: otherHome },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await until('the runtime, left alone, calls its maker', async () => other.asked.length > 0)
    await product.stop()
    return {
      asked: [...new Set([...site.received, ...receiver.received, ...silent.received].map(({ path }) => path))].sort(),
      proxied: proxy.asked,
      written: readdirSync(home, { recursive: true }).map(String),
      sentAway: isInside ? sentAway() : undefined,
    }
  } finally {
    asItComes?.kill('SIGKILL')
    if (product.process.exitCode === null) await product.kill()
    removeData(product)
    rmSync(folder, { recursive: true, force: true })
    for (const server of [site, receiver, silent, proxy, other]) server.close()
  }
}

if (import.meta.main) {
  const life = await live(process.argv.includes('--inside'))
  console.log(JSON.stringify(life))
  process.exit(0)
}
